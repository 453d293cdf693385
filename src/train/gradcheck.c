/* The gradient check: see gradcheck.h. */
#include "train/gradcheck.h"

#include "attention/softmax.h"
#include "base/memory.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHORTENINGS = 4 };

enum function { MEAN_LOSS, RANDOM_UPSTREAM, FUNCTION_COUNT };

struct check {
    const struct gradcheck_settings *settings;
    const struct model *model;
    struct source *source;
    struct pass pass;
    enum function function;
    double *weights;  /* [n] a copy that may be changed */
    double *analytic; /* [n] */
    double *numeric;  /* [n] */
};

/* r_c of example t. */
static double upstream(const struct check *check, uint64_t t, size_t c) {
    struct random_key key = random_key(check->settings->seed, STREAM_UPSTREAM);
    return random_normal(key, t * check->model->task.digits + c);
}

/* The function's value for the example of the last forward pass. */
static double value_of_pass(const struct check *check, uint64_t t) {
    if (check->function == MEAN_LOSS) return check->pass.loss;
    double sum = 0;
    for (size_t c = 0; c < check->model->task.digits; c++) {
        sum += upstream(check, t, c) * check->pass.logits[c];
    }
    return sum;
}

/* A number that tells which units of a ReLU are on: it changes where a kink is crossed. */
static uint64_t pattern_of(const struct pass *pass) {
    uint64_t pattern = 0xcbf29ce484222325ULL;
    for (size_t r = 0; r < pass->hidden; r++) {
        pattern = (pattern ^ (pass->h[r] > 0)) * 0x100000001b3ULL;
    }
    return pattern;
}

/* The function's value for example t where weight i is w, and the pattern of its ReLUs. */
static double value_at(struct check *check, size_t i, double w, uint64_t t, uint64_t *pattern) {
    check->weights[i] = w;
    pass_forward(&check->pass, check->weights, source_draw(check->source, t));
    *pattern = pattern_of(&check->pass);
    return value_of_pass(check, t);
}

static void set_upstream(struct check *check, const struct example *example, uint64_t t) {
    double scale = 1 / (double)check->settings->examples;
    if (check->function == MEAN_LOSS) {
        pass_loss_backward(&check->pass, example, scale);
        return;
    }
    for (size_t c = 0; c < check->model->task.digits; c++) {
        check->pass.dlogits[c] = scale * upstream(check, t, c);
    }
}

static void compute_analytic(struct check *check) {
    memset(check->analytic, 0, check->model->parameter_count * sizeof *check->analytic);
    for (uint64_t t = 0; t < check->settings->examples; t++) {
        const struct example *example = source_draw(check->source, t);
        pass_forward(&check->pass, check->weights, example);
        set_upstream(check, example, t);
        pass_backward(&check->pass, check->weights, example, check->analytic);
    }
}

/* The central difference of example t for weight i; infinite where the step does not change the
 * weight. */
static double example_difference(struct check *check, size_t i, double w, uint64_t t) {
    double h = check->settings->eps, slope = (double)INFINITY;
    for (int shortened = 0; shortened <= MOST_SHORTENINGS; shortened++, h /= 10) {
        uint64_t above_pattern, below_pattern;
        double above = w + h, below = w - h;
        if (above == w || below == w) break;
        double upper = value_at(check, i, above, t, &above_pattern);
        double lower = value_at(check, i, below, t, &below_pattern);
        slope = (upper - lower) / (above - below);
        if (above_pattern == below_pattern) break;
    }
    return slope;
}

/* The mean of the examples' differences, which loses less to rounding than the difference of their
 * means: these are equal in more digits than the values of one example. */
static double difference(struct check *check, size_t i) {
    double w = check->weights[i], sum = 0;
    for (uint64_t t = 0; t < check->settings->examples; t++) {
        sum += example_difference(check, i, w, t);
    }
    check->weights[i] = w;
    return sum / (double)check->settings->examples;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* The error of one entry; what is not finite is infinitely wrong. */
static double entry_error(double analytic, double numeric) {
    double error = fabs(analytic - numeric);
    return isfinite(error) ? error : (double)INFINITY;
}

static void compare_tensor(const struct check *check, const struct tensor *tensor,
                           struct gradcheck_row *row) {
    double absolute = 0, largest = 0;
    for (size_t i = tensor->offset; i < tensor->offset + tensor->count; i++) {
        absolute = larger(absolute, entry_error(check->analytic[i], check->numeric[i]));
        largest = larger(largest, larger(fabs(check->analytic[i]), fabs(check->numeric[i])));
    }
    double relative = isinf(absolute) ? absolute : largest > 0 ? absolute / largest : 0;
    row->max_absolute_error = larger(row->max_absolute_error, absolute);
    row->max_relative_error = larger(row->max_relative_error, relative);
}

static void check_function(struct check *check, enum function function,
                           struct gradcheck_result *result) {
    check->function = function;
    compute_analytic(check);
    for (size_t i = 0; i < check->model->parameter_count; i++) {
        check->numeric[i] = difference(check, i);
    }
    for (size_t t = 0; t < check->model->tensor_count; t++) {
        compare_tensor(check, &check->model->tensors[t], &result->rows[t]);
    }
}

static void conclude(const struct check *check, struct gradcheck_result *result) {
    for (size_t t = 0; t < check->model->tensor_count; t++) {
        result->max_relative_error =
            larger(result->max_relative_error, result->rows[t].max_relative_error);
    }
    result->passed = isfinite(result->max_relative_error) &&
                     result->max_relative_error <= check->settings->tolerance;
}

size_t gradcheck_memory(const struct model *model) {
    size_t numbers = size_multiply(5, model->parameter_count);
    return size_add(size_multiply(numbers, sizeof(double)), pass_memory(model));
}

bool gradcheck(const struct gradcheck_settings *settings, const struct model *model,
               const double *weights, struct source *source, double *gradient,
               struct gradcheck_result *result, struct error *error) {
    size_t n = model->parameter_count;
    struct check check = {.settings = settings, .model = model, .source = source};
    if (!pass_init(&check.pass, model, error)) return false;
    double *block = memory_take(size_multiply(3, n), sizeof *block, "the gradient check", error);
    if (block) {
        if (settings->break_jacobian) check.pass.softmax_backward = softmax_backward_broken;
        check.weights = block, check.analytic = block + n, check.numeric = block + 2 * n;
        memcpy(check.weights, weights, n * sizeof *weights);
        memset(result, 0, sizeof *result);
        check_function(&check, RANDOM_UPSTREAM, result);
        check_function(&check, MEAN_LOSS, result);
        conclude(&check, result);
        memcpy(gradient, check.analytic, n * sizeof *gradient);
    }
    free(block);
    pass_free(&check.pass);
    return block != NULL;
}
