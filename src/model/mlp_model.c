/* mlp: the fully connected net of the same inputs.
 *
 *   x = (x_1 .. x_N, x_query), zeros where a pair is missing
 *   h = ReLU(W_1 x + b_1)      logits = W_2 h + b_2 */
#include "model/kind.h"
#include "model/linear.h"

static size_t input_size(const struct model *model) {
    return model->task.pairs * (model->task.letters + model->task.digits) + model->task.letters;
}

/* Which entries of x are 1; returns how many: 2n + 1. */
static size_t input_ones(const struct model *model, const struct example *example, uint32_t *ones) {
    size_t letters = model->task.letters, pair = letters + model->task.digits, count = 0;
    for (size_t i = 0; i < example->count; i++) {
        ones[count++] = (uint32_t)(i * pair + example->letters[i]);
        ones[count++] = (uint32_t)(i * pair + letters + example->digits[i]);
    }
    ones[count++] = (uint32_t)(model->task.pairs * pair + example->letters[example->query]);
    return count;
}

static void forward(struct pass *pass, const double *weights, const struct example *example) {
    const struct model *model = pass->model;
    const double *b = model_tensor(model, weights, B_1);
    size_t count = input_ones(model, example, pass->ones);

    /* h = ReLU(W_1 x + b_1) */
    onehot_forward(model->hidden, input_size(model), model_tensor(model, weights, W_1), count,
                   pass->ones, pass->h);
    for (size_t r = 0; r < model->hidden; r++) {
        double x = pass->h[r] + b[r];
        pass->h[r] = x <= 0 ? 0 : x; /* what is not a number stays so, and is found */
    }

    /* logits = W_2 h + b_2 */
    linear_forward(model->task.digits, model->hidden, model_tensor(model, weights, W_2),
                   model_tensor(model, weights, B_2), pass->h, pass->logits);
}

static void backward(struct pass *pass, const double *weights, const struct example *example,
                     double *gradient) {
    const struct model *model = pass->model;
    double *db = gradient + model->offset[B_1];
    size_t count = input_ones(model, example, pass->ones);

    /* logits = W_2 h + b_2  =>  dh = W_2^T dlogits,  dW_2 += dlogits h^T,  db_2 += dlogits */
    linear_backward(model->task.digits, model->hidden, model_tensor(model, weights, W_2), pass->h,
                    pass->dlogits, pass->dh, gradient + model->offset[W_2],
                    gradient + model->offset[B_2]);

    /* h = ReLU(W_1 x + b_1)  =>  dh is stopped where h = 0,  dW_1 += dh x^T,  db_1 += dh */
    for (size_t r = 0; r < model->hidden; r++) {
        if (pass->h[r] == 0) pass->dh[r] = 0;
        db[r] += pass->dh[r];
    }
    onehot_backward(model->hidden, input_size(model), count, pass->ones, pass->dh,
                    gradient + model->offset[W_1]);
}

const struct model_kind model_mlp = {
    .name = "mlp",
    .summary = "fully connected net: one hidden layer with ReLU",
    .parts = PART_MLP,
    .forward = forward,
    .backward = backward,
};
