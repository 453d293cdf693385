/* eval: what a model knows, on fresh or given examples. */
#include "command/answer_figure.h"
#include "command/command.h"
#include "command/eval_result.h"
#include "command/expense.h"
#include "command/from_settings.h"
#include "command/heat_output.h"
#include "command/output.h"
#include "model/kind.h"
#include "model/model_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Examples in the picture. */
enum { PICTURED = 6, TITLE_SIZE = 96 };

/* Everything that one evaluation needs and finds. */
struct evaluation {
    struct model model;
    double *weights;
    struct dataset dataset;
    struct source *source;
    uint64_t count;
    const struct engine *engine;
    struct learner *learner;
    struct eval_result result;
};

static void evaluation_free(struct evaluation *evaluation) {
    if (evaluation->engine) evaluation->engine->destroy(evaluation->learner);
    source_free(evaluation->source);
    dataset_free(&evaluation->dataset);
    free(evaluation->weights);
}

/* Of the file's own examples, or of the stream's. */
static bool find_floors(struct evaluation *evaluation, bool from_file, struct error *error) {
    const struct task *task = &evaluation->model.task;
    struct floors *floors = &evaluation->result.floors;
    return from_file ? floors_of_dataset(&evaluation->dataset, task->digits, floors, error)
                     : floors_all(task->min_pairs, task->pairs, task->digits, floors, error);
}

static bool evaluation_open(struct evaluation *evaluation, const struct invocation *invocation,
                            struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct model *model = &evaluation->model;
    if (!refuse_with_data(invocation, error)) return false;
    evaluation->count = settings->examples;
    evaluation->result.model = model;
    if (!model_file_read(invocation->arguments[0], model, &evaluation->weights, error)) {
        return false;
    }
    evaluation->source = settings_source(settings, &model->task, STREAM_EVAL, &evaluation->dataset,
                                         &evaluation->count, error);
    if (!evaluation->source) return false;
    evaluation->engine = engine_find(settings->engine);
    evaluation->learner = evaluation->engine->create(model, NULL, error);
    if (!evaluation->learner || !output_check_writable(settings->output, error)) return false;
    evaluation->engine->set_weights(evaluation->learner, evaluation->weights);
    expense_note("the evaluation", (double)evaluation->count * expense_of_pass(model), 0, false);
    return find_floors(evaluation, settings->data != NULL, error);
}

static void append_row(struct text *text, uint64_t number, const struct example_result *result) {
    text_format(text, "%" PRIu64 ",", number);
    text_double(text, result->loss);
    text_format(text, ",%u,%u,", (unsigned)result->prediction, (unsigned)result->answer);
    text_double(text, result->answer_probability);
    text_string(text, ",");
    if (!isnan(result->answer_weight)) text_double(text, result->answer_weight);
    text_string(text, "\n");
}

static bool write_rows(void *context, uint64_t first, const struct example_result *results,
                       size_t count, struct error *error) {
    struct text text = {0};
    for (size_t i = 0; i < count; i++) append_row(&text, first + i, &results[i]);
    bool done = output_piece(context, &text, error);
    text_free(&text);
    return done;
}

static bool measure(struct evaluation *evaluation, const struct result_observer *observer,
                    struct error *error) {
    return metrics_evaluate(evaluation->engine, evaluation->learner, evaluation->source,
                            evaluation->count, observer, &evaluation->result.metrics, error);
}

static bool measure_with_rows(struct evaluation *evaluation, const char *path,
                              struct error *error) {
    struct output output;
    struct text header = {0};
    struct result_observer observer = {.context = &output, .results = write_rows};
    text_string(&header, "example,loss,prediction,answer,answer_probability,answer_weight\n");
    bool done = output_open(&output, path, error);
    if (done) {
        done = output_piece(&output, &header, error) && measure(evaluation, &observer, error);
        done = output_close(&output, done, error);
    }
    text_free(&header);
    return done;
}

/* The first examples, answered by the reference engine. */
static bool add_answers(struct answer_figure *figure, const struct evaluation *evaluation,
                        struct error *error) {
    struct pass pass;
    if (!pass_init(&pass, &evaluation->model, error)) return false;
    bool done = true;
    for (size_t t = 0; t < figure->most && done; t++) {
        const struct example *example = source_draw(evaluation->source, t);
        pass_forward(&pass, evaluation->weights, example);
        done = answer_figure_add(figure, &pass, evaluation->weights, example, error);
    }
    pass_free(&pass);
    return done;
}

static bool write_picture(const struct evaluation *evaluation, const char *path,
                          struct error *error) {
    struct answer_figure figure;
    char title[TITLE_SIZE];
    size_t count = evaluation->count < PICTURED ? (size_t)evaluation->count : PICTURED;
    bool done = answer_figure_init(&figure, &evaluation->model, count, error) &&
                add_answers(&figure, evaluation, error);
    if (done) {
        snprintf(title, sizeof title, "%s on the first %zu of %" PRIu64 " examples",
                 evaluation->model.kind->name, count, evaluation->count);
        answer_figure_finish(&figure, title);
        done = heat_output(path, &figure.figure, error);
    }
    answer_figure_free(&figure);
    return done;
}

static bool check_outputs(const struct settings *settings, struct error *error) {
    return output_check_svg(settings->output, error) &&
           output_check_json(settings->json, "output", settings->output, error) &&
           output_check_json(settings->json, "per-example", settings->per_example, error) &&
           output_check_apart("output", settings->output, "per-example", settings->per_example,
                              error);
}

static bool run(const struct invocation *invocation, struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct evaluation evaluation = {.count = 0};
    struct text text = {0};
    bool done = check_outputs(settings, error) && evaluation_open(&evaluation, invocation, error);
    if (done) {
        done = settings->per_example ? measure_with_rows(&evaluation, settings->per_example, error)
                                     : measure(&evaluation, NULL, error);
    }
    if (done && settings->output) done = write_picture(&evaluation, settings->output, error);
    if (done) {
        (settings->json ? eval_result_json : eval_result_text)(&text, &evaluation.result);
        /* unless the rows or the picture go to standard output */
        done = output_report(output_is_standard(settings->per_example) ||
                                 output_is_standard(settings->output),
                             &text, error);
    }
    text_free(&text);
    evaluation_free(&evaluation);
    return done;
}

const struct command command_eval = {
    .name = "eval",
    .arguments = "MODEL",
    .summary = "loss, accuracy and attention of a model on fresh or given examples",
    .least_arguments = 1,
    .most_arguments = 1,
    .options = (const char *const[]){"examples", "seed", "data", "engine", "json", "per-example",
                                     "output", NULL},
    .defaults = (const char *const[][2]){{"examples", "10000"}, {NULL, NULL}},
    .more = "With -o FILE.svg it draws the first 6 examples as heat maps: their attention weights, "
            "what\n"
            "each pair says for each digit, and the probabilities.\n",
    .files = ".safetensors",
    .output = ".svg",
    .run = run,
};
