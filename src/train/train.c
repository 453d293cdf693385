/* Training: see train.h. */
#include "train/train.h"

#include "base/memory.h"
#include "model/kind.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND_STEPS = 50 }; /* the most steps between two looks at the clock */

/* One model may use all threads; several share them out, a thread a model. */
static struct learner_settings learner_settings(const struct train_settings *settings,
                                                size_t count) {
    return (struct learner_settings){
        .optimizer = settings->optimizer,
        .dropout = {settings->dropout_rate, random_key(settings->seed, STREAM_DROPOUT)},
        .batch = settings->batch,
        .threads = count > 1 ? 1 : settings->threads};
}

size_t train_memory(const struct train_settings *settings, const struct model *models,
                    size_t count) {
    struct learner_settings learner = learner_settings(settings, count);
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        bytes = size_add(bytes, settings->engine->memory(&models[i], &learner));
        bytes = size_add(bytes, size_multiply(models[i].parameter_count, sizeof(double)));
        bytes = size_add(bytes, size_multiply(2, source_memory(&models[i].task)));
    }
    return bytes;
}

static bool open_sources(struct trainee *trainee, const struct train_settings *settings,
                         struct error *error) {
    const struct task *task = &trainee->model->task;
    trainee->train_source = settings->data
                                ? source_dataset(settings->data, settings->seed, true, error)
                                : source_stream(task, settings->seed, STREAM_TRAIN, error);
    if (!trainee->train_source) return false;
    trainee->eval_source = settings->eval_data
                               ? source_dataset(settings->eval_data, settings->seed, false, error)
                               : source_stream(task, settings->seed, STREAM_EVAL, error);
    return trainee->eval_source != NULL;
}

static bool set_initial_weights(struct trainee *trainee, const struct train_settings *settings,
                                struct error *error) {
    size_t n = trainee->model->parameter_count;
    double *weights = memory_take(n, sizeof *weights, "the initial weights", error);
    if (!weights) return false;
    initialise(trainee->model, settings->initialisation, settings->seed, weights);
    settings->engine->set_weights(trainee->learner, weights);
    free(weights);
    return true;
}

static bool open_trainee(struct trainee *trainee, const struct train_settings *settings,
                         size_t count, const struct model *model, struct error *error) {
    struct learner_settings learner = learner_settings(settings, count);
    trainee->model = model;
    trainee->steps_to_99 = UINT64_MAX;
    trainee->learner = settings->engine->create(model, &learner, error);
    return trainee->learner && open_sources(trainee, settings, error) &&
           set_initial_weights(trainee, settings, error);
}

bool train_open(struct training *training, const struct train_settings *settings,
                const struct model *models, size_t count, struct error *error) {
    const struct task *task = &models[0].task;
    *training = (struct training){.settings = *settings};
    if (!memory_check(train_memory(settings, models, count), "training", error)) return false;
    if (!floors_losses(task->min_pairs, task->pairs, task->digits, &training->floors, error)) {
        return false;
    }
    training->trainees = memory_take(count, sizeof *training->trainees, "training", error);
    if (!training->trainees) return false;
    for (training->count = 0; training->count < count;) {
        struct trainee *trainee = &training->trainees[training->count++];
        if (!open_trainee(trainee, settings, count, &models[training->count - 1], error))
            return false;
    }
    return true;
}

void train_close(struct training *training) {
    for (size_t i = 0; i < training->count; i++) {
        training->settings.engine->destroy(training->trainees[i].learner);
        source_free(training->trainees[i].train_source);
        source_free(training->trainees[i].eval_source);
    }
    free(training->trainees);
    *training = (struct training){0};
}

void train_weights(const struct training *training, size_t i, double *weights) {
    training->settings.engine->get_weights(training->trainees[i].learner, weights);
}

static uint64_t eval_count(const struct train_settings *settings) {
    return settings->eval_data ? settings->eval_data->count : settings->eval_examples;
}

