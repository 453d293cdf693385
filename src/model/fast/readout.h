/* The read-out of a block: logits = W o + b for 16 examples, softmax, loss, and back.
 *
 * o [16][stride], W [width][C'], b [C'], z and dz [16][C'], y [C'][16]. Rows of W are read once for
 * the whole block; the softmax over the digits has the 16 examples as lanes. Included by kernel.c.
 */
#ifndef MODEL_FAST_READOUT_H
#define MODEL_FAST_READOUT_H

#include "model/fast/kernel.h"
#include "model/fast/lanes_cross.h"

/* The score of a pair that is not there: e^x of it is 0. */
#define NEVER (-1e30f)

enum { TILE = 4 };

/* The first `columns` of up to sixteen columns of out = x W for `tile` rows of x, each sum in the
 * order of r. */
INLINE void multiply_tile(size_t tile, size_t columns, size_t n, const float *x, size_t row,
                          size_t step, const float *W, size_t stride, float *out, size_t out_row) {
    struct lanes sum[TILE];
    for (size_t t = 0; t < tile; t++) sum[t] = lanes_all(0);
#pragma GCC unroll 8
    for (size_t r = 0; r < n; r++) {
        struct lanes w = lanes_load(W + r * stride);
        for (size_t t = 0; t < tile; t++) {
            sum[t] = lanes_add_product(sum[t], lanes_all(x[t * row + r * step]), w);
        }
    }
    for (size_t t = 0; t < tile; t++) lanes_store_first(out + t * out_row, sum[t], columns);
}

/* Up to sixteen columns of out = x W: out[t][c] = sum over r < n of x[t][r] W[r][c] for t < count,
 * where x[t][r] stands at x[t * row + r * step]. Several rows side by side hide the additions'
 * latency. */
INLINE void multiply_rows(size_t count, size_t columns, size_t n, const float *x, size_t row,
                          size_t step, const float *W, size_t stride, float *out, size_t out_row) {
    size_t t = 0;
    for (; t + TILE <= count; t += TILE) {
        multiply_tile(TILE, columns, n, x + t * row, row, step, W, stride, out + t * out_row,
                      out_row);
    }
    if (t + 2 <= count) {
        multiply_tile(2, columns, n, x + t * row, row, step, W, stride, out + t * out_row, out_row);
        t += 2;
    }
    if (t < count) {
        multiply_tile(1, columns, n, x + t * row, row, step, W, stride, out + t * out_row, out_row);
    }
}

/* Rows that are far apart share cache sets: where they are, stretches of them are copied side by
 * side first. */
enum { NEAR_DIGITS = 64, STRETCH_ROWS = 64, STRETCH_DIGITS = 128 };

/* z[e] += sum over the rows r of o[e][r] W[r], 16 digits of each, in the order of r. */
INLINE void add_rows(size_t rows, const float *W, size_t W_row, const float *o, size_t o_row,
                     float *z, size_t z_row) {
    for (size_t first = 0; first < BLOCK_EXAMPLES; first += TILE) {
        struct lanes sum[TILE];
        for (size_t e = 0; e < TILE; e++) sum[e] = lanes_load(z + (first + e) * z_row);
        for (size_t r = 0; r < rows; r++) {
            struct lanes w = lanes_load(W + r * W_row);
            for (size_t e = 0; e < TILE; e++) {
                sum[e] = lanes_add_product(sum[e], lanes_all(o[(first + e) * o_row + r]), w);
            }
        }
        for (size_t e = 0; e < TILE; e++) lanes_store(z + (first + e) * z_row, sum[e]);
    }
}

