/* Training: see train.h. */
#include "train/train.h"

#include "base/memory.h"

#include <stdlib.h>

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
    if (!open_sources(trainee, settings, error)) return false;
    learner.source = trainee->train_source;
    trainee->learner = settings->engine->create(model, &learner, error);
    return trainee->learner && set_initial_weights(trainee, settings, error);
}

bool train_open(struct training *training, const struct train_settings *settings,
                const struct model *models, size_t count, struct error *error) {
    const struct task *task = &models[0].task;
    *training = (struct training){.settings = *settings, .row_step = UINT64_MAX};
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

uint64_t train_examples(const struct training *training, uint64_t step) {
    const struct origin *origin = &training->origin;
    return origin->examples + (step - origin->step) * training->settings.batch;
}

bool train_failed(const struct training *training) {
    bool failed = false;
    for (size_t i = 0; i < training->count; i++) failed |= training->trainees[i].failed;
    return failed;
}
