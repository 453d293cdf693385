/* Trials: short trainings of one model, for what is computed while somebody waits. */
#ifndef TRAIN_TRIALS_H
#define TRAIN_TRIALS_H

#include "train/train.h"

/* Instead of steps; both stand behind all of them. */
#define TRIALS_NOT_REACHED (UINT64_MAX - 1)
#define TRIALS_DIVERGED    UINT64_MAX

/* Trains with `count` seeds from settings->seed on, each until an evaluation has 99 % of the
 * answers right. Sets steps[count], ascending, to when that was, or to one of the above. */
bool trials_to_99(const struct train_settings *settings, const struct model *model, size_t count,
                  uint64_t *steps, struct error *error);

/* The median of steps[count], count odd. */
static inline uint64_t trials_median(const uint64_t *steps, size_t count) {
    return steps[count / 2];
}

/* Trains once, to the end. Sets weights[parameter_count], and *metrics to the last evaluation. */
bool trials_weights(const struct train_settings *settings, const struct model *model,
                    double *weights, struct metrics *metrics, struct error *error);

#endif
