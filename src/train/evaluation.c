/* The evaluation of a model in training: see evaluation.h. */
#include "train/evaluation.h"

#include "base/clock.h"

static const double LOOK_SECONDS = 0.02;

/* Who asks whether to go on. Looking at the clock is dear beside a few examples: that is done after
 * more and more of them, until they take their time. */
struct lookout {
    const struct train_observer *observer;
    uint64_t next, distance; /* examples: the next look, and how far it was from the last one */
    double asked;            /* seconds on the clock */
};

static bool goes_on(struct lookout *lookout) {
    double now = clock_seconds(), taken = now - lookout->asked;
    if (taken < LOOK_SECONDS / 2) {
        lookout->distance *= 2;
        return true;
    }
    if (taken > LOOK_SECONDS && lookout->distance > 1) lookout->distance /= 2;
    lookout->asked = now;
    return lookout->observer->goes_on(lookout->observer->context);
}

static bool look_up(void *context, uint64_t first, const struct example_result *results,
                    size_t count, struct error *error) {
    struct lookout *lookout = context;
    (void)results, (void)error;
    if (first + count < lookout->next) return true;
    bool result = goes_on(lookout);
    lookout->next = first + count + lookout->distance;
    return result;
}

uint64_t train_eval_count(const struct train_settings *settings) {
    return settings->eval_data ? settings->eval_data->count : settings->eval_examples;
}

void train_evaluate(struct trainee *trainee, const struct train_settings *settings, uint64_t step,
                    const struct train_observer *observer) {
    struct lookout lookout = {.observer = observer, .distance = 1, .asked = clock_seconds()};
    struct result_observer looks = {&lookout, look_up};
    trainee->cut = !metrics_evaluate(settings->engine, trainee->learner, trainee->eval_source,
                                     train_eval_count(settings), observer->goes_on ? &looks : NULL,
                                     &trainee->metrics, NULL);
    if (trainee->cut) return;
    if (metrics_reach_99(trainee->metrics.accuracy) && trainee->steps_to_99 == UINT64_MAX) {
        trainee->steps_to_99 = step;
    }
}
