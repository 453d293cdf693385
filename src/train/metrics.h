/* What an evaluation finds: means over its examples. */
#ifndef TRAIN_METRICS_H
#define TRAIN_METRICS_H

#include "model/engine.h"

struct metrics {
    uint64_t examples;
    double loss;                /* nats */
    double accuracy;            /* 0..1 */
    double answer_weight;       /* mean attention on the asked pair; nan: not of this model */
    double entropy;             /* of the attention weights, nats; nan: not of this model */
    uint64_t errors_in_context; /* wrong answers that are the digit of another pair */
    uint64_t errors_out_of_context;
};

/* Whether that accuracy is the 99 % that steps_to_99, wherever it is told, waits for. */
bool metrics_reach_99(double accuracy);

/* Told of every stretch of results, in order; may be NULL. */
struct result_observer {
    void *context;
    bool (*results)(void *context, uint64_t first, const struct example_result *results,
                    size_t count, struct error *error);
};

/* Evaluates the examples 0..count-1 of a source, count >= 1. Every example weighs the same. The
 * sums run in the order of the examples, in double precision. Fails only where the observer does.
 */
bool metrics_evaluate(const struct engine *engine, struct learner *learner, struct source *source,
                      uint64_t count, const struct result_observer *observer,
                      struct metrics *metrics, struct error *error);

#endif
