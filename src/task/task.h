/* The key-value lookup: N pairs (letter, digit) with distinct letters, a query letter that is among
 * them, and the answer: its digit. */
#ifndef TASK_TASK_H
#define TASK_TASK_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum {
    TASK_MAX_PAIRS = 10000,
    TASK_MAX_LETTERS = 1000000,
    TASK_MAX_DIGITS = 1000000,
};

struct task {
    size_t pairs;     /* N: the most pairs an example has */
    size_t min_pairs; /* M: the fewest; 1 <= M <= N */
    size_t letters;   /* L >= N */
    size_t digits;    /* C >= 2 */
};

/* One example. The arrays are somebody else's and hold up to N entries. */
struct example {
    size_t count;      /* n: pairs that are there, M..N */
    uint32_t *letters; /* [n] 0..L-1, distinct */
    uint32_t *digits;  /* [n] 0..C-1 */
    size_t query;      /* position of the asked pair: the query letter is letters[query] */
};

/* The answer of an example: the digit of the asked pair. */
uint32_t example_answer(const struct example *example);

/* Whether a digit stands in a pair other than the asked one. */
bool example_has_other(const struct example *example, uint32_t digit);

/* Whether both are the same task. */
bool task_equal(const struct task *a, const struct task *b);

/* Whether the four sizes make a task: 1 <= M <= N <= L, C >= 2, each within its limit. The message
 * names the option to change. STATUS_USAGE. */
bool task_check(const struct task *task, struct error *error);

#endif
