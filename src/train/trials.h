/* Trials: short trainings of one model, for what is computed while somebody waits. */
#ifndef TRAIN_TRIALS_H
#define TRAIN_TRIALS_H

#include "train/train.h"

/* Trains with `count` seeds from settings->seed on, each until an evaluation has 99 % of the
 * answers right. Sets steps[count], ascending, to when that was; UINT64_MAX where it was not within
 * settings->steps, or the training diverged. */
bool trials_to_99(const struct train_settings *settings, const struct model *model, size_t count,
                  uint64_t *steps, struct error *error);

/* The median of steps[count], count odd. */
static inline uint64_t trials_median(const uint64_t *steps, size_t count) {
    return steps[count / 2];
}

/* Trains once, to the end. Sets weights[parameter_count], and *metrics to the last evaluation. */
bool trials_weights(const struct train_settings *settings, const struct model *model,
                    double *weights, struct metrics *metrics, struct error *error);

/* Sets *spread to the root of the mean square of the scores before any training: over the pairs of
 * settings->eval_examples evaluation examples for each of `count` seeds from settings->seed. */
bool trials_initial_spread(const struct train_settings *settings, const struct model *model,
                           size_t count, double *spread, struct error *error);

#endif
