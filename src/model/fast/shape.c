/* The fast engine's layout of a model: see shape.h. */
#include "model/fast/shape.h"

#include "base/memory.h"
#include "model/kind.h"
#include "model/pass.h"

#include <math.h>

static size_t padded(size_t n) {
    return n > SIZE_MAX - 15 ? SIZE_MAX : (n + 15) / 16 * 16;
}

/* The next stretch of rows * columns weights. */
static size_t next(struct fast_shape *shape, size_t rows, size_t columns) {
    size_t at = shape->weight_count;
    shape->weight_count = size_add(at, padded(size_multiply(rows, columns)));
    return at;
}

static void lay_out_pairs(struct fast_shape *shape) {
    size_t pair = shape->letters + shape->digits;
    if (shape->score == FAST_MATRIX) {
        shape->m = next(shape, pair, shape->letter_stride);
    } else if (shape->scored) {
        shape->q = next(shape, shape->letters, shape->width_stride);
        shape->k = next(shape, pair, shape->width_stride);
        shape->w = next(shape, shape->score == FAST_ADDITIVE ? 1 : 0, shape->width_stride);
    }
    shape->v = next(shape, pair, shape->width_stride);
    shape->o = next(shape, shape->width_stride, shape->digit_stride);
    shape->b = next(shape, 1, shape->digit_stride);
}

static void lay_out_mlp(struct fast_shape *shape) {
    size_t pair = shape->letters + shape->digits;
    size_t inputs = size_add(size_multiply(shape->pairs, pair), shape->letters);
    shape->w1 = next(shape, inputs, shape->hidden_stride);
    shape->b1 = next(shape, 1, shape->hidden_stride);
    shape->w2 = next(shape, shape->hidden, shape->digit_stride);
    shape->b2 = next(shape, 1, shape->digit_stride);
}

static const struct score_form {
    const struct score *score;
    enum fast_score form;
} score_forms[] = {
    {&score_scaled_dot, FAST_PRODUCT}, {&score_dot, FAST_PRODUCT},
    {&score_additive, FAST_ADDITIVE},  {&score_bilinear, FAST_MATRIX},
    {&score_distance, FAST_DISTANCE},
};

/* FAST_UNIFORM for a score that is not in the list. */
static enum fast_score form_of(const struct score *score) {
    for (size_t i = 0; i < sizeof score_forms / sizeof *score_forms; i++) {
        if (score_forms[i].score == score) return score_forms[i].form;
    }
    return FAST_UNIFORM;
}

static bool knows_kind(const struct model_kind *kind) {
    return kind == &model_attention || kind == &model_average || kind == &model_mlp;
}

static bool unknown(const char *what, const char *name, struct error *error) {
    return error_set(error, STATUS_FAILED,
                     "the fast engine does not know the %s %s: say --engine reference", what, name);
}

bool fast_knows(const struct model *model, const struct optimizer *optimizer, struct error *error) {
    if (!knows_kind(model->kind)) return unknown("model", model->kind->name, error);
    if (optimizer && optimizer != &optimizer_adam && optimizer != &optimizer_sgd) {
        return unknown("optimizer", optimizer->name, error);
    }
    return !model->kind->has_score || form_of(model->score) != FAST_UNIFORM ||
           unknown("score", model->score->name, error);
}

/* What the sum of terms is multiplied by. */
static float factor_of(const struct score *score, size_t head_width) {
    if (score == &score_scaled_dot) return (float)(1 / sqrt((double)head_width));
    return score == &score_distance ? -0.5f : 1;
}

