/* The evaluation of a model in training, which may be broken off. */
#ifndef TRAIN_EVALUATION_H
#define TRAIN_EVALUATION_H

#include "train/train.h"

/* How many examples an evaluation takes: those of the file, or as many as the settings say. */
uint64_t train_eval_count(const struct train_settings *settings);

/* Sets the trainee's metrics, and steps_to_99 where `step` is the first with 99 %. Asks the observer
 * every few hundredths of a second whether to go on; where it says no, `cut` is set instead. */
void train_evaluate(struct trainee *trainee, const struct train_settings *settings, uint64_t step,
                    const struct train_observer *observer);

#endif
