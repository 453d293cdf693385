/* The read-out of a block: logits = W o + b for 16 examples, softmax, loss, and back.
 *
 * o [16][stride], W [width][C'], b [C'], z and dz [16][C']. Rows of W are read once for the whole
 * block. Included by kernel.c. */
#ifndef MODEL_FAST_READOUT_H
#define MODEL_FAST_READOUT_H

#include "model/fast/kernel.h"
#include "model/fast/lanes.h"

/* What stands in the padding of logits: e^x of it is 0. */
#define NEVER (-1e30f)

enum { TILE = 4 };

/* Sixteen columns of out = x W for `tile` rows of x, each sum in the order of r. */
INLINE void multiply_tile(size_t tile, size_t n, const float *x, size_t row, size_t step,
                          const float *W, size_t stride, float *out, size_t out_row) {
    struct lanes sum[TILE];
    for (size_t t = 0; t < tile; t++) sum[t] = lanes_all(0);
    for (size_t r = 0; r < n; r++) {
        struct lanes w = lanes_load(W + r * stride);
        for (size_t t = 0; t < tile; t++) {
            sum[t] = lanes_add_product(sum[t], lanes_all(x[t * row + r * step]), w);
        }
    }
    for (size_t t = 0; t < tile; t++) lanes_store(out + t * out_row, sum[t]);
}

/* Sixteen columns of out = x W: out[t][c] = sum over r < n of x[t][r] W[r][c] for t < count, where
 * x[t][r] stands at x[t * row + r * step]. Several rows side by side hide the additions' latency.
 */
INLINE void multiply_rows(size_t count, size_t n, const float *x, size_t row, size_t step,
                          const float *W, size_t stride, float *out, size_t out_row) {
    size_t t = 0;
    for (; t + TILE <= count; t += TILE) {
        multiply_tile(TILE, n, x + t * row, row, step, W, stride, out + t * out_row, out_row);
    }
    for (; t < count; t++) {
        multiply_tile(1, n, x + t * row, row, step, W, stride, out + t * out_row, out_row);
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

/* z[e][c] = b[c] + sum_r o[e][r] W[r][c], the padding NEVER. */
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
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        for (size_t c = shape->digits; c < digits; c++) z[e * digits + c] = NEVER;
    }
}

/* The largest logit of each example. */
INLINE void largest_logits(const struct fast_shape *shape, const float *z, float *max) {
    size_t digits = shape->digit_stride;
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        struct lanes most = lanes_load(z + e * digits);
        for (size_t c = LANES; c < digits; c += LANES) {
            most = lanes_max(lanes_load(z + e * digits + c), most);
        }
        max[e] = lanes_largest(most);
    }
}

/* What the exponentials of a block add up to. */
struct readout_sums {
    float own[LANES];    /* that of the answer */
    float others[LANES]; /* of all other digits together */
    float all[LANES];
};

/* z = e^(z - shift), 0 in place of the answer's own; sets the sums, and loss[16]. With
 * r = others / own, the loss is ln(1 + r): nothing is lost however small it is. Where r is large,
 * or the answer's exponential is none, it is ln(all) + shift - z[answer]. */
INLINE void readout_exponentials(size_t digits, const uint32_t *answer, const float *shift,
                                 float *z, struct readout_sums *sums, float *loss) {
    struct folded others[LANES];
    float logit[LANES];
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        float *row = z + e * digits;
        struct lanes total = lanes_all(0);
        logit[e] = row[answer[e]];
        for (size_t c = 0; c < digits; c += LANES) {
            struct lanes y = lanes_exp(lanes_subtract(lanes_load(row + c), lanes_all(shift[e])));
            y = lanes_without(y, answer[e], (uint32_t)c);
            lanes_store(row + c, y);
            total = lanes_add(total, y);
        }
        others[e] = lanes_fold(total);
    }
    struct lanes own = lanes_exp(lanes_subtract(lanes_load(logit), lanes_load(shift)));
    struct lanes rest = folded_sums(others), all = lanes_add(rest, own);
    struct lanes ratio = lanes_divide(rest, own);
    struct lanes large =
        lanes_subtract(lanes_add(lanes_log(all), lanes_load(shift)), lanes_load(logit));
    lanes_store(sums->own, own);
    lanes_store(sums->others, rest);
    lanes_store(sums->all, all);
    lanes_store(loss, lanes_up_to_one(ratio, lanes_log1p(ratio), large));
}

/* z = scale * (y - onehot(answer)), from exponentials to the logits' gradients; the answer's own is
 * -scale * (the others' part), without cancellation. */
INLINE void readout_gradients(size_t digits, const uint32_t *answer, const float *scale,
                              const struct readout_sums *sums, float *z) {
    float factor[LANES], of_answer[LANES];
    struct lanes factors = lanes_divide(lanes_load(scale), lanes_load(sums->all));
    lanes_store(factor, factors);
    lanes_store(of_answer, lanes_multiply(factors, lanes_load(sums->others)));
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        float *row = z + e * digits;
        for (size_t c = 0; c < digits; c += LANES) {
            struct lanes y = lanes_multiply(lanes_load(row + c), lanes_all(factor[e]));
            struct lanes own = lanes_only(answer[e], (uint32_t)c, of_answer[e]);
            lanes_store(row + c, lanes_subtract(y, own));
        }
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
                            const struct readout_sums *sums, float *z, struct fast_result *result) {
    size_t digits = shape->digit_stride;
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        float *row = z + e * digits;
        size_t best = 0;
        row[answer[e]] = sums->own[e];
        for (size_t c = 1; c < shape->digits; c++) best = row[c] > row[best] ? c : best;
        result->prediction[e] = (uint32_t)best;
        result->probability[e] = sums->own[e] / sums->all[e];
    }
}

#endif
