/* What an evaluation finds: see metrics.h. */
#include "train/metrics.h"

#include <math.h>

enum { STRETCH = 256 };

bool metrics_reach_99(double accuracy) {
    return accuracy >= 0.99;
}

static void add(struct metrics *sums, const struct example_result *result) {
    bool right = result->prediction == result->answer;
    sums->loss += result->loss;
    sums->accuracy += right;
    sums->answer_weight += result->answer_weight;
    sums->entropy += result->entropy;
    sums->errors_in_context += !right && result->in_context;
    sums->errors_out_of_context += !right && !result->in_context;
}

/* The mean; what is not a number without a sign, which compilers choose differently. */
static double mean(double sum, uint64_t count) {
    return isnan(sum) ? (double)NAN : sum / (double)count;
}

static void divide(struct metrics *sums, uint64_t count) {
    sums->examples = count;
    sums->loss = mean(sums->loss, count);
    sums->accuracy = mean(sums->accuracy, count);
    sums->answer_weight = mean(sums->answer_weight, count);
    sums->entropy = mean(sums->entropy, count);
}

bool metrics_evaluate(const struct engine *engine, struct learner *learner, struct source *source,
                      uint64_t count, const struct result_observer *observer,
                      struct metrics *metrics, struct error *error) {
    struct example_result results[STRETCH];
    struct metrics sums = {0};
    for (uint64_t first = 0; first < count; first += STRETCH) {
        size_t stretch = count - first < STRETCH ? (size_t)(count - first) : STRETCH;
        engine->evaluate(learner, source, first, stretch, results);
        for (size_t i = 0; i < stretch; i++) add(&sums, &results[i]);
        if (observer && !observer->results(observer->context, first, results, stretch, error)) {
            return false;
        }
    }
    divide(&sums, count);
    *metrics = sums;
    return true;
}
