/* attention, and average: the same model with every weight 1/n.
 *
 *   q = W_Q x_query      k_i = W_K x_i      v_i = W_V x_i
 *   a = softmax over i of score(q, k_i), in each head      o = sum_i a_i v_i, head after head
 *   logits = W_O o + b_O
 *
 * x_i = (onehot(letter), onehot(digit)), so W x_i is the sum of two columns of W. The score bilinear
 * has no W_Q and W_K: there q is x_query and k_i is x_i. */
#include "attention/head.h"
#include "model/kind.h"
#include "model/linear.h"

/* Which entries of x_i are 1. */
static void pair_ones(const struct model *model, const struct example *example, size_t i,
                      uint32_t ones[2]) {
    ones[0] = example->letters[i];
    ones[1] = (uint32_t)model->task.letters + example->digits[i];
}

/* Where head h's own part of the score's parameter begins: in M, in w_S, or nowhere. */
static size_t score_parameter_offset(const struct model *model, size_t h) {
    if (model->score->parameter == SCORE_MATRIX) return model->offset[M];
    return model->offset[W_S] + h * model_head_width(model);
}

static bool has_score_parameter(const struct model *model) {
    return model->kind->has_score && model->score->parameter != SCORE_NO_PARAMETER;
}

static struct head model_head(const struct pass *pass, const double *weights,
                              const struct example *example, size_t h) {
    const struct model *model = pass->model;
    bool scored = model->kind->has_score;
    return (struct head){
        .score = scored ? model->score : NULL,
        .w = has_score_parameter(model) ? weights + score_parameter_offset(model, h) : NULL,
        .n = example->count,
        .d_q = model_query_width(model) / pass_heads(model),
        .d_k = model_key_width(model) / pass_heads(model),
        .d_v = model->width / pass_heads(model),
        .k_stride = model_key_width(model),
        .v_stride = model->width,
        .sharpness = 1,
        .keep = pass->keep ? pass->keep + h * model->task.pairs : NULL,
        .softmax_backward = pass->softmax_backward};
}

static void forward_values(struct pass *pass, const double *weights,
                           const struct example *example) {
    const struct model *model = pass->model;
    size_t d = model->width, pair = model->task.letters + model->task.digits;
    uint32_t ones[2];

    /* v_i = W_V x_i */
    for (size_t i = 0; i < example->count; i++) {
        pair_ones(model, example, i, ones);
        onehot_forward(d, pair, model_tensor(model, weights, W_V), 2, ones, pass->v + i * d);
    }
}

static void forward_queries_and_keys(struct pass *pass, const double *weights,
                                     const struct example *example) {
    const struct model *model = pass->model;
    size_t d = model->width, letters = model->task.letters, pair = letters + model->task.digits;
    uint32_t ones[2];

    /* q = W_Q x_query */
    onehot_forward(d, letters, model_tensor(model, weights, W_Q), 1,
                   &example->letters[example->query], pass->q);

    /* k_i = W_K x_i */
    for (size_t i = 0; i < example->count; i++) {
        pair_ones(model, example, i, ones);
        onehot_forward(d, pair, model_tensor(model, weights, W_K), 2, ones, pass->k + i * d);
    }
}

static void set_inputs_as_queries_and_keys(struct pass *pass, const struct example *example) {
    const struct model *model = pass->model;
    size_t letters = model->task.letters, pair = letters + model->task.digits;
    uint32_t ones[2];

    /* q = x_query,  k_i = x_i */
    onehot_set(letters, 1, &example->letters[example->query], pass->q);
    for (size_t i = 0; i < example->count; i++) {
        pair_ones(model, example, i, ones);
        onehot_set(pair, 2, ones, pass->k + i * pair);
    }
}

static void forward_heads(struct pass *pass, const double *weights, const struct example *example) {
    const struct model *model = pass->model;
    size_t width = model->width / pass_heads(model);

    /* o = sum_i a_i v_i, head h from its columns h*d_h .. */
    for (size_t h = 0; h < pass_heads(model); h++) {
        struct head head = model_head(pass, weights, example, h);
        size_t column = h * width, row = h * model->task.pairs;
        head_forward(&head, pass->q + column, pass->k + column, pass->v + column, pass->s + row,
                     pass->a + row, pass->o + column);
    }
}

static void forward_output(struct pass *pass, const double *weights) {
    const struct model *model = pass->model;

    /* logits = W_O o + b_O */
    linear_forward(model->task.digits, model->width, model_tensor(model, weights, W_O),
                   model_tensor(model, weights, B_O), pass->o, pass->logits);
}

static void attention_model_forward(struct pass *pass, const double *weights,
                                    const struct example *example) {
    if (model_scores_inputs(pass->model)) {
        set_inputs_as_queries_and_keys(pass, example);
    } else {
        forward_queries_and_keys(pass, weights, example);
    }
    forward_values(pass, weights, example);
    forward_heads(pass, weights, example);
    forward_output(pass, weights);
}

