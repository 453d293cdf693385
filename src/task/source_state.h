/* What is inside a source; for source.c and pack.c only. */
#ifndef TASK_SOURCE_STATE_H
#define TASK_SOURCE_STATE_H

#include "base/random.h"
#include "task/source.h"

struct source {
    struct task task;
    uint64_t seed;
    enum stream stream;
    struct random_key key;
    struct example example;
    uint32_t *bounds;       /* [3N+1] of the draws of one example */
    uint32_t *values;       /* [3N+1] what was drawn */
    uint64_t *count_limits; /* [N] of a spread stream, see answer_count.h; or NULL */
    struct random_weyl weyl[RANDOM_WEYL_COUNT]; /* of a spread stream */
    uint32_t *arrangement; /* [L] 0..L-1, put back after every example; or [count] the order */
    const struct dataset *dataset;
    bool shuffled;
    uint64_t epoch; /* of the order that is in `arrangement` */
};

#endif
