/* What eval tells: see eval_result.h. */
#include "command/eval_result.h"

#include "command/json_output.h"
#include "model/kind.h"
#include "train/verdict.h"

#include <inttypes.h>
#include <math.h>

static enum verdict verdict(const struct eval_result *result) {
    return verdict_of(result->metrics.loss, result->metrics.examples, &result->floors);
}

void eval_result_json(struct text *text, const struct eval_result *result) {
    const struct metrics *metrics = &result->metrics;
    const struct model_kind *kind = result->model->kind;
    json_begin(text);
    json_string_field(text, "model", kind->name);
    json_key(text, "score");
    if (kind->has_score) {
        text_json_string(text, result->model->score->name);
    } else {
        text_string(text, "null");
    }
    json_count_field(text, "examples", metrics->examples);
    json_number_field(text, "loss", metrics->loss);
    json_number_field(text, "accuracy", metrics->accuracy);
    json_number_field(text, "answer_weight", metrics->answer_weight);
    json_number_field(text, "attention_entropy", metrics->entropy);
    json_number_field(text, "uniform_loss", result->floors.chance);
    json_number_field(text, "average_floor", result->floors.average);
    json_number_field(text, "blind_floor", result->floors.blind);
    json_number_field(text, "blind_accuracy", result->floors.blind_accuracy);
    json_count_field(text, "errors_in_context", metrics->errors_in_context);
    json_count_field(text, "errors_out_of_context", metrics->errors_out_of_context);
    json_string_field(text, "verdict", verdict_names[verdict(result)]);
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

static void append_headline(struct text *text, const struct eval_result *result) {
    const struct model *model = result->model;
    text_format(text, "%s", model->kind->name);
    if (model->kind->has_score) text_format(text, " (%s)", model->score->name);
    text_format(text, ", %zu parameters, on %" PRIu64 " example%s\n", model->parameter_count,
                result->metrics.examples, result->metrics.examples == 1 ? "" : "s");
}

static void append_loss_and_accuracy(struct text *text, const struct metrics *metrics,
                                     const struct floors *floors) {
    text_format(text, "  loss            %.6f nats (chance %.6f", metrics->loss, floors->chance);
    if (!isnan(floors->average)) text_format(text, ", average floor %.6f", floors->average);
    text_format(text, ", blind floor %.6f)\n", floors->blind);
    text_format(text, "  accuracy        %.3f %% (blind %.3f %%)\n", 100 * metrics->accuracy,
                100 * floors->blind_accuracy);
}

static void append_verdict(struct text *text, const struct eval_result *result) {
    bool doubtful = verdict_is_in_doubt(verdict(result), result->metrics.loss, &result->floors);
    text_format(text, "  verdict         %s%s\n", verdict_sentences[verdict(result)],
                doubtful ? ": " VERDICT_DOUBT : "");
}

void eval_result_text(struct text *text, const struct eval_result *result) {
    const struct metrics *metrics = &result->metrics;
    append_headline(text, result);
    append_loss_and_accuracy(text, metrics, &result->floors);
    if (result->model->kind->has_weights) {
        text_format(text, "  attention       %.4f on the answer's pair, entropy %.4f nats\n",
                    metrics->answer_weight, metrics->entropy);
    }
    append_errors(text, metrics);
    append_verdict(text, result);
}
