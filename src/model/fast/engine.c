/* The fast engine: single precision, 16 lanes, threads over stretches of large batches. */
#include "model/fast/engine.h"

#include "model/fast/learner.h"

const struct engine engine_fast = {
    .name = "fast",
    .summary = "single precision, vectors, threads: quick, and the same bytes everywhere",
    .is_single = true,
    .memory = learner_memory,
    .create = learner_create,
    .destroy = learner_destroy,
    .set_weights = learner_set_weights,
    .get_weights = learner_get_weights,
    .get_state = learner_get_state,
    .set_state = learner_set_state,
    .step = learner_step,
    .evaluate = learner_evaluate,
};
