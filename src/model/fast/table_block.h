/* The method of tables, second part: a block of examples looks up, and adds into the tables'
 * gradients. Included by kernel.c. */
#ifndef MODEL_FAST_TABLE_BLOCK_H
#define MODEL_FAST_TABLE_BLOCK_H

#include "model/fast/softmax_pairs.h"
#include "model/fast/table_view.h"

/* Where a block's pairs stand in the tables: rows[i][e] in reply, cells[i][e] in match. */
INLINE void find_rows(const struct fast_shape *s, size_t n, const struct fast_block *block,
                      const struct table_scratch *own) {
    struct words none = {0}, query = words_load(block->query);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *pair = block->pairs + i * 2 * LANES;
        struct words letter = words_load(pair), digit = words_load(pair + LANES);
        struct words row = words_add_times(digit, (uint32_t)s->digits, letter);
        words_store(own->rows + i * LANES, words_add_times(none, (uint32_t)s->digit_stride, row));
        words_store(own->cells + i * LANES, words_add_times(query, (uint32_t)s->letters, row));
    }
}

/* a[i] = 1 / n for pairs that are there. */
INLINE void uniform_weights(const struct fast_shape *s, size_t n, const struct fast_block *block,
                            float *a) {
    for (size_t i = 0; i < n; i++) {
        const uint32_t *letters = block->pairs + i * 2 * BLOCK_EXAMPLES;
        for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
            bool there = letters[e] < s->letters;
            a[i * LANES + e] = there ? 1 / (float)block->count[e] : 0;
        }
    }
}

INLINE void table_weights(const struct fast_shape *s, size_t n, const struct table_view *view,
                          const struct fast_block *block, const uint32_t *cells, float *a) {
    if (!s->scored) {
        uniform_weights(s, n, block, a);
        return;
    }
    bool exact = view->flags[FLAG_EXACT_MATCH] > 0;
    for (size_t h = 0; h < s->heads; h++) {
        const float *match = view->match + h * s->match_count;
        float *of_head = a + h * n * LANES;
        for (size_t i = 0; i < n; i++) {
            lanes_store(of_head + i * LANES, lanes_gather(match, cells + i * LANES));
        }
        softmax_pairs(n, exact, of_head);
    }
}

/* z[e] = bias + sum over heads and pairs of a * reply. */
INLINE void table_logits(const struct fast_shape *s, size_t n, size_t digits,
                         const struct table_view *view, const uint32_t *rows, const float *a,
                         float *z) {
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        for (size_t c = 0; c < digits; c += LANES) {
            struct lanes sum = lanes_load(view->bias + c);
            for (size_t h = 0; h < s->heads; h++) {
                const float *reply = view->reply + h * view->reply_rows * digits + c;
                const float *of_head = a + h * n * LANES + e;
                for (size_t i = 0; i < n; i++) {
                    sum = lanes_add_product(sum, lanes_all(of_head[i * LANES]),
                                            lanes_load(reply + rows[i * LANES + e]));
                }
            }
            lanes_store(z + e * digits + c, sum);
        }
    }
}

/* The bound on the logits holds for weights that add up to 1: with dropout they may not. */
INLINE void table_shift(const struct fast_shape *s, bool dropout, const struct table_view *view,
                        const float *y, float *shift) {
    if (dropout || view->flags[FLAG_EXACT_LOGITS] > 0) {
        largest_logits(s, y, shift);
    } else {
        lanes_store(shift, lanes_all(view->flags[FLAG_SHIFT]));
    }
}

/* dreply of pair i += a[i] dz, and the products of dz . reply, folded, for lane e of one head. */
INLINE void reply_backward(const struct fast_shape *s, size_t n, size_t digits, size_t e,
                           const float *reply, const uint32_t *rows, const float *a,
                           const float *dz, float *restrict dreply,
                           struct folded *restrict products) {
    for (size_t i = 0; i < n; i++) {
        size_t row = rows[i * LANES + e];
        struct lanes weight = lanes_all(a[i * LANES + e]), product = lanes_all(0);
        for (size_t c = 0; c < digits; c += LANES) {
            struct lanes d = lanes_load(dz + c);
            if (s->scored) {
                struct lanes r = lanes_load(reply + row + c);
                product = c ? lanes_add_product(product, d, r) : lanes_multiply(d, r);
            }
            lanes_store(dreply + row + c,
                        lanes_add_product(lanes_load(dreply + row + c), weight, d));
        }
        if (s->scored) products[i * LANES + e] = lanes_fold(product);
    }
}

/* da[i] = dz . reply of pair i, from its folded products. */
INLINE void sum_products(size_t n, const struct folded *products, float *da) {
    for (size_t i = 0; i < n; i++) {
        lanes_store(da + i * LANES, folded_sums(products + i * LANES));
    }
}

/* ds in place of da, added to the scores' gradients. */
INLINE void table_match_backward(size_t n, const uint32_t *cells, const float *a, float *da,
                                 float *dmatch) {
    softmax_pairs_backward(n, 1, a, da);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *at = cells + i * LANES;
        for (size_t e = 0; e < LANES; e++) dmatch[at[e]] += da[i * LANES + e];
    }
}

