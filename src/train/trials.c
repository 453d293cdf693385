/* Trials: see trials.h. */
#include "train/trials.h"

static bool stop_at_99(void *context, const struct curve_row *row, struct error *error) {
    (void)context, (void)error;
    return !metrics_reach_99(row->values[CURVE_EVAL_ACCURACY]);
}

static bool go_on(void *context, const struct curve_row *row, struct error *error) {
    (void)context, (void)row, (void)error;
    return true;
}

static void see_nothing(void *context, const struct training *training) {
    (void)context, (void)training;
}

/* One training. What it ends with, 99 % or a number that is not finite, is no error here. */
static bool measure(const struct train_settings *settings, const struct model *model,
                    uint64_t *steps, struct error *error) {
    const struct train_observer observer = {.row = stop_at_99, .progress = see_nothing};
    struct training training;
    struct error ending;
    bool done = train_open(&training, settings, model, 1, error);
    if (done) {
        train_run(&training, &observer, &ending);
        *steps = training.trainees[0].steps_to_99;
        if (*steps == UINT64_MAX) *steps = TRIALS_NOT_REACHED;
        if (training.trainees[0].failed) *steps = TRIALS_DIVERGED;
    }
    train_close(&training);
    return done;
}

/* Puts steps[i] in its place among the i ascending ones before it. */
static void insert(uint64_t *steps, size_t i) {
    uint64_t added = steps[i];
    for (; i > 0 && steps[i - 1] > added; i--) steps[i] = steps[i - 1];
    steps[i] = added;
}

bool trials_to_99(const struct train_settings *settings, const struct model *model, size_t count,
                  uint64_t *steps, struct error *error) {
    struct train_settings own = *settings;
    for (size_t i = 0; i < count; i++, own.seed++) {
        if (!measure(&own, model, &steps[i], error)) return false;
        insert(steps, i);
    }
    return true;
}

bool trials_weights(const struct train_settings *settings, const struct model *model,
                    double *weights, struct metrics *metrics, struct error *error) {
    const struct train_observer observer = {.row = go_on, .progress = see_nothing};
    struct training training;
    bool done =
        train_open(&training, settings, model, 1, error) && train_run(&training, &observer, error);
    if (done) {
        train_weights(&training, 0, weights);
        *metrics = training.trainees[0].metrics;
    }
    train_close(&training);
    return done;
}
