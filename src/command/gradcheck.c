/* gradcheck: gradients written by hand against central differences. */
#include "train/gradcheck.h"

#include "base/memory.h"
#include "command/command.h"
#include "command/expense.h"
#include "command/from_settings.h"
#include "command/json_output.h"
#include "command/output.h"
#include "model/initialise.h"
#include "model/kind.h"
#include "model/model_file.h"

#include <stdlib.h>
#include <string.h>

struct checked {
    struct model model;
    double *weights;
    double *gradient;
    struct dataset dataset;
    struct source *source;
    struct gradcheck_settings settings;
    struct gradcheck_result result;
};

static void checked_free(struct checked *checked) {
    source_free(checked->source);
    dataset_free(&checked->dataset);
    free(checked->weights);
    free(checked->gradient);
}

/* The model of the settings with its initial weights. */
static bool make_model(struct checked *checked, const struct settings *settings,
                       struct error *error) {
    struct model *model = &checked->model;
    if (settings->model_count != 1) {
        return error_set(error, STATUS_USAGE, "gradcheck takes one model: --model attention");
    }
    if (!settings_model(settings, 0, model, error)) return false;
    if (!memory_check(gradcheck_memory(model), "the gradient check", error)) return false;
    checked->weights =
        memory_take(model->parameter_count, sizeof(double), "the model's weights", error);
    if (!checked->weights) return false;
    initialise(model, initialisation_find(settings->init), settings->seed, checked->weights);
    return true;
}

static bool open_model(struct checked *checked, const struct invocation *invocation,
                       struct error *error) {
    if (!invocation->argument_count) return make_model(checked, &invocation->settings, error);
    return refuse_model_options(invocation, error) &&
           model_file_read(invocation->arguments[0], &checked->model, &checked->weights, error);
}

/* There must be something to leave out. */
static bool check_break(const struct checked *checked, const struct settings *settings,
                        struct error *error) {
    const struct model *model = &checked->model;
    if (!settings->broken || (model->kind->has_score && model->task.pairs > 1)) return true;
    return error_set(error, STATUS_USAGE,
                     "--break jacobian needs a softmax over several pairs: --model attention, and "
                     "more than one pair");
}

/* The model, and the examples that it is checked on. */
static bool open_check(struct checked *checked, const struct invocation *invocation,
                       struct error *error) {
    const struct settings *settings = &invocation->settings;
    if (!output_check_json(settings->json, "gradients", settings->gradients, error) ||
        !refuse_with_data(invocation, error) || !open_model(checked, invocation, error) ||
        !check_break(checked, settings, error)) {
        return false;
    }
    checked->settings = (struct gradcheck_settings){.eps = settings->eps,
                                                    .tolerance = settings->tolerance,
                                                    .examples = settings->examples,
                                                    .seed = settings->seed,
                                                    .break_jacobian = settings->broken != NULL};
    checked->source = settings_source(settings, &checked->model.task, STREAM_TRAIN,
                                      &checked->dataset, &checked->settings.examples, error);
    return checked->source && output_check_writable(settings->gradients, error);
}

static bool check(struct checked *checked, struct error *error) {
    double passes = 2 * (double)checked->model.parameter_count;
    expense_note("the check",
                 passes * (double)checked->settings.examples * expense_of_pass(&checked->model), 0,
                 false);
    checked->gradient =
        memory_take(checked->model.parameter_count, sizeof(double), "the gradient", error);
    return checked->gradient &&
           gradcheck(&checked->settings, &checked->model, checked->weights, checked->source,
                     checked->gradient, &checked->result, error);
}

static void append_json(struct text *text, const struct checked *checked) {
    const struct gradcheck_result *result = &checked->result;
    json_begin(text);
    json_bool_field(text, "passed", result->passed);
    json_number_field(text, "max_relative_error", result->max_relative_error);
    json_key(text, "tensors");
    for (size_t t = 0; t < checked->model.tensor_count; t++) {
        text_string(text, t ? ",\n    {\"name\": " : "[\n    {\"name\": ");
        text_json_string(text, checked->model.tensors[t].name);
        text_string(text, ", \"max_absolute_error\": ");
        text_json_number(text, result->rows[t].max_absolute_error);
        text_string(text, ", \"max_relative_error\": ");
        text_json_number(text, result->rows[t].max_relative_error);
        text_string(text, "}");
    }
    text_string(text, "\n  ]");
    json_finish(text);
}

static void append_table(struct text *text, const struct checked *checked) {
    const struct gradcheck_result *result = &checked->result;
    const struct model *model = &checked->model;
    text_format(text, "%s, %zu parameters: analytic gradients against central differences\n\n",
                model->kind->name, model->parameter_count);
    text_format(text, "%-8s %10s  %12s  %12s\n", "tensor", "numbers", "max absolute",
                "max relative");
    for (size_t t = 0; t < model->tensor_count; t++) {
        const struct gradcheck_row *row = &result->rows[t];
        text_format(text, "%-8s %10zu  %12.3e  %12.3e  %s\n", model->tensors[t].name,
                    model->tensors[t].count, row->max_absolute_error, row->max_relative_error,
                    row->max_relative_error <= checked->settings.tolerance ? "ok" : "WRONG");
    }
    text_format(text, "\n%s: largest relative error %.3e, tolerance %g\n",
                result->passed ? "passed" : "FAILED", result->max_relative_error,
                checked->settings.tolerance);
}

static bool report(const struct checked *checked, const struct settings *settings,
                   struct error *error) {
    struct text text = {0};
    (settings->json ? append_json : append_table)(&text, checked);
    bool done = output_report(output_is_standard(settings->gradients), &text, error);
    text_free(&text);
    if (done && settings->gradients) {
        done = model_file_write(settings->gradients, &checked->model, SAFETENSORS_F64,
                                checked->gradient, error);
    }
    if (done && !checked->result.passed) {
        done = error_set(error, STATUS_FAILED,
                         "the gradients do not agree: relative error %.3g, tolerance %g, eps %g",
                         checked->result.max_relative_error, settings->tolerance, settings->eps);
    }
    return done;
}

static bool run(const struct invocation *invocation, struct error *error) {
    struct checked checked = {.weights = NULL};
    bool done = open_check(&checked, invocation, error) && check(&checked, error) &&
                report(&checked, &invocation->settings, error);
    checked_free(&checked);
    return done;
}

const struct command command_gradcheck = {
    .name = "gradcheck",
    .arguments = "[MODEL]",
    .summary = "the hand-written gradients against central differences, a row a tensor",
    .most_arguments = 1,
    .groups = GROUP_TASK | GROUP_MODEL,
    .options = (const char *const[]){"examples", "seed", "data", "json", "eps", "tolerance",
                                     "gradients", "break", NULL},
    .defaults = (const char *const[][2]){{"model", "attention"}, {"examples", "16"}, {NULL, NULL}},
    .files = ".safetensors",
    .run = run,
};
