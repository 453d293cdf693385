/* Taking the steps: see train.h. */
#include "base/clock.h"
#include "model/kind.h"
#include "train/evaluation.h"
#include "train/moments.h"
#include "train/train.h"

#include <inttypes.h>
#include <string.h>

/* The most steps at a time, and about how long they may take: an ending signal waits for them. */
enum { STRETCH_STEPS = 50 };
static const double ROUND_SECONDS = 0.02;

static struct step make_step(const struct training *training, uint64_t number) {
    const struct train_settings *settings = &training->settings;
    double factor = schedule_factor(settings->schedule, number, settings->warmup, settings->steps);
    return (struct step){.number = number - training->origin.optimizer_step,
                         .first = train_examples(training, number - 1),
                         .batch = settings->batch,
                         .rate = settings->rate * factor};
}

static void fail(struct trainee *trainee, uint64_t step) {
    trainee->failed = true;
    error_prefix(&trainee->error, "%s stops at step %" PRIu64, trainee->model->kind->name, step);
    size_t used = strlen(trainee->error.message);
    static const char advice[] =
        "; the last good weights are kept: try a smaller --lr, or --clip 1";
    if (used + sizeof advice <= sizeof trainee->error.message) {
        memcpy(trainee->error.message + used, advice, sizeof advice);
    }
}

/* Takes the steps first..last of one model. */
static void take_steps(const struct training *training, struct trainee *trainee, uint64_t first,
                       uint64_t last) {
    const struct engine *engine = training->settings.engine;
    for (uint64_t number = first; number <= last && !trainee->failed; number++) {
        struct step step = make_step(training, number);
        if (!engine->step(trainee->learner, trainee->train_source, &step, &trainee->last_step,
                          &trainee->error)) {
            fail(trainee, number);
        }
        trainee->loss_sum += trainee->last_step.loss;
        trainee->loss_count++;
    }
}

/* One model takes the steps up to `last` and, where one is due, is evaluated there. */
static void run_trainee(const struct training *training, struct trainee *trainee, uint64_t last,
                        bool due, const struct train_observer *observer) {
    take_steps(training, trainee, training->step + 1, last);
    if (due && !trainee->failed) train_evaluate(trainee, &training->settings, last, observer);
}

/* All models do so, side by side. */
static void run_round(struct training *training, uint64_t last, bool due,
                      const struct train_observer *observer) {
    struct trainee *trainees = training->trainees;
    long count = (long)training->count;
    if (training->settings.threads == 1 || count == 1) {
        for (long i = 0; i < count; i++) run_trainee(training, &trainees[i], last, due, observer);
    } else {
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads((int)training->settings.threads)
#endif
        for (long i = 0; i < count; i++) run_trainee(training, &trainees[i], last, due, observer);
    }
    training->step = last;
}

/* Whether an evaluation was broken off: then nothing is told of this step, and it is due again where
 * training goes on. */
static bool is_cut(const struct training *training) {
    bool cut = false;
    for (size_t i = 0; i < training->count; i++) cut |= training->trainees[i].cut;
    return cut;
}

static struct curve_row make_row(const struct training *training, const struct trainee *trainee) {
    const struct train_settings *settings = &training->settings;
    const struct metrics *metrics = &trainee->metrics;
    bool scored = trainee->model->kind->has_score;
    struct curve_row row = {.model = trainee->model->kind->name,
                            .score = scored ? trainee->model->score->name : "",
                            .seed = settings->seed,
                            .step = training->step,
                            .examples = train_examples(training, training->step)};
    if (trainee->loss_count) {
        curve_row_set(&row, CURVE_TRAIN_LOSS, trainee->loss_sum / (double)trainee->loss_count);
        curve_row_set(&row, CURVE_GRAD_NORM, trainee->last_step.grad_norm);
        curve_row_set(&row, CURVE_LEARNING_RATE, make_step(training, training->step).rate);
    }
    curve_row_set(&row, CURVE_EVAL_LOSS, metrics->loss);
    curve_row_set(&row, CURVE_EVAL_ACCURACY, metrics->accuracy);
    if (trainee->model->kind->has_weights) {
        curve_row_set(&row, CURVE_ANSWER_WEIGHT, metrics->answer_weight);
        curve_row_set(&row, CURVE_ATTENTION_ENTROPY, metrics->entropy);
    }
    curve_row_set(&row, CURVE_UNIFORM_LOSS, training->floors.chance);
    curve_row_set(&row, CURVE_AVERAGE_FLOOR, training->floors.average);
    curve_row_set(&row, CURVE_BLIND_FLOOR, training->floors.blind);
    return row;
}

static bool row_is_due(const struct train_settings *settings, uint64_t step) {
    return step % settings->eval_every == 0 || step == settings->steps;
}

