/* The reference engine: double precision, one example at a time, in the order of the formulas. It
 * is the definition that the other engines must agree with. */
#include "base/memory.h"
#include "model/engine.h"
#include "model/pass.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct learner {
    const struct model *model;
    struct optimizer_settings optimizer;
    struct dropout dropout;
    struct pass pass;
    double *weights;  /* [n] */
    double *previous; /* [n] before the last step */
    bool has_before;  /* a step was taken: their loss was finite */
    double *gradient; /* [n] mean over the batch */
    double *moments;  /* [moments][n] */
    double *keep;     /* [H][N] dropout of one example */
};

/* How many arrays of n numbers a learner has. */
static size_t array_count(const struct learner_settings *settings) {
    return settings ? 3 + settings->optimizer.optimizer->moments : 1;
}

static size_t memory(const struct model *model, const struct learner_settings *settings) {
    size_t weights = size_multiply(model->parameter_count, sizeof(double));
    size_t keep =
        size_multiply(size_multiply(pass_heads(model), model->task.pairs), sizeof(double));
    return size_add(size_add(size_multiply(weights, array_count(settings)), keep),
                    pass_memory(model));
}

static void destroy(struct learner *learner) {
    if (!learner) return;
    pass_free(&learner->pass);
    free(learner->weights);
    free(learner->keep);
    free(learner);
}

static bool take_arrays(struct learner *learner, const struct learner_settings *settings,
                        struct error *error) {
    size_t n = learner->model->parameter_count;
    if (!memory_check(memory(learner->model, settings), "the model", error)) return false;
    if (!pass_init(&learner->pass, learner->model, error)) return false;
    learner->weights = memory_take(size_multiply(n, array_count(settings)), sizeof(double),
                                   "the model's weights", error);
    learner->keep =
        memory_take(size_multiply(pass_heads(learner->model), learner->model->task.pairs),
                    sizeof(double), "dropout", error);
    if (!learner->weights || !learner->keep) return false;
    if (settings) {
        learner->optimizer = settings->optimizer;
        learner->dropout = settings->dropout;
        learner->previous = learner->weights + n;
        learner->gradient = learner->previous + n;
        learner->moments = learner->gradient + n;
    }
    return true;
}

static struct learner *create(const struct model *model, const struct learner_settings *settings,
                              struct error *error) {
    struct learner *learner = memory_take(1, sizeof *learner, "the model", error);
    if (!learner) return NULL;
    learner->model = model;
    if (take_arrays(learner, settings, error)) return learner;
    destroy(learner);
    return NULL;
}

static size_t byte_count(const struct learner *learner) {
    return learner->model->parameter_count * sizeof(double);
}

static void set_weights(struct learner *learner, const double *weights) {
    memcpy(learner->weights, weights, byte_count(learner));
}

static void get_weights(const struct learner *learner, double *weights) {
    memcpy(weights, learner->weights, byte_count(learner));
}

static double *state_array(const struct learner *learner, size_t array) {
    if (array == ARRAY_WEIGHTS) return learner->weights;
    if (array == ARRAY_BEFORE) return learner->previous;
    return learner->moments + (array - ARRAY_MOMENTS) * learner->model->parameter_count;
}

static void get_state(const struct learner *learner, size_t array, double *numbers) {
    memcpy(numbers, state_array(learner, array), byte_count(learner));
}

static void set_state(struct learner *learner, size_t array, const double *numbers) {
    memcpy(state_array(learner, array), numbers, byte_count(learner));
    learner->has_before = learner->has_before || array == ARRAY_BEFORE;
}

/* Fails, naming the tensor and what it is a part of, where a number is not finite in the single
 * precision of model files. */
static bool check_finite(const struct model *model, const double *numbers, const char *what,
                         struct error *error) {
    for (size_t t = 0; t < model->tensor_count; t++) {
        const struct tensor *tensor = &model->tensors[t];
        for (size_t i = tensor->offset; i < tensor->offset + tensor->count; i++) {
            if (fabs(numbers[i]) <= FLT_MAX) continue;
            return error_set(error, STATUS_FAILED, "the %s of %s is not finite", what,
                             tensor->name);
        }
    }
    return true;
}

/* Draws the dropout of training example t, where there is any. */
static void set_dropout(struct learner *learner, uint64_t t) {
    const struct model *model = learner->model;
    learner->pass.keep = NULL;
    if (!(learner->dropout.rate > 0)) return;
    for (size_t i = 0; i < pass_heads(model) * model->task.pairs; i++) {
        learner->keep[i] = dropout_factor(&learner->dropout, t, i);
    }
    learner->pass.keep = learner->keep;
}

/* The gradient of the mean loss over the batch; returns that loss. */
static double batch_gradient(struct learner *learner, struct source *source,
                             const struct step *step) {
    double sum = 0, scale = 1 / (double)step->batch;
    memset(learner->gradient, 0, byte_count(learner));
    for (size_t i = 0; i < step->batch; i++) {
        const struct example *example = source_draw(source, step->first + i);
        set_dropout(learner, step->first + i);
        pass_forward(&learner->pass, learner->weights, example);
        pass_loss_backward(&learner->pass, example, scale);
        pass_backward(&learner->pass, learner->weights, example, learner->gradient);
        sum += learner->pass.loss;
    }
    learner->pass.keep = NULL; /* evaluation has no dropout */
    return sum * scale;
}

/* The weights whose loss was still finite are those before the last step. */
static bool step_back(struct learner *learner) {
    if (learner->has_before) memcpy(learner->weights, learner->previous, byte_count(learner));
    return false;
}

static bool take_step(struct learner *learner, struct source *source, const struct step *step,
                      struct step_result *result, struct error *error) {
    const struct model *model = learner->model;
    size_t n = model->parameter_count;
    result->loss = batch_gradient(learner, source, step);
    result->grad_norm = gradient_norm(n, learner->gradient);
    if (!check_finite(model, learner->gradient, "gradient", error)) {
        return step_back(learner);
    }
    if (!isfinite(result->loss)) {
        error_set(error, STATUS_FAILED, "the loss is not finite");
        return step_back(learner);
    }
    gradient_clip(n, learner->gradient, result->grad_norm, learner->optimizer.clip);
    memcpy(learner->previous, learner->weights, byte_count(learner));
    learner->has_before = true;
    optimizer_step(&learner->optimizer, step->rate, step->number, n, learner->gradient,
                   learner->moments, learner->weights);
    if (check_finite(model, learner->weights, "update", error)) return true;
    memcpy(learner->weights, learner->previous, byte_count(learner));
    return false;
}

static void evaluate(struct learner *learner, struct source *source, uint64_t first, size_t count,
                     struct example_result *results) {
    const struct pass *pass = &learner->pass;
    for (size_t i = 0; i < count; i++) {
        const struct example *example = source_draw(source, first + i);
        pass_forward(&learner->pass, learner->weights, example);
        uint32_t prediction = pass_prediction(pass), answer = example_answer(example);
        results[i] = (struct example_result){
            .loss = pass->loss,
            .answer_probability = pass->y[answer],
            .answer_weight = pass_answer_weight(pass, example),
            .entropy = pass_entropy(pass, example),
            .prediction = prediction,
            .answer = answer,
            .in_context = prediction != answer && example_has_other(example, prediction),
        };
    }
}

const struct engine engine_reference = {
    .name = "reference",
    .summary = "double precision, one example at a time: the definition",
    .memory = memory,
    .create = create,
    .destroy = destroy,
    .set_weights = set_weights,
    .get_weights = get_weights,
    .get_state = get_state,
    .set_state = set_state,
    .step = take_step,
    .evaluate = evaluate,
};