void pass_score_pair(struct pass *pass, const double *weights, uint32_t query, uint32_t letter,
                     uint32_t digit) {
    const struct model *model = pass->model;
    uint32_t letters[] = {letter, query}, digits[] = {digit, 0};
    /* the pair is the only one that is there; the query's letter stands behind it */
    const struct example pair = {.count = 1, .letters = letters, .digits = digits, .query = 1};
    if (model_scores_inputs(model)) {
        /* x_query^T M x_i is the sum of two entries */
        const double *row = model_tensor(model, weights, M) + query * model_key_width(model);
        pass->s[0] = row[letter] + row[model->task.letters + digit];
        return;
    }
    forward_queries_and_keys(pass, weights, &pair);
    for (size_t h = 0; h < model->heads; h++) {
        struct head head = model_head(pass, weights, &pair, h);
        size_t column = h * head.d_q;
        pass->s[h * model->task.pairs] =
            model->score->forward(head.d_q, head.d_k, pass->q + column, pass->k + column, head.w);
    }
}

static void average_model_forward(struct pass *pass, const double *weights,
                                  const struct example *example) {
    forward_values(pass, weights, example);
    forward_heads(pass, weights, example);
    forward_output(pass, weights);
}

static void set_zero(size_t n, double *x) {
    for (size_t i = 0; i < n; i++) x[i] = 0;
}

static void backward_output(struct pass *pass, const double *weights, double *gradient) {
    const struct model *model = pass->model;

    /* logits = W_O o + b_O  =>  do = W_O^T dlogits,  dW_O += dlogits o^T,  db_O += dlogits */
    linear_backward(model->task.digits, model->width, model_tensor(model, weights, W_O), pass->o,
                    pass->dlogits, pass->d_o, gradient + model->offset[W_O],
                    gradient + model->offset[B_O]);
}

static void backward_heads(struct pass *pass, const double *weights, const struct example *example,
                           double *gradient) {
    const struct model *model = pass->model;
    size_t width = model->width / pass_heads(model);

    /* o = sum_i a_i v_i, a = softmax(s), s_i = score(q, k_i; w), in each head */
    set_zero(model_query_width(model), pass->dq);
    set_zero(example->count * model_key_width(model), pass->dk);
    set_zero(example->count * model->width, pass->dv);
    for (size_t h = 0; h < pass_heads(model); h++) {
        struct head head = model_head(pass, weights, example, h);
        size_t column = h * width, row = h * model->task.pairs;
        struct head_gradient heads = {
            .o = pass->d_o + column,
            .a = pass->da + row,
            .s = pass->ds + row,
            .q = pass->dq + column,
            .k = pass->dk + column,
            .v = pass->dv + column,
            .w = has_score_parameter(model) ? gradient + score_parameter_offset(model, h) : NULL};
        head_backward(&head, pass->q + column, pass->k + column, pass->v + column, pass->a + row,
                      &heads);
    }
}

static void backward_values(struct pass *pass, const struct example *example, double *gradient) {
    const struct model *model = pass->model;
    size_t d = model->width, pair = model->task.letters + model->task.digits;
    uint32_t ones[2];

    /* v_i = W_V x_i  =>  dW_V += dv_i x_i^T */
    for (size_t i = 0; i < example->count; i++) {
        pair_ones(model, example, i, ones);
        onehot_backward(d, pair, 2, ones, pass->dv + i * d, gradient + model->offset[W_V]);
    }
}

static void backward_queries_and_keys(struct pass *pass, const struct example *example,
                                      double *gradient) {
    const struct model *model = pass->model;
    size_t d = model->width, letters = model->task.letters, pair = letters + model->task.digits;
    uint32_t ones[2];

    /* k_i = W_K x_i  =>  dW_K += dk_i x_i^T */
    for (size_t i = 0; i < example->count; i++) {
        pair_ones(model, example, i, ones);
        onehot_backward(d, pair, 2, ones, pass->dk + i * d, gradient + model->offset[W_K]);
    }

    /* q = W_Q x_query  =>  dW_Q += dq x_query^T */
    onehot_backward(d, letters, 1, &example->letters[example->query], pass->dq,
                    gradient + model->offset[W_Q]);
}

static void attention_model_backward(struct pass *pass, const double *weights,
                                     const struct example *example, double *gradient) {
    backward_output(pass, weights, gradient);
    backward_heads(pass, weights, example, gradient);
    backward_values(pass, example, gradient);
    if (!model_scores_inputs(pass->model)) backward_queries_and_keys(pass, example, gradient);
}

static void average_model_backward(struct pass *pass, const double *weights,
                                   const struct example *example, double *gradient) {
    backward_output(pass, weights, gradient);
    backward_heads(pass, weights, example, gradient);
    backward_values(pass, example, gradient);
}

const struct model_kind model_attention = {
    .name = "attention",
    .summary = "softmax attention: the query chooses where to look",
    .parts = PART_VALUE,
    .has_score = true,
    .has_weights = true,
    .forward = attention_model_forward,
    .backward = attention_model_backward,
};

const struct model_kind model_average = {
    .name = "average",
    .summary = "the same values and read-out, every pair weighed 1/n",
    .parts = PART_VALUE,
    .has_weights = true,
    .forward = average_model_forward,
    .backward = average_model_backward,
};
