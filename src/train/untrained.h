/* What a model is like before the first step: measured in the reference engine, on the first
 * settings->eval_examples examples of the evaluation stream. */
#ifndef TRAIN_UNTRAINED_H
#define TRAIN_UNTRAINED_H

#include "train/train.h"

/* Sets *spread to the root of the mean square of all scores, over `count` seeds from settings->seed
 * on. The model must have scores. */
bool untrained_spread(const struct train_settings *settings, const struct model *model,
                      size_t count, double *spread, struct error *error);

/* Sets *norm to |dW|, the norm of the gradient of the mean loss, for the tensor `id` of the model.
 */
bool untrained_gradient(const struct train_settings *settings, const struct model *model,
                        enum tensor_id id, double *norm, struct error *error);

#endif