/* z[e][c] = b[c] + sum_r o[e][r] W[r][c]. */
INLINE void readout_forward(const struct fast_shape *shape, size_t width, size_t stride,
                            const float *W, const float *b, const float *o, float *z) {
    size_t digits = shape->digit_stride;
    float side_by_side[STRETCH_ROWS * LANES];
    for (size_t c = 0; c < digits; c += LANES) {
        for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
            lanes_store(z + e * digits + c, lanes_load(b + c));
        }
        for (size_t first = 0; first < width; first += STRETCH_ROWS) {
            size_t rows = width - first < STRETCH_ROWS ? width - first : STRETCH_ROWS;
            const float *from = W + first * digits + c;
            bool near = digits <= NEAR_DIGITS;
            for (size_t r = 0; r < rows && !near; r++) {
                lanes_store(side_by_side + r * LANES, lanes_load(from + r * digits));
            }
            add_rows(rows, near ? from : side_by_side, near ? digits : LANES, o + first, stride,
                     z + c, digits);
        }
    }
}

/* y[c][e] = z[e][c]: the logits by digit. */
INLINE void readout_by_digit(const struct fast_shape *shape, const float *z, float *y) {
    transpose_columns(shape->digits, z, shape->digit_stride, y);
}

/* The largest logit of each example. */
INLINE void largest_logits(const struct fast_shape *shape, const float *y, float *max) {
    struct lanes most = lanes_load(y);
    for (size_t c = 1; c < shape->digits; c++) most = lanes_max(lanes_load(y + c * LANES), most);
    lanes_store(max, most);
}

/* What the exponentials of a block add up to. */
struct readout_sums {
    struct lanes own;    /* that of the answer */
    struct lanes others; /* of all other digits together */
    struct lanes all;
};

/* The loss: with r = others / own it is ln(1 + r), and nothing is lost however small r is. Where r is
 * large, or the answer's exponential is none, it is ln(all) + shift - z[answer]. */
INLINE struct lanes readout_loss(const struct readout_sums *sums, struct lanes shift,
                                 struct lanes logit) {
    struct lanes ratio = lanes_divide(sums->others, sums->own), u = lanes_add(ratio, lanes_all(1));
    struct lanes log = lanes_log(lanes_up_to_one(ratio, u, sums->all));
    struct lanes large = lanes_subtract(lanes_add(log, shift), logit);
    return lanes_up_to_one(ratio, lanes_log1p(ratio, u, log), large);
}

/* The answers' logits. */
INLINE struct lanes answer_logits(struct words answers, const float *y) {
    uint32_t at[LANES];
    words_store(at, words_add_times(words_load(lane_numbers), LANES, answers));
    return lanes_gather(y, at);
}

/* y = e^(y - shift), 0 in place of the answer's own; sets the sums, and loss[16]. */
INLINE void readout_exponentials(const struct fast_shape *shape, const uint32_t *answer,
                                 const float *shift, float *y, struct readout_sums *sums,
                                 float *loss) {
    struct words answers = words_load(answer);
    struct lanes down = lanes_load(shift), logit = answer_logits(answers, y);
    struct lanes own = lanes_exp(lanes_subtract(logit, down)), others = lanes_all(0);
    for (uint32_t c = 0; c < shape->digits; c++) {
        float *row = y + c * LANES;
        struct lanes e = lanes_exp(lanes_subtract(lanes_load(row), down));
        e = lanes_where_not(answers, c, e);
        lanes_store(row, e);
        others = lanes_add(others, e);
    }
    *sums = (struct readout_sums){own, others, lanes_add(others, own)};
    lanes_store(loss, readout_loss(sums, down, logit));
}

/* dz = scale * (softmax - onehot(answer)) from exponentials y, which it spends; the answer's own is
 * -scale * (the others' part), without cancellation. */
INLINE void readout_gradients(const struct fast_shape *shape, const uint32_t *answer,
                              const float *scale, const struct readout_sums *sums, float *y,
                              float *dz) {
    size_t digits = shape->digit_stride;
    struct words answers = words_load(answer);
    struct lanes factor = lanes_divide(lanes_load(scale), sums->all);
    struct lanes of_answer = lanes_multiply(factor, sums->others);
    for (uint32_t c = 0; c < shape->digits; c++) {
        struct lanes d = lanes_multiply(lanes_load(y + c * LANES), factor);
        lanes_store(y + c * LANES, lanes_subtract(d, lanes_where_is(answers, c, of_answer)));
    }
    for (size_t c = shape->digits; c < digits; c++) lanes_store(y + c * LANES, lanes_all(0));
    for (size_t c = 0; c < digits; c += LANES) {
        transpose_rows(LANES, y + c * LANES, LANES, dz + c, digits);
    }
}