static struct step make_step(const struct train_settings *settings, uint64_t number) {
    double factor = schedule_factor(settings->schedule, number, settings->warmup, settings->steps);
    return (struct step){.number = number,
                         .first = (number - 1) * settings->batch,
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
static void take_steps(struct trainee *trainee, const struct train_settings *settings,
                       uint64_t first, uint64_t last) {
    for (uint64_t number = first; number <= last && !trainee->failed; number++) {
        struct step step = make_step(settings, number);
        if (!settings->engine->step(trainee->learner, trainee->train_source, &step,
                                    &trainee->last_step, &trainee->error)) {
            fail(trainee, number);
        }
        trainee->loss_sum += trainee->last_step.loss;
        trainee->loss_count++;
    }
}

static void evaluate(struct trainee *trainee, const struct train_settings *settings,
                     uint64_t step) {
    metrics_evaluate(settings->engine, trainee->learner, trainee->eval_source, eval_count(settings),
                     NULL, &trainee->metrics, &trainee->error);
    if (trainee->metrics.accuracy >= 0.99 && trainee->steps_to_99 == UINT64_MAX) {
        trainee->steps_to_99 = step;
    }
}

/* One model takes the steps up to `last` and, where one is due, is evaluated there. */
static void run_trainee(const struct training *training, struct trainee *trainee, uint64_t last,
                        bool due) {
    take_steps(trainee, &training->settings, training->step + 1, last);
    if (due && !trainee->failed) evaluate(trainee, &training->settings, last);
}

/* All models do so, side by side. */
static void run_round(struct training *training, uint64_t last, bool due) {
    long count = (long)training->count;
    if (training->settings.threads == 1 || count == 1) {
        for (long i = 0; i < count; i++) run_trainee(training, &training->trainees[i], last, due);
    } else {
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads((int)training->settings.threads)
#endif
        for (long i = 0; i < count; i++) run_trainee(training, &training->trainees[i], last, due);
    }
    training->step = last;
}

static struct curve_row make_row(const struct training *training, const struct trainee *trainee) {
    const struct train_settings *settings = &training->settings;
    const struct metrics *metrics = &trainee->metrics;
    bool scored = trainee->model->kind->has_score;
    struct curve_row row = {.model = trainee->model->kind->name,
                            .score = scored ? trainee->model->score->name : "",
                            .seed = settings->seed,
                            .step = training->step,
                            .examples = training->step * settings->batch};
    if (trainee->loss_count) {
        curve_row_set(&row, CURVE_TRAIN_LOSS, trainee->loss_sum / (double)trainee->loss_count);
        curve_row_set(&row, CURVE_GRAD_NORM, trainee->last_step.grad_norm);
        curve_row_set(&row, CURVE_LEARNING_RATE, make_step(settings, training->step).rate);
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

/* Tells the rows of all models that still go on. */
static bool tell_rows(struct training *training, const struct train_observer *observer,
                      struct error *error) {
    for (size_t i = 0; i < training->count; i++) {
        struct trainee *trainee = &training->trainees[i];
        if (trainee->failed) continue;
        struct curve_row row = make_row(training, trainee);
        if (!observer->row(observer->context, &row, error)) return false;
        trainee->loss_sum = 0;
        trainee->loss_count = 0;
    }
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

bool train_run(struct training *training, const struct train_observer *observer,
               struct error *error) {
    const struct train_settings *settings = &training->settings;
    run_round(training, 0, true);
    if (!tell_rows(training, observer, error)) return false;
    while (training->step < settings->steps) {
        uint64_t step = training->step, every = settings->eval_every;
        uint64_t next_due = least(settings->steps, (step / every + 1) * every);
        uint64_t last = least(next_due, step + ROUND_STEPS);
        run_round(training, last, last == next_due);
        if (last == next_due && !tell_rows(training, observer, error)) return false;
        if (!check_failures(training, error)) return false;
        observer->progress(observer->context, training);
    }
    return true;
}