/* The next row is of the steps since this one. A row that stands there only because the run ends
 * leaves everything as it was, for a run that goes on. */
static void begin_next_row(struct training *training) {
    if (training->step % training->settings.eval_every) return;
    training->row_step = training->step;
    for (size_t i = 0; i < training->count; i++) {
        training->trainees[i].loss_sum = 0;
        training->trainees[i].loss_count = 0;
    }
}

/* Tells the rows of all models that still go on. */
static bool tell_rows(struct training *training, const struct train_observer *observer,
                      struct error *error) {
    for (size_t i = 0; i < training->count; i++) {
        struct trainee *trainee = &training->trainees[i];
        if (trainee->failed) continue;
        struct curve_row row = make_row(training, trainee);
        if (!observer->row(observer->context, &row, error)) return false;
    }
    begin_next_row(training);
    return true;
}

static bool check_failures(const struct training *training, struct error *error) {
    for (size_t i = 0; i < training->count; i++) {
        if (!training->trainees[i].failed) continue;
        *error = training->trainees[i].error;
        return false;
    }
    return true;
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* The first multiple of `every` after a step. */
static uint64_t next_multiple(uint64_t step, uint64_t every) {
    return every ? (step / every + 1) * every : UINT64_MAX;
}

uint64_t train_next_row(const struct train_settings *settings, uint64_t step) {
    return least(settings->steps, next_multiple(step, settings->eval_every));
}

/* Where the present stretch ends. Where a model fails the others come to a stop there, so that what
 * is kept of them depends on nothing but the settings. */
static uint64_t stretch_end(const struct training *training) {
    return least(train_next_row(&training->settings, training->step),
                 next_multiple(training->step, STRETCH_STEPS));
}

/* How many steps to take between two looks at the clock. */
struct pace {
    uint64_t steps;
    double looked; /* at the clock, seconds */
};

static void look(struct pace *pace) {
    double now = clock_seconds(), taken = now - pace->looked;
    if (taken < ROUND_SECONDS / 2 && pace->steps < STRETCH_STEPS) pace->steps *= 2;
    if (taken > ROUND_SECONDS && pace->steps > 1) pace->steps /= 2;
    pace->looked = now;
}

/* The last step before something has to be done. */
static uint64_t next_stop(const struct training *training, const struct pace *pace) {
    const struct train_settings *settings = &training->settings;
    uint64_t step = training->step, stop = least(stretch_end(training), step + pace->steps);
    stop = least(stop, next_multiple(step, settings->save_every));
    return least(stop, moment_from(settings->snapshots, settings->steps, step + 1));
}

static bool tell_moments(struct training *training, const struct train_observer *observer,
                         struct error *error) {
    const struct train_settings *settings = &training->settings;
    uint64_t step = training->step;
    bool moment = moment_from(settings->snapshots, settings->steps, step) == step;
    bool save = settings->save_every && step % settings->save_every == 0 && step < settings->steps;
    return (!moment || observer->snapshot(observer->context, training, error)) &&
           (!save || observer->save(observer->context, training, error));
}

/* All that is due at this step, after its evaluations. */
static bool tell_step(struct training *training, bool rows, const struct train_observer *observer,
                      struct error *error) {
    bool whole = !is_cut(training);
    if (whole && rows && !tell_rows(training, observer, error)) return false;
    return check_failures(training, error) && (!whole || tell_moments(training, observer, error));
}

/* Rows, weights and savings that are due where training begins or goes on. */
static bool begin(struct training *training, const struct train_observer *observer,
                  struct error *error) {
    const struct train_settings *settings = &training->settings;
    uint64_t step = training->step;
    bool due = row_is_due(settings, step) && training->row_step != step;
    run_round(training, step, due || step == settings->steps, observer);
    return tell_step(training, due, observer, error);
}

/* Takes the next steps, and all that is due after them. */
static bool go_on(struct training *training, const struct train_observer *observer,
                  const struct pace *pace, struct error *error) {
    const struct train_settings *settings = &training->settings;
    uint64_t stop = next_stop(training, pace), end = stretch_end(training);
    run_round(training, stop, row_is_due(settings, stop), observer);
    if (train_failed(training) && stop < end) {
        run_round(training, end, row_is_due(settings, end), observer);
    }
    return tell_step(training, row_is_due(settings, training->step), observer, error);
}

bool train_run(struct training *training, const struct train_observer *observer,
               struct error *error) {
    struct pace pace = {1, clock_seconds()};
    if (!begin(training, observer, error)) return false;
    while (!is_cut(training) && training->step < training->settings.steps) {
        if (observer->goes_on && !observer->goes_on(observer->context)) return true;
        if (!go_on(training, observer, &pace, error)) return false;
        observer->progress(observer->context, training);
        look(&pace);
    }
    return true;
}
