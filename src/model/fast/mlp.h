/* The fully connected net; see kernel.h. Included by kernel.c.
 *
 * tables: none    sums: the weights' gradients; losses [16]    scratch: h, dh [16][H']
 *          z [16][C']   y [C'][16] */
#ifndef MODEL_FAST_MLP_H
#define MODEL_FAST_MLP_H

#include "model/fast/direct.h"

/* Calls the statement with `input`, the number of each input of lane e that is 1. */
#define EACH_INPUT(s, block, e, statement)                                                         \
    for (size_t i = 0, of_pair = (s)->letters + (s)->digits; i <= (s)->pairs; i++) {               \
        bool last = i == (s)->pairs;                                                               \
        uint32_t letter = (block)->query[e], digit = 0;                                            \
        if (!last && !get_pair(s, block, i, e, &letter, &digit)) continue;                         \
        for (size_t both = 0; both < (last ? 1U : 2U); both++) {                                   \
            size_t input = i * of_pair + (both ? (s)->letters + digit : letter);                   \
            statement;                                                                             \
        }                                                                                          \
    }

INLINE void add_row(size_t n, const float *x, float *y) {
    for (size_t r = 0; r < n; r += LANES) {
        lanes_store(y + r, lanes_add(lanes_load(y + r), lanes_load(x + r)));
    }
}

/* h = ReLU(W1 x + b1), logits = W2 h + b2 in z, to exponentials in y, their sums and the losses. */
INLINE void mlp_forward(const struct fast_shape *s, const float *weights,
                        const struct fast_block *block, float *h, float *z, float *y,
                        struct readout_sums *sum, float *loss) {
    size_t n = s->hidden_stride;
    float shift[LANES];
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        float *row = h + e * n;
        for (size_t r = 0; r < n; r += LANES) {
            lanes_store(row + r, lanes_load(weights + s->b1 + r));
        }
        EACH_INPUT(s, block, e, add_row(n, weights + s->w1 + input * n, row))
        for (size_t r = 0; r < n; r += LANES) lanes_store(row + r, lanes_relu(lanes_load(row + r)));
    }
    readout_forward(s, s->hidden, n, weights + s->w2, weights + s->b2, h, z);
    readout_by_digit(s, z, y);
    largest_logits(s, y, shift);
    readout_exponentials(s, block->answer, shift, y, sum, loss);
}

static void mlp_accumulate(const struct fast_shape *shape, const float *weights, float *tables,
                           const struct fast_block *block, const float *scale, const float *keep,
                           float *sums, float *scratch) {
    const struct fast_shape own_shape = *shape, *s = &own_shape; /* no store can change it */
    size_t n = s->hidden_stride;
    float *h = scratch, *dh = h + BLOCK_EXAMPLES * n, *z = dh + BLOCK_EXAMPLES * n;
    float *y = z + BLOCK_EXAMPLES * s->digit_stride;
    struct readout_sums sum;
    float loss[LANES];
    (void)tables, (void)keep;
    mlp_forward(s, weights, block, h, z, y, &sum, loss);
    add_losses(loss, scale, sums + s->weight_count);
    readout_gradients(s, block->answer, scale, &sum, y, z);
    set_zeros(BLOCK_EXAMPLES * n, dh);
    readout_backward(s, s->hidden, n, weights + s->w2, h, z, dh, sums + s->w2, sums + s->b2);
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        float *row = dh + e * n;
        if (scale[e] == 0) continue;
        /* dh is stopped where h = 0 */
        for (size_t r = 0; r < n; r += LANES) {
            lanes_store(row + r, lanes_where(lanes_load(h + e * n + r), lanes_load(row + r)));
        }
        add_row(n, row, sums + s->b1);
        EACH_INPUT(s, block, e, add_row(n, row, sums + s->w1 + input * n))
    }
}

static void mlp_evaluate(const struct fast_shape *shape, const float *weights, float *tables,
                         const struct fast_block *block, struct fast_result *result,
                         float *scratch) {
    const struct fast_shape own_shape = *shape, *s = &own_shape; /* no store can change it */
    size_t n = s->hidden_stride;
    float *h = scratch, *z = h + 2 * BLOCK_EXAMPLES * n;
    float *y = z + BLOCK_EXAMPLES * s->digit_stride;
    struct readout_sums sum;
    (void)tables;
    mlp_forward(s, weights, block, h, z, y, &sum, result->loss);
    readout_results(s, block->answer, &sum, y, result);
    lanes_store(result->weight, lanes_all(0));
    lanes_store(result->entropy, lanes_all(0));
}

#endif