/* to = keep * from: kept from a, and da in place. */
INLINE void apply_dropout(size_t count, const float *keep, const float *from, float *to) {
    for (size_t i = 0; i < count; i += LANES) {
        lanes_store(to + i, lanes_multiply(lanes_load(keep + i), lanes_load(from + i)));
    }
}

/* dbias += sum_e dz[e]. */
INLINE void add_bias(size_t digits, const float *dz, float *dbias) {
    for (size_t e = 0; e < LANES; e++) {
        for (size_t c = 0; c < digits; c += LANES) {
            lanes_store(dbias + c,
                        lanes_add(lanes_load(dbias + c), lanes_load(dz + e * digits + c)));
        }
    }
}

INLINE void backward_head(const struct fast_shape *s, size_t h, const struct table_view *view,
                          const struct table_scratch *own, const float *kept, const float *keep,
                          const struct table_sums *to) {
    size_t n = s->pairs, digits = s->digit_stride;
    size_t reply = h * view->reply_rows * digits, weights = h * n * LANES;
    for (size_t e = 0; e < LANES; e++) {
        reply_backward(s, n, digits, e, view->reply + reply, own->rows, kept + weights,
                       own->z + e * digits, to->dreply + reply, own->products);
    }
    if (!s->scored) return;
    sum_products(n, own->products, own->da + weights);
    if (s->dropout) {
        apply_dropout(n * LANES, keep + weights, own->da + weights, own->da + weights);
    }
    table_match_backward(n, own->cells, own->a + weights, own->da + weights,
                         to->dmatch + h * s->match_count);
}

INLINE void accumulate_tables(const struct fast_shape *s, float *tables,
                              const struct fast_block *block, const float *scale, const float *keep,
                              float *sums, float *scratch) {
    size_t n = s->pairs, digits = s->digit_stride;
    struct table_view view = view_tables(s, tables);
    struct table_sums to = view_sums(s, &view, sums);
    struct table_scratch own = view_scratch(s, scratch);
    const float *kept = s->dropout ? own.kept : own.a;
    struct readout_sums sum;
    float shift[LANES], loss[LANES];
    find_rows(s, n, block, &own);
    table_weights(s, n, &view, block, own.cells, own.a);
    if (s->dropout) apply_dropout(s->heads * n * LANES, keep, own.a, own.kept);
    table_logits(s, n, digits, &view, own.rows, kept, own.z);
    readout_by_digit(s, own.z, own.y);
    table_shift(s, s->dropout, &view, own.y, shift);
    readout_exponentials(s, block->answer, shift, own.y, &sum, loss);
    add_losses(loss, scale, to.losses);
    readout_gradients(s, block->answer, scale, &sum, own.y, own.z);
    if (s->dropout) add_bias(digits, own.z, to.dbias);
    for (size_t h = 0; h < s->heads; h++) {
        backward_head(s, h, &view, &own, kept, keep, &to);
    }
}

/* Mean over the heads of the weight on the asked pair, and of the entropy. */
INLINE void weight_results(const struct fast_shape *s, const struct fast_block *block,
                           const float *a, struct fast_result *result) {
    struct lanes entropy = lanes_all(0), weight = lanes_all(0);
    struct lanes share = lanes_all(1 / (float)s->heads);
    for (size_t h = 0; h < s->heads; h++) {
        float asked[LANES];
        const float *of_head = a + h * s->pairs * LANES;
        for (size_t i = 0; i < s->pairs; i++) {
            struct lanes w = lanes_load(of_head + i * LANES);
            struct lanes log = lanes_log(lanes_max(w, lanes_all(1e-37f)));
            entropy = lanes_subtract(entropy, lanes_multiply(w, log));
        }
        for (size_t e = 0; e < LANES; e++) asked[e] = of_head[block->position[e] * LANES + e];
        weight = lanes_add(weight, lanes_load(asked));
    }
    lanes_store(result->entropy, lanes_multiply(entropy, share));
    lanes_store(result->weight, lanes_multiply(weight, share));
}

INLINE void evaluate_tables(const struct fast_shape *s, float *tables,
                            const struct fast_block *block, struct fast_result *result,
                            float *scratch) {
    struct table_view view = view_tables(s, tables);
    struct table_scratch own = view_scratch(s, scratch);
    struct readout_sums sum;
    float shift[LANES];
    find_rows(s, s->pairs, block, &own);
    table_weights(s, s->pairs, &view, block, own.cells, own.a);
    table_logits(s, s->pairs, s->digit_stride, &view, own.rows, own.a, own.z);
    readout_by_digit(s, own.z, own.y);
    table_shift(s, false, &view, own.y, shift);
    readout_exponentials(s, block->answer, shift, own.y, &sum, result->loss);
    readout_results(s, block->answer, &sum, own.y, result);
    weight_results(s, block, own.a, result);
}

#endif
