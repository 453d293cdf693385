/* eval: what a model knows, on fresh or given examples. */
#include "command/answer_figure.h"
#include "command/command.h"
#include "command/expense.h"
#include "command/from_settings.h"
#include "command/heat_output.h"
#include "command/json_output.h"
#include "command/output.h"
#include "model/kind.h"
#include "model/model_file.h"
#include "train/metrics.h"
#include "train/verdict.h"

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
    struct metrics metrics;
    struct floors floors;
};

static void evaluation_free(struct evaluation *evaluation) {
    if (evaluation->engine) evaluation->engine->destroy(evaluation->learner);
    source_free(evaluation->source);
    dataset_free(&evaluation->dataset);
    free(evaluation->weights);
}

static bool evaluation_open(struct evaluation *evaluation, const struct invocation *invocation,
                            struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct model *model = &evaluation->model;
    if (!refuse_with_data(invocation, error)) return false;
    evaluation->count = settings->examples;
    if (!model_file_read(invocation->arguments[0], model, &evaluation->weights, error)) {
        return false;
    }
    evaluation->source = settings_source(settings, &model->task, STREAM_EVAL, &evaluation->dataset,
                                         &evaluation->count, error);
    if (!evaluation->source) return false;
    evaluation->engine = engine_find(settings->engine);
    evaluation->learner = evaluation->engine->create(model, NULL, error);
    if (!evaluation->learner) return false;
    evaluation->engine->set_weights(evaluation->learner, evaluation->weights);
    expense_note("the evaluation", (double)evaluation->count * expense_of_pass(model), 0, false);
    if (settings->data) {
        return floors_of_dataset(&evaluation->dataset, model->task.digits, &evaluation->floors,
                                 error);
    }
    return floors_all(model->task.min_pairs, model->task.pairs, model->task.digits,
                      &evaluation->floors, error);
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
                            evaluation->count, observer, &evaluation->metrics, error);
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

static enum verdict verdict(const struct evaluation *evaluation) {
    return verdict_of(evaluation->metrics.loss, evaluation->metrics.examples, &evaluation->floors);
}

static void append_json(struct text *text, const struct evaluation *evaluation) {
    const struct metrics *metrics = &evaluation->metrics;
    const struct model_kind *kind = evaluation->model.kind;
    json_begin(text);
    json_string_field(text, "model", kind->name);
    json_key(text, "score");
    if (kind->has_score) {
        text_json_string(text, evaluation->model.score->name);
    } else {
        text_string(text, "null");
    }
    json_count_field(text, "examples", metrics->examples);
    json_number_field(text, "loss", metrics->loss);
    json_number_field(text, "accuracy", metrics->accuracy);
    json_number_field(text, "answer_weight", metrics->answer_weight);
    json_number_field(text, "attention_entropy", metrics->entropy);
    json_number_field(text, "uniform_loss", evaluation->floors.chance);
    json_number_field(text, "average_floor", evaluation->floors.average);
    json_number_field(text, "blind_floor", evaluation->floors.blind);
    json_number_field(text, "blind_accuracy", evaluation->floors.blind_accuracy);
    json_count_field(text, "errors_in_context", metrics->errors_in_context);
    json_count_field(text, "errors_out_of_context", metrics->errors_out_of_context);
    json_string_field(text, "verdict", verdict_names[verdict(evaluation)]);
    json_finish(text);
}

static void append_errors(struct text *text, const struct metrics *metrics) {
    uint64_t errors = metrics->errors_in_context + metrics->errors_out_of_context;
    text_format(text, "  errors          %" PRIu64, errors);
    if (errors) {
        text_format(text,
                    ": %" PRIu64 " in context (the digit of another pair), %" PRIu64
                    " out of context",
                    metrics->errors_in_context, metrics->errors_out_of_context);
    }
    text_string(text, "\n");
}

static void append_text(struct text *text, const struct evaluation *evaluation) {
    const struct metrics *metrics = &evaluation->metrics;
    const struct floors *floors = &evaluation->floors;
    const struct model *model = &evaluation->model;
    text_format(text, "%s", model->kind->name);
    if (model->kind->has_score) text_format(text, " (%s)", model->score->name);
    text_format(text, ", %zu parameters, on %" PRIu64 " example%s\n", model->parameter_count,
                metrics->examples, metrics->examples == 1 ? "" : "s");
    text_format(text, "  loss            %.6f nats (chance %.6f", metrics->loss, floors->chance);
    if (!isnan(floors->average)) text_format(text, ", average floor %.6f", floors->average);
    text_format(text, ", blind floor %.6f)\n", floors->blind);
    text_format(text, "  accuracy        %.3f %% (blind %.3f %%)\n", 100 * metrics->accuracy,
                100 * floors->blind_accuracy);
    if (model->kind->has_weights) {
        text_format(text, "  attention       %.4f on the answer's pair, entropy %.4f nats\n",
                    metrics->answer_weight, metrics->entropy);
    }
    append_errors(text, metrics);
    bool doubtful = verdict_is_in_doubt(verdict(evaluation), metrics->loss, &evaluation->floors);
    text_format(text, "  verdict         %s%s\n", verdict_sentences[verdict(evaluation)],
                doubtful ? ": " VERDICT_DOUBT : "");
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
        (settings->json ? append_json : append_text)(&text, &evaluation);
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
