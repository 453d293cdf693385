/* An explanation of one pass: see explanation.h. */
#include "model/explanation.h"

#include "attention/softmax.h"
#include "base/elementary.h"
#include "base/memory.h"
#include "model/kind.h"
#include "model/linear.h"

#include <stdlib.h>

/* --- parts of a score -------------------------------------------------------------------------- */

/* The score of head h and pair i by another formula than the model's own. */
static double score_by(const struct score *score, const struct explanation *explanation, size_t h,
                       size_t i) {
    const struct model *model = explanation->model;
    size_t d = model_head_width(model);
    return score->forward(d, d, explanation->pass.q + h * d,
                          explanation->pass.k + i * model->width + h * d, NULL);
}

static double dot(const struct explanation *explanation, size_t h, size_t i) {
    return score_by(&score_dot, explanation, h, i);
}

static double square(const struct explanation *explanation, size_t h, size_t i) {
    return -2 * score_by(&score_distance, explanation, h, i);
}

/* The entry of M in the row of the query's letter. */
static double bilinear_entry(const struct explanation *explanation, size_t column) {
    const struct model *model = explanation->model;
    const struct example *example = explanation->example;
    size_t row = example->letters[example->query];
    return model_tensor(model, explanation->weights, M)[row * model_key_width(model) + column];
}

static double bilinear_letter(const struct explanation *explanation, size_t h, size_t i) {
    (void)h;
    return bilinear_entry(explanation, explanation->example->letters[i]);
}

static double bilinear_digit(const struct explanation *explanation, size_t h, size_t i) {
    (void)h;
    return bilinear_entry(explanation,
                          explanation->model->task.letters + explanation->example->digits[i]);
}

static const struct score_part score_parts[] = {
    {&score_scaled_dot, "q_dot_k", "q . k_i", dot},
    {&score_bilinear, "M_letter", "M[q,letter]", bilinear_letter},
    {&score_bilinear, "M_digit", "M[q,digit]", bilinear_digit},
    {&score_distance, "squared_distance", "|q - k_i|^2", square},
};

const struct score_part *score_part_of(const struct score *score, size_t p) {
    for (size_t i = 0; i < sizeof score_parts / sizeof *score_parts; i++) {
        if (score_parts[i].score == score && p-- == 0) return &score_parts[i];
    }
    return NULL;
}

/* --- memory ------------------------------------------------------------------------------------ */

static size_t lay_out(struct explanation *explanation, double *block) {
    const struct model *model = explanation->model;
    bool scored = model->kind->has_score;
    size_t heads = scored ? pass_heads(model) : 0, used = 0;
    size_t pairs = size_multiply(heads, model->task.pairs);
    bool additive = scored && model->score->parameter == SCORE_VECTOR;
    explanation->gradient = memory_next(block, &used, model->parameter_count);
    explanation->e = memory_next(block, &used, pairs);
    explanation->a_da = memory_next(block, &used, pairs);
    explanation->one_minus_a = memory_next(block, &used, pairs);
    explanation->jacobian = memory_next(block, &used, pairs);
    explanation->da_jacobian = memory_next(block, &used, pairs);
    explanation->m = memory_next(block, &used, heads);
    explanation->sum_e = memory_next(block, &used, heads);
    explanation->sum_a_da = memory_next(block, &used, heads);
    for (size_t p = 0; scored && p < EXPLANATION_PARTS; p++) {
        explanation->parts[p] =
            memory_next(block, &used, score_part_of(model->score, p) ? pairs : 0);
    }
    explanation->t =
        memory_next(block, &used, additive ? size_multiply(model->task.pairs, model->width) : 0);
    explanation->z = memory_next(block, &used, explanation->pass.hidden);
    return used;
}

/* --- the numbers ------------------------------------------------------------------------------- */

