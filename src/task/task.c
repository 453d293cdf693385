/* The key-value lookup: see task.h. */
#include "task/task.h"

uint32_t example_answer(const struct example *example) {
    return example->digits[example->query];
}

bool example_has_other(const struct example *example, uint32_t digit) {
    for (size_t i = 0; i < example->count; i++) {
        if (i != example->query && example->digits[i] == digit) return true;
    }
    return false;
}

bool task_check(const struct task *task, struct error *error) {
    if (task->pairs < 1 || task->pairs > TASK_MAX_PAIRS) {
        return error_set(error, STATUS_USAGE, "--pairs must be from 1 to %d", TASK_MAX_PAIRS);
    }
    if (task->min_pairs < 1 || task->min_pairs > task->pairs) {
        return error_set(error, STATUS_USAGE, "--min-pairs must be from 1 to --pairs, which is %zu",
                         task->pairs);
    }
    if (task->letters > TASK_MAX_LETTERS || task->digits < 2 || task->digits > TASK_MAX_DIGITS) {
        return error_set(error, STATUS_USAGE,
                         "--letters and --digits are at most %d, --digits at least 2",
                         TASK_MAX_LETTERS);
    }
    if (task->letters < task->pairs) {
        return error_set(error, STATUS_USAGE,
                         "%zu letters are too few for %zu pairs with distinct letters: say "
                         "--letters %zu or more",
                         task->letters, task->pairs, task->pairs);
    }
    return true;
}

bool task_equal(const struct task *a, const struct task *b) {
    return a->pairs == b->pairs && a->min_pairs == b->min_pairs && a->letters == b->letters &&
           a->digits == b->digits;
}
