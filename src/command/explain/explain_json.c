/* All numbers of explain as JSON, by the names of the formulas. */
#include "command/explain/explain.h"
#include "command/json_output.h"
#include "model/kind.h"
#include "task/example_text.h"
#include "task/letter.h"

#include <stdio.h>

/* "key": [[row], [row], ...] of numbers[rows][stride], `columns` of each row. */
static void append_matrix(struct text *text, const char *key, const double *numbers, size_t rows,
                          size_t columns, size_t stride) {
    json_key(text, key);
    text_string(text, "[");
    for (size_t r = 0; r < rows; r++) {
        text_string(text, r ? ",\n    " : "");
        json_numbers(text, numbers + r * stride, columns);
    }
    text_string(text, "]");
}

static void append_vector(struct text *text, const char *key, const double *numbers, size_t count) {
    json_key(text, key);
    json_numbers(text, numbers, count);
}

static void append_question(struct text *text, const struct explanation *explanation) {
    const struct model *model = explanation->model;
    struct text pairs = {0};
    char query[LETTER_SIZE];
    example_pairs_text(&pairs, explanation->example);
    json_string_field(text, "model", model->kind->name);
    if (model->kind->has_score) json_string_field(text, "score", model->score->name);
    text->failed = text->failed || pairs.failed;
    json_string_field(text, "pairs", pairs.data ? pairs.data : "");
    json_string_field(text, "query", example_query_name(explanation->example, query));
    json_count_field(text, "answer", example_answer(explanation->example));
    json_count_field(text, "prediction", pass_prediction(&explanation->pass));
    text_free(&pairs);
}

/* Numbers of the heads and pairs, [H][n]. */
static void append_heads(struct text *text, const struct explanation *explanation, const char *key,
                         const double *numbers) {
    append_matrix(text, key, numbers, pass_heads(explanation->model), explanation->example->count,
                  explanation->model->task.pairs);
}

static void append_scores(struct text *text, const struct explanation *explanation) {
    const struct model *model = explanation->model;
    const struct pass *pass = &explanation->pass;
    const struct score_part *part;
    size_t n = explanation->example->count, d = model_key_width(model);
    append_vector(text, "q", pass->q, model_query_width(model));
    append_matrix(text, "k", pass->k, n, d, d);
    if (model->score->parameter == SCORE_VECTOR) append_matrix(text, "t", explanation->t, n, d, d);
    for (size_t p = 0; (part = score_part_of(model->score, p)); p++) {
        append_heads(text, explanation, part->key, explanation->parts[p]);
    }
    append_heads(text, explanation, "s", pass->s);
    append_vector(text, "m", explanation->m, pass_heads(model));
    append_heads(text, explanation, "e", explanation->e);
    append_vector(text, "sum_e", explanation->sum_e, pass_heads(model));
}

static void append_forward(struct text *text, const struct explanation *explanation) {
    const struct model *model = explanation->model;
    const struct pass *pass = &explanation->pass;
    size_t n = explanation->example->count, d = model->width;
    if (model->kind->has_score) append_scores(text, explanation);
    if (model->kind->has_weights) {
        append_heads(text, explanation, "a", pass->a);
        append_matrix(text, "v", pass->v, n, d, d);
        append_vector(text, "o", pass->o, d);
    } else {
        append_vector(text, "z", explanation->z, pass->hidden);
        append_vector(text, "h", pass->h, pass->hidden);
    }
    append_vector(text, "logits", pass->logits, model->task.digits);
    append_vector(text, "y", pass->y, model->task.digits);
    json_number_field(text, "loss", pass->loss);
}

static void append_ds(struct text *text, const struct explanation *explanation) {
    const struct model *model = explanation->model;
    const struct pass *pass = &explanation->pass;
    size_t n = explanation->example->count, d = model_key_width(model);
    append_heads(text, explanation, "a_da", explanation->a_da);
    append_vector(text, "sum_a_da", explanation->sum_a_da, pass_heads(model));
    append_heads(text, explanation, "ds", pass->ds);
    append_heads(text, explanation, "one_minus_a", explanation->one_minus_a);
    append_heads(text, explanation, "jacobian", explanation->jacobian);
    append_heads(text, explanation, "da_jacobian", explanation->da_jacobian);
    append_vector(text, "dq", pass->dq, model_query_width(model));
    append_matrix(text, "dk", pass->dk, n, d, d);
}

static void append_backward(struct text *text, const struct explanation *explanation) {
    const struct model *model = explanation->model;
    const struct pass *pass = &explanation->pass;
    size_t d = model->width;
    append_vector(text, "dlogits", pass->dlogits, model->task.digits);
    if (!model->kind->has_weights) {
        append_vector(text, "dz", pass->dh, pass->hidden);
        return;
    }
    append_vector(text, "do", pass->d_o, d);
    append_heads(text, explanation, "da", pass->da);
    if (model->kind->has_score) append_ds(text, explanation);
    append_matrix(text, "dv", pass->dv, explanation->example->count, d, d);
}

static void append_tensor(struct text *text, const struct explanation *explanation,
                          const struct tensor *tensor) {
    const double *numbers = explanation->gradient + tensor->offset;
    char key[16];
    snprintf(key, sizeof key, "d%s", tensor->name);
    if (tensor->is_vector) {
        append_vector(text, key, numbers, tensor->count);
    } else {
        append_matrix(text, key, numbers, tensor->rows, tensor->columns, tensor->columns);
    }
}

void explain_json(struct text *text, const struct explanation *explanation) {
    const struct model *model = explanation->model;
    json_begin(text);
    append_question(text, explanation);
    append_forward(text, explanation);
    append_backward(text, explanation);
    for (size_t t = 0; t < model->tensor_count; t++) {
        append_tensor(text, explanation, &model->tensors[t]);
    }
    json_finish(text);
}