static void explain_softmax(struct explanation *explanation, size_t h) {
    const struct pass *pass = &explanation->pass;
    size_t n = explanation->example->count, row = h * explanation->model->task.pairs;
    double *m = &explanation->m[h];

    /* m = max_j s_j,  e_i = e^(s_i - m) */
    *m = pass->s[row];
    for (size_t i = 1; i < n; i++) *m = pass->s[row + i] > *m ? pass->s[row + i] : *m;
    for (size_t i = 0; i < n; i++) {
        explanation->e[row + i] = elementary_exp(pass->s[row + i] - *m);
        explanation->sum_e[h] += explanation->e[row + i];
        explanation->a_da[row + i] = pass->a[row + i] * pass->da[row + i];
        explanation->sum_a_da[h] += explanation->a_da[row + i];
    }
}

static void explain_jacobian(struct explanation *explanation, size_t h) {
    const struct pass *pass = &explanation->pass;
    size_t n = explanation->example->count, row = h * explanation->model->task.pairs;
    size_t asked = explanation->example->query;
    softmax_jacobian_row(n, pass->a + row, asked, explanation->jacobian + row);
    for (size_t j = row; j < row + n; j++) {
        explanation->one_minus_a[j] = (j == row + asked ? 1 : 0) - pass->a[j];
        explanation->da_jacobian[j] = pass->da[j] * explanation->jacobian[j];
    }
}

static void explain_parts(struct explanation *explanation, size_t h) {
    const struct score_part *part;
    size_t row = h * explanation->model->task.pairs;
    for (size_t p = 0; (part = score_part_of(explanation->model->score, p)); p++) {
        for (size_t i = 0; i < explanation->example->count; i++) {
            explanation->parts[p][row + i] = part->number(explanation, h, i);
        }
    }
}

/* t_i = tanh(q + k_i) */
static void explain_additive(struct explanation *explanation) {
    const struct pass *pass = &explanation->pass;
    size_t d = explanation->model->width;
    for (size_t i = 0; i < explanation->example->count; i++) {
        for (size_t j = 0; j < d; j++) {
            explanation->t[i * d + j] = elementary_tanh(pass->q[j] + pass->k[i * d + j]);
        }
    }
}

static void explain_scores(struct explanation *explanation) {
    const struct model *model = explanation->model;
    for (size_t h = 0; h < pass_heads(model); h++) {
        explain_softmax(explanation, h);
        explain_jacobian(explanation, h);
        explain_parts(explanation, h);
    }
    if (model->score->parameter == SCORE_VECTOR) explain_additive(explanation);
}

/* z = W_1 x + b_1 */
static void explain_hidden(struct explanation *explanation) {
    const struct model *model = explanation->model;
    const double *b = model_tensor(model, explanation->weights, B_1);
    const struct tensor *W = model_find_tensor(model, "W_1");
    onehot_forward(W->rows, W->columns, model_tensor(model, explanation->weights, W_1),
                   2 * explanation->example->count + 1, explanation->pass.ones, explanation->z);
    for (size_t r = 0; r < W->rows; r++) explanation->z[r] += b[r];
}

/* What there is to tell are weights of the pairs, or hidden units. */
static bool check_kind(const struct model_kind *kind, struct error *error) {
    return kind->has_weights || (kind->parts & PART_MLP) ||
           error_set(error, STATUS_FAILED,
                     "the model %s has neither attention weights nor hidden units to explain",
                     kind->name);
}

bool explanation_make(struct explanation *explanation, const struct model *model,
                      const double *weights, const struct example *example, struct error *error) {
    struct pass *pass = &explanation->pass;
    *explanation = (struct explanation){.model = model, .weights = weights, .example = example};
    if (!check_kind(model->kind, error) || !pass_init(pass, model, error)) return false;
    size_t count = lay_out(explanation, NULL);
    explanation->block = memory_take(count, sizeof(double), "the explanation", error);
    if (!explanation->block) return false;
    lay_out(explanation, explanation->block);
    pass_forward(pass, weights, example);
    pass_loss_backward(pass, example, 1);
    pass_backward(pass, weights, example, explanation->gradient);
    if (model->kind->has_score) explain_scores(explanation);
    if (!model->kind->has_weights) explain_hidden(explanation);
    return true;
}

void explanation_free(struct explanation *explanation) {
    pass_free(&explanation->pass);
    free(explanation->block);
    *explanation = (struct explanation){.block = NULL};
}