struct fast_shape fast_shape_of(const struct model *model) {
    bool pairs = model->kind->has_weights;
    size_t heads = pairs ? pass_heads(model) : 1, head_width = model->width / heads;
    struct fast_shape shape = {
        .pairs = model->task.pairs,
        .letters = model->task.letters,
        .digits = model->task.digits,
        .heads = heads,
        .head_width = head_width,
        .hidden = pairs ? 0 : model->hidden,
        .score = model->kind->has_score ? form_of(model->score) : FAST_UNIFORM,
        .scored = model->kind->has_score,
        .score_factor = factor_of(model->score, head_width),
        .letter_stride = padded(model->task.letters),
        .digit_stride = padded(model->task.digits),
        .head_stride = padded(head_width),
        .hidden_stride = padded(model->hidden),
    };
    shape.width_stride = size_multiply(heads, shape.head_stride);
    shape.pair_count = size_add(size_multiply(shape.letters, shape.digits), 1);
    shape.match_count = size_add(padded(size_multiply(shape.pair_count, shape.letters)), 16);
    (pairs ? lay_out_pairs : lay_out_mlp)(&shape);
    return shape;
}

/* Row r of a matrix that is split into heads. */
static size_t head_row(const struct fast_shape *shape, size_t r) {
    return r / shape->head_width * shape->head_stride + r % shape->head_width;
}

size_t fast_place(const struct fast_shape *shape, const struct tensor *tensor, size_t i) {
    size_t row = i / tensor->columns, column = i % tensor->columns;
    switch (tensor->id) {
    case M:
        return shape->m + column * shape->letter_stride + row;
    case W_S:
        return shape->w + head_row(shape, row);
    case W_Q:
        return shape->q + column * shape->width_stride + head_row(shape, row);
    case W_K:
        return shape->k + column * shape->width_stride + head_row(shape, row);
    case W_V:
        return shape->v + column * shape->width_stride + head_row(shape, row);
    case W_O:
        return shape->o + head_row(shape, column) * shape->digit_stride + row;
    case B_O:
        return shape->b + row;
    case W_1:
        return shape->w1 + column * shape->hidden_stride + row;
    case B_1:
        return shape->b1 + row;
    case W_2:
        return shape->w2 + column * shape->digit_stride + row;
    case B_2:
        return shape->b2 + row;
    case TENSOR_COUNT:
        break;
    }
    return 0;
}

struct fast_sizes fast_table_sizes(const struct fast_shape *shape) {
    size_t C = shape->digit_stride, H = shape->heads, match = shape->match_count;
    size_t rows_of_reply = size_add(shape->pair_count, 3); /* P', see table_view.h */
    size_t reply = size_multiply(rows_of_reply, C),
           inputs = size_add(shape->letters, shape->digits);
    size_t factors = size_multiply(inputs, shape->letter_stride);
    size_t of_head = size_add(size_add(factors, match), size_add(size_multiply(inputs, C), reply));
    size_t columns = size_multiply(shape->width_stride, shape->letter_stride);
    size_t sums = size_add(reply, shape->scored ? match : 0);
    size_t rows = size_multiply(shape->pairs, 16);
    size_t weights = size_multiply(3, size_multiply(H, rows));
    return (struct fast_sizes){
        .tables = size_add(size_add(columns, size_multiply(H, of_head)), size_add(C, 16)),
        .sums = size_add(size_add(size_multiply(H, sums), C), 16),
        .scratch = size_add(size_add(weights, size_multiply(18, rows)), size_multiply(32, C)),
    };
}

struct fast_sizes fast_direct_sizes(const struct fast_shape *shape) {
    size_t W = shape->width_stride, N = shape->pairs, H = shape->heads;
    size_t rows = size_multiply(32, size_multiply(N, W));
    size_t weights = size_multiply(48, size_multiply(H, N));
    size_t outputs = size_add(size_multiply(33, W), size_multiply(32, shape->digit_stride));
    return (struct fast_sizes){
        .tables = 16,
        .sums = size_add(shape->weight_count, 16),
        .scratch = size_add(size_add(rows, weights), outputs),
    };
}

struct fast_sizes fast_mlp_sizes(const struct fast_shape *shape) {
    size_t rows = size_multiply(2, size_add(shape->hidden_stride, shape->digit_stride));
    return (struct fast_sizes){
        .tables = 16,
        .sums = size_add(shape->weight_count, 16),
        .scratch = size_multiply(16, rows),
    };
}
