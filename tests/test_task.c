/* The sizes of a task, and what an example says. */
#include "task/task.h"

#include <criterion/criterion.h>
#include <string.h>

static void assert_task(struct task task, const char *words) {
    struct error error = {STATUS_DONE, ""};
    bool taken = task_check(&task, &error);
    cr_expect_eq(taken, !words, "%zu %zu %zu %zu: %s", task.pairs, task.min_pairs, task.letters,
                 task.digits, error.message);
    cr_expect_eq(error.status, words ? STATUS_USAGE : STATUS_DONE);
    if (words) cr_expect(strstr(error.message, words), "'%s' is not in %s", words, error.message);
}

Test(task, sizes_that_make_a_task) {
    assert_task((struct task){6, 6, 8, 10}, NULL);
    assert_task((struct task){1, 1, 1, 2}, NULL);
    assert_task((struct task){6, 1, 6, 2}, NULL);
    assert_task((struct task){1000, 1, 10000, 10000}, NULL);
    assert_task((struct task){TASK_MAX_PAIRS, TASK_MAX_PAIRS, TASK_MAX_LETTERS, TASK_MAX_DIGITS},
                NULL);
}

Test(task, sizes_that_make_none) {
    assert_task((struct task){0, 1, 8, 10}, "--pairs");
    assert_task((struct task){TASK_MAX_PAIRS + 1, 1, TASK_MAX_LETTERS, 10}, "--pairs");
    assert_task((struct task){6, 0, 8, 10}, "--min-pairs");
    assert_task((struct task){6, 7, 8, 10}, "--min-pairs must be from 1 to --pairs, which is 6");
    assert_task((struct task){6, 6, 5, 10}, "5 letters are too few for 6 pairs");
    assert_task((struct task){6, 6, 0, 10}, "--letters");
    assert_task((struct task){6, 6, TASK_MAX_LETTERS + 1, 10}, "--letters");
    assert_task((struct task){6, 6, 8, 1}, "--digits");
    assert_task((struct task){6, 6, 8, TASK_MAX_DIGITS + 1}, "--digits");
    assert_task((struct task){(size_t)-1, (size_t)-1, (size_t)-1, (size_t)-1}, "--pairs");
}

Test(task, answers) {
    uint32_t letters[] = {0, 2, 5}, digits[] = {3, 7, 3};
    struct example example = {3, letters, digits, 1};
    cr_expect_eq(example_answer(&example), 7);
    cr_expect(example_has_other(&example, 3) && !example_has_other(&example, 7));
    cr_expect(!example_has_other(&example, 1));
    example.query = 2;
    cr_expect_eq(example_answer(&example), 3);
    cr_expect(example_has_other(&example, 3) && example_has_other(&example, 7));
    example.count = 1;
    example.query = 0;
    cr_expect(!example_has_other(&example, 3), "what is behind the last pair is not there");
}
