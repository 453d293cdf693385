/* The tasks that examples are read for: the first byte of an input chooses. */
#ifndef TESTS_FUZZ_TASKS_H
#define TESTS_FUZZ_TASKS_H

#include "task/task.h"

/* Takes the first byte off; without one, the default task. */
static inline const struct task *fuzz_task(const uint8_t **bytes, size_t *size) {
    static const struct task tasks[] = {
        {6, 1, 8, 10},
        {1, 1, 1, 2},
        {40, 3, 800, 1000},
        {TASK_MAX_PAIRS, 1, TASK_MAX_LETTERS, TASK_MAX_DIGITS},
    };
    if (!*size) return &tasks[0];
    --*size;
    return &tasks[*(*bytes)++ % (sizeof tasks / sizeof *tasks)];
}

#endif
