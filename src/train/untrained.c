/* A model before the first step: see untrained.h. */
#include "train/untrained.h"

#include "base/memory.h"
#include "model/pass.h"

#include <math.h>
#include <stdlib.h>

struct untrained {
    const struct model *model;
    double *weights, *gradient;
    struct source *source;
    struct pass pass;
};

static bool untrained_open(struct untrained *untrained, const struct train_settings *settings,
                           const struct model *model, uint64_t seed, struct error *error) {
    size_t n = model->parameter_count;
    *untrained = (struct untrained){.model = model};
    untrained->weights = memory_take(size_multiply(2, n), sizeof(double), "the weights", error);
    if (!untrained->weights || !pass_init(&untrained->pass, model, error)) return false;
    untrained->gradient = untrained->weights + n;
    untrained->source = source_stream(&model->task, seed, STREAM_EVAL, error);
    initialise(model, settings->initialisation, seed, untrained->weights);
    return untrained->source != NULL;
}

static void untrained_free(struct untrained *untrained) {
    source_free(untrained->source);
    pass_free(&untrained->pass);
    free(untrained->weights);
}

/* The mean of the squares of the scores of the last pass. */
static double mean_square(const struct pass *pass, size_t count) {
    size_t heads = pass->model->heads;
    double sum = 0;
    for (size_t h = 0; h < heads; h++) {
        const double *s = pass->s + h * pass->model->task.pairs;
        for (size_t i = 0; i < count; i++) sum += s[i] * s[i];
    }
    return sum / (double)(heads * count);
}

bool untrained_spread(const struct train_settings *settings, const struct model *model,
                      size_t count, double *spread, struct error *error) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        struct untrained untrained;
        bool done = untrained_open(&untrained, settings, model, settings->seed + i, error);
        for (uint64_t t = 0; done && t < settings->eval_examples; t++) {
            const struct example *example = source_draw(untrained.source, t);
            pass_forward(&untrained.pass, untrained.weights, example);
            sum += mean_square(&untrained.pass, example->count);
        }
        untrained_free(&untrained);
        if (!done) return false;
    }
    *spread = sqrt(sum / (double)count / (double)settings->eval_examples);
    return true;
}

bool untrained_gradient(const struct train_settings *settings, const struct model *model,
                        enum tensor_id id, double *norm, struct error *error) {
    struct untrained untrained;
    bool done = untrained_open(&untrained, settings, model, settings->seed, error);
    double scale = 1 / (double)settings->eval_examples;
    for (uint64_t t = 0; done && t < settings->eval_examples; t++) {
        const struct example *example = source_draw(untrained.source, t);
        pass_forward(&untrained.pass, untrained.weights, example);
        pass_loss_backward(&untrained.pass, example, scale);
        pass_backward(&untrained.pass, untrained.weights, example, untrained.gradient);
    }
    for (size_t t = 0; done && t < model->tensor_count; t++) {
        const struct tensor *tensor = &model->tensors[t];
        if (tensor->id == id)
            *norm = gradient_norm(tensor->count, untrained.gradient + tensor->offset);
    }
    untrained_free(&untrained);
    return done;
}
