/* One forward and backward pass: see pass.h. */
#include "model/pass.h"

#include "attention/softmax.h"
#include "base/elementary.h"
#include "base/memory.h"
#include "model/kind.h"

#include <math.h>
#include <stdlib.h>

size_t pass_heads(const struct model *model) {
    return !model->kind->has_weights ? 0 : model->kind->has_score ? model->heads : 1;
}

/* Lays all arrays out in the block; returns how many doubles they take. */
static size_t lay_out(struct pass *pass, const struct model *model, double *block) {
    bool pairs = model->kind->has_weights;
    size_t n = model->task.pairs, digits = model->task.digits, used = 0;
    size_t d = pairs ? model->width : 0, nd = size_multiply(n, d);
    size_t d_q = pairs ? model_query_width(model) : 0;
    size_t nd_k = pairs ? size_multiply(n, model_key_width(model)) : 0;
    size_t hn = size_multiply(pass_heads(model), n), hidden = pairs ? 0 : model->hidden;
    size_t ones = pairs ? 0 : 2 * n + 1;
    pass->hidden = hidden;

    pass->q = memory_next(block, &used, d_q), pass->dq = memory_next(block, &used, d_q);
    pass->k = memory_next(block, &used, nd_k), pass->dk = memory_next(block, &used, nd_k);
    pass->v = memory_next(block, &used, nd), pass->dv = memory_next(block, &used, nd);
    pass->s = memory_next(block, &used, hn), pass->ds = memory_next(block, &used, hn);
    pass->a = memory_next(block, &used, hn), pass->da = memory_next(block, &used, hn);
    pass->o = memory_next(block, &used, d), pass->d_o = memory_next(block, &used, d);
    pass->h = memory_next(block, &used, hidden), pass->dh = memory_next(block, &used, hidden);
    pass->logits = memory_next(block, &used, digits),
    pass->dlogits = memory_next(block, &used, digits);
    pass->y = memory_next(block, &used, digits);
    pass->ones = (uint32_t *)memory_next(block, &used, ones);
    return used;
}

size_t pass_memory(const struct model *model) {
    struct pass plan;
    return size_multiply(lay_out(&plan, model, NULL), sizeof(double));
}

bool pass_init(struct pass *pass, const struct model *model, struct error *error) {
    *pass = (struct pass){.model = model, .softmax_backward = softmax_backward};
    pass->block = memory_take(pass_memory(model), 1, "a pass of the model", error);
    if (!pass->block) return false;
    lay_out(pass, model, pass->block);
    return true;
}

void pass_free(struct pass *pass) {
    free(pass->block);
    *pass = (struct pass){0};
}

void pass_forward(struct pass *pass, const double *weights, const struct example *example) {
    size_t digits = pass->model->task.digits;
    pass->model->kind->forward(pass, weights, example);
    softmax_forward(digits, pass->logits, pass->y);
    /* -ln y[answer], without the underflow of y */
    pass->loss = softmax_loss(digits, pass->logits, example_answer(example));
}

void pass_loss_backward(struct pass *pass, const struct example *example, double scale) {
    for (size_t c = 0; c < pass->model->task.digits; c++) pass->dlogits[c] = scale * pass->y[c];
    pass->dlogits[example_answer(example)] -= scale;
}

void pass_backward(struct pass *pass, const double *weights, const struct example *example,
                   double *gradient) {
    pass->model->kind->backward(pass, weights, example, gradient);
}

uint32_t pass_prediction(const struct pass *pass) {
    size_t best = 0;
    for (size_t c = 1; c < pass->model->task.digits; c++) {
        if (pass->logits[c] > pass->logits[best]) best = c;
    }
    return (uint32_t)best;
}

double pass_answer_weight(const struct pass *pass, const struct example *example) {
    size_t heads = pass_heads(pass->model), n = pass->model->task.pairs;
    double sum = 0;
    for (size_t h = 0; h < heads; h++) sum += pass->a[h * n + example->query];
    return heads ? sum / (double)heads : (double)NAN;
}

static double entropy(size_t n, const double *a) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum -= a[i] > 0 ? a[i] * elementary_log(a[i]) : 0;
    return sum;
}

double pass_entropy(const struct pass *pass, const struct example *example) {
    size_t heads = pass_heads(pass->model), n = pass->model->task.pairs;
    double sum = 0;
    for (size_t h = 0; h < heads; h++) sum += entropy(example->count, pass->a + h * n);
    return heads ? sum / (double)heads : (double)NAN;
}

void pass_shares(const struct pass *pass, const double *weights, const struct example *example,
                 double *shares) {
    const struct model *model = pass->model;
    size_t heads = pass_heads(model), d = model->width, digits = model->task.digits;
    size_t width = d / (heads ? heads : 1);
    const double *W_o = model_tensor(model, weights, W_O);

    /* shares_i = W_O (a_i v_i), where column j of head j/d_h has that head's a_i */
    for (size_t i = 0; i < example->count; i++) {
        for (size_t c = 0; c < digits; c++) {
            double sum = 0;
            for (size_t j = 0; j < d; j++) {
                double weight = pass->a[j / width * model->task.pairs + i];
                sum += W_o[c * d + j] * weight * pass->v[i * d + j];
            }
            shares[i * digits + c] = sum;
        }
    }
}