/* Sets products[e] to w . dz[e] over a stretch of n digits, folded, and adds o[e] dz[e] to dw. */
INLINE void row_backward(size_t n, const float *w, const float *dz, size_t dz_row, const float *o,
                         size_t o_row, float *dw, struct folded *products) {
    for (size_t first = 0; first < BLOCK_EXAMPLES; first += TILE) {
        struct lanes sum[TILE];
        for (size_t e = 0; e < TILE; e++) sum[e] = lanes_all(0);
        for (size_t c = 0; c < n; c += LANES) {
            struct lanes wc = lanes_load(w + c), dwc = lanes_load(dw + c);
            for (size_t e = 0; e < TILE; e++) {
                struct lanes d = lanes_load(dz + (first + e) * dz_row + c);
                sum[e] = lanes_add_product(sum[e], wc, d);
                dwc = lanes_add_product(dwc, lanes_all(o[(first + e) * o_row]), d);
            }
            lanes_store(dw + c, dwc);
        }
        for (size_t e = 0; e < TILE; e++) products[first + e] = lanes_fold(sum[e]);
    }
}

/* do[e][r] = sum_c W[r][c] dz[e][c];  dW[r][c] += sum_e o[e][r] dz[e][c];  db[c] += sum_e dz[e][c].
 * Stretches of digits one after the other. */
INLINE void readout_backward(const struct fast_shape *shape, size_t width, size_t stride,
                             const float *W, const float *o, const float *dz, float *d_o, float *dW,
                             float *db) {
    size_t digits = shape->digit_stride;
    float side_by_side[BLOCK_EXAMPLES * STRETCH_DIGITS];
    for (size_t start = 0; start < digits; start += STRETCH_DIGITS) {
        size_t n = digits - start < STRETCH_DIGITS ? digits - start : STRETCH_DIGITS;
        for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
            for (size_t c = 0; c < n; c += LANES) {
                struct lanes d = lanes_load(dz + e * digits + start + c);
                lanes_store(side_by_side + e * n + c, d);
                lanes_store(db + start + c, lanes_add(lanes_load(db + start + c), d));
            }
        }
        for (size_t r = 0; r < width; r++) {
            struct folded products[LANES];
            float column[LANES];
            row_backward(n, W + r * digits + start, side_by_side, n, o + r, stride,
                         dW + r * digits + start, products);
            lanes_store(column, folded_sums(products));
            for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
                float *to = d_o + e * stride + r;
                *to = start ? *to + column[e] : column[e];
            }
        }
    }
}

/* sums += loss where scale is not 0. */
INLINE void add_losses(const float *loss, const float *scale, float *sums) {
    struct lanes there = lanes_where(lanes_load(scale), lanes_load(loss));
    lanes_store(sums, lanes_add(lanes_load(sums), there));
}

/* Predictions and the answers' probabilities of a block, from exponentials. */
INLINE void readout_results(const struct fast_shape *shape, const uint32_t *answer,
                            const struct readout_sums *sums, const float *y,
                            struct fast_result *result) {
    struct words answers = words_load(answer), best = {0};
    struct lanes most = lanes_all(-1);
    for (uint32_t c = 0; c < shape->digits; c++) {
        struct lanes own = lanes_where_is(answers, c, sums->own);
        lanes_note_larger(lanes_or(own, lanes_load(y + c * LANES)), c, &most, &best);
    }
    words_store(result->prediction, best);
    lanes_store(result->probability, lanes_divide(sums->own, sums->all));
}

#endif
