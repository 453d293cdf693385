/* Trials: see trials.h. */
#include "train/trials.h"

#include "base/memory.h"
#include "model/pass.h"

#include <math.h>
#include <stdlib.h>

static bool stop_at_99(void *context, const struct curve_row *row, struct error *error) {
    (void)context, (void)error;
    return row->values[CURVE_EVAL_ACCURACY] < 0.99;
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
    const struct train_observer observer = {NULL, stop_at_99, see_nothing};
    struct training training;
    struct error ending;
    bool done = train_open(&training, settings, model, 1, error);
    if (done) {
        train_run(&training, &observer, &ending);
        *steps = training.trainees[0].steps_to_99;
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
    const struct train_observer observer = {NULL, go_on, see_nothing};
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

/* The sum of the squares of all scores of `count` examples, and how many scores that is. */
static double sum_squares(struct pass *pass, const double *weights, struct source *source,
                          uint64_t count, size_t *score_count) {
    double sum = 0;
    *score_count = 0;
    for (uint64_t t = 0; t < count; t++) {
        const struct example *example = source_draw(source, t);
        pass_forward(pass, weights, example);
        for (size_t h = 0; h < pass->model->heads; h++) {
            const double *s = pass->s + h * pass->model->task.pairs;
            for (size_t i = 0; i < example->count; i++) sum += s[i] * s[i];
        }
        *score_count += pass->model->heads * example->count;
    }
    return sum;
}

bool trials_initial_spread(const struct train_settings *settings, const struct model *model,
                           size_t count, double *spread, struct error *error) {
    struct pass pass;
    double square = 0;
    double *weights = memory_take(model->parameter_count, sizeof *weights, "the weights", error);
    bool done = weights && pass_init(&pass, model, error);
    if (!done) {
        free(weights);
        return false;
    }
    for (uint64_t seed = settings->seed, end = seed + count; done && seed != end; seed++) {
        struct source *source = source_stream(&model->task, seed, STREAM_EVAL, error);
        size_t score_count;
        done = source != NULL;
        if (!done) break;
        initialise(model, settings->initialisation, seed, weights);
        double sum = sum_squares(&pass, weights, source, settings->eval_examples, &score_count);
        square += sum / (double)score_count / (double)count;
        source_free(source);
    }
    pass_free(&pass);
    free(weights);
    *spread = sqrt(square);
    return done;
}
