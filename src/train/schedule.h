/* Learning-rate schedules: the factor of the base rate at each step. One row of the table each. */
#ifndef TRAIN_SCHEDULE_H
#define TRAIN_SCHEDULE_H

#include <stdint.h>

struct schedule {
    const char *name; /* as --schedule takes it */
    const char *summary;

    /* The factor at progress p, 0 <= p <= 1, of the steps after the warm-up. */
    double (*factor)(double p);
};

/* All of them; a NULL name ends the list:
 * constant 1;  linear 1 - p;  cosine (1 + cos(pi p)) / 2   (Loshchilov and Hutter 2017) */
extern const struct schedule schedules[];

/* The one of that name, or NULL. */
const struct schedule *schedule_find(const char *name);

/* The factor at step t = 1..steps: t/warmup while t <= warmup, then factor(p) with
 * p = (t - 1 - warmup) / (steps - warmup), so that the first step after the warm-up has the whole
 * rate and the last one is not wasted. */
double schedule_factor(const struct schedule *schedule, uint64_t t, uint64_t warmup,
                       uint64_t steps);

#endif
