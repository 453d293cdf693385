/* The direct method: every example computes its own queries, keys and values; see kernel.h.
 * Included by kernel.c.
 *
 * tables:  none
 * sums:    the weights' gradients; losses [16]
 * scratch: k, v [16][N][W'] (W' = width_stride)   a, kept, da [heads][N][16]   o, d_o [16][W']
 *          z [16][C']   y [C'][16]   row: dv, then dk of one pair [W'] */
#ifndef MODEL_FAST_DIRECT_H
#define MODEL_FAST_DIRECT_H

#include "model/fast/readout.h"
#include "model/fast/score_terms.h"
#include "model/fast/softmax_pairs.h"

struct direct_view {
    float *k, *v, *a, *kept, *da, *o, *d_o, *z, *y, *row;
};

INLINE struct direct_view view_direct(const struct fast_shape *s, float *scratch) {
    struct direct_view view;
    size_t rows = BLOCK_EXAMPLES * s->pairs * s->width_stride;
    view.k = scratch;
    view.v = view.k + (s->scored ? rows : 0);
    view.a = view.v + rows;
    view.kept = view.a + s->heads * s->pairs * LANES;
    view.da = view.kept + s->heads * s->pairs * LANES;
    view.o = view.da + s->heads * s->pairs * LANES;
    view.d_o = view.o + BLOCK_EXAMPLES * s->width_stride;
    view.z = view.d_o + BLOCK_EXAMPLES * s->width_stride;
    view.y = view.z + BLOCK_EXAMPLES * s->digit_stride;
    view.row = view.y + BLOCK_EXAMPLES * s->digit_stride;
    return view;
}

/* y[n] = W[letter] + W[L + digit], rows of n. */
INLINE void embed(const struct fast_shape *s, const float *W, uint32_t letter, uint32_t digit,
                  float *y) {
    size_t n = s->width_stride;
    const float *of_letter = W + letter * n, *of_digit = W + (s->letters + digit) * n;
    for (size_t r = 0; r < n; r += LANES) {
        lanes_store(y + r, lanes_add(lanes_load(of_letter + r), lanes_load(of_digit + r)));
    }
}

/* dW[letter] += dy and dW[L + digit] += dy. */
INLINE void embed_backward(const struct fast_shape *s, const float *dy, uint32_t letter,
                           uint32_t digit, float *dW) {
    size_t n = s->width_stride;
    float *of_letter = dW + letter * n, *of_digit = dW + (s->letters + digit) * n;
    for (size_t r = 0; r < n; r += LANES) {
        struct lanes d = lanes_load(dy + r);
        lanes_store(of_letter + r, lanes_add(lanes_load(of_letter + r), d));
        lanes_store(of_digit + r, lanes_add(lanes_load(of_digit + r), d));
    }
}

INLINE float dot(size_t n, const float *x, const float *y) {
    struct lanes sum = lanes_all(0);
    for (size_t r = 0; r < n; r += LANES) {
        sum = lanes_add_product(sum, lanes_load(x + r), lanes_load(y + r));
    }
    return lanes_sum(sum);
}

/* y += a x. */
INLINE void add_scaled(size_t n, float a, const float *x, float *y) {
    struct lanes factor = lanes_all(a);
    for (size_t r = 0; r < n; r += LANES) {
        lanes_store(y + r, lanes_add_product(lanes_load(y + r), factor, lanes_load(x + r)));
    }
}

INLINE void set_zeros(size_t n, float *x) {
    for (size_t r = 0; r < n; r += LANES) lanes_store(x + r, lanes_all(0));
}

/* Whether lane e has the pair; its letter and digit. */
INLINE bool get_pair(const struct fast_shape *s, const struct fast_block *block, size_t i, size_t e,
                     uint32_t *letter, uint32_t *digit) {
    const uint32_t *pair = block->pairs + i * 2 * BLOCK_EXAMPLES;
    *letter = pair[e];
    *digit = pair[BLOCK_EXAMPLES + e];
    return *letter < s->letters;
}

/* The score of lane e's query in one head and a pair, whose embedded key is k. */
INLINE float direct_score(const struct fast_shape *s, const float *weights, uint32_t query,
                          size_t h, uint32_t letter, uint32_t digit, const float *k) {
    if (s->score == FAST_MATRIX) {
        const float *column = weights + s->m + query;
        return column[letter * s->letter_stride] + column[(s->letters + digit) * s->letter_stride];
    }
    const float *q = weights + s->q + query * s->width_stride + h * s->head_stride;
    return score_terms(s->score, s->head_stride, q, k + h * s->head_stride,
                       weights + s->w + h * s->head_stride) *
           s->score_factor;
}

/* Embeds the pairs of lane e, and sets their scores in a; missing pairs get NEVER. */
INLINE void direct_scores(const struct fast_shape *s, const float *weights,
                          const struct fast_block *block, size_t e, const struct direct_view *to) {
    size_t n = s->width_stride;
    uint32_t letter, digit;
    for (size_t i = 0; i < s->pairs; i++) {
        size_t row = (e * s->pairs + i) * n;
        bool there = get_pair(s, block, i, e, &letter, &digit);
        if (there) embed(s, weights + s->v, letter, digit, to->v + row);
        bool scored = there && s->scored;
        if (scored && s->score != FAST_MATRIX) {
            embed(s, weights + s->k, letter, digit, to->k + row);
        }
        for (size_t h = 0; h < s->heads; h++) {
            to->a[(h * s->pairs + i) * LANES + e] =
                scored  ? direct_score(s, weights, block->query[e], h, letter, digit, to->k + row)
                : there ? 0
                        : NEVER;
        }
    }
}

/* o of lane e: in each head the sum of a v. */
INLINE void direct_mix(const struct fast_shape *s, const struct fast_block *block, size_t e,
                       const float *kept, const struct direct_view *view) {
    float *o = view->o + e * s->width_stride;
    set_zeros(s->width_stride, o);
    for (size_t i = 0; i < block->count[e]; i++) {
        const float *v = view->v + (e * s->pairs + i) * s->width_stride;
        for (size_t h = 0; h < s->heads; h++) {
            add_scaled(s->head_stride, kept[(h * s->pairs + i) * LANES + e], v + h * s->head_stride,
                       o + h * s->head_stride);
        }
    }
}

/* From the examples to exponentials of the logits in y, their sums and the losses. keep: factors of
 * dropout, or NULL. */
INLINE void direct_forward(const struct fast_shape *s, const float *weights,
                           const struct fast_block *block, const float *keep,
                           const struct direct_view *view, struct readout_sums *sum, float *loss) {
    float shift[LANES];
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) direct_scores(s, weights, block, e, view);
    for (size_t h = 0; h < s->heads; h++) {
        softmax_pairs(s->pairs, true, view->a + h * s->pairs * LANES);
    }
    if (keep) apply_dropout(s->heads * s->pairs * LANES, keep, view->a, view->kept);
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        direct_mix(s, block, e, keep ? view->kept : view->a, view);
    }
    readout_forward(s, s->width_stride, s->width_stride, weights + s->o, weights + s->b, view->o,
                    view->z);
    readout_by_digit(s, view->z, view->y);
    largest_logits(s, view->y, shift);
    readout_exponentials(s, block->answer, shift, view->y, sum, loss);
}

/* da_i = keep_i do . v_i and dv_i = a_i keep_i do, in each head, of lane e. */
INLINE void direct_value_backward(const struct fast_shape *s, const struct fast_block *block,
                                  size_t e, const float *keep, const struct direct_view *view,
                                  float *sums) {
    const float *d_o = view->d_o + e * s->width_stride;
    uint32_t letter, digit;
    for (size_t i = 0; i < block->count[e]; i++) {
        const float *v = view->v + (e * s->pairs + i) * s->width_stride;
        get_pair(s, block, i, e, &letter, &digit);
        set_zeros(s->width_stride, view->row);
        for (size_t h = 0; h < s->heads; h++) {
            size_t at = h * s->head_stride, weight = (h * s->pairs + i) * LANES + e;
            float da = dot(s->head_stride, d_o + at, v + at);
            view->da[weight] = keep ? keep[weight] * da : da;
            add_scaled(s->head_stride, keep ? view->kept[weight] : view->a[weight], d_o + at,
                       view->row + at);
        }
        embed_backward(s, view->row, letter, digit, sums + s->v);
    }
}

/* dM of the two entries that a score by M is the sum of, of lane e. */
INLINE void direct_matrix_backward(const struct fast_shape *s, const struct fast_block *block,
                                   size_t e, const struct direct_view *view, float *sums) {
    float *column = sums + s->m + block->query[e];
    uint32_t letter, digit;
    for (size_t i = 0; i < block->count[e]; i++) {
        float ds = view->da[i * LANES + e];
        get_pair(s, block, i, e, &letter, &digit);
        column[letter * s->letter_stride] += ds;
        column[(s->letters + digit) * s->letter_stride] += ds;
    }
}

/* dq +=, dk_i = and dw += what ds_i makes of them, in each head, of lane e. */
INLINE void direct_score_backward(const struct fast_shape *s, const float *weights,
                                  const struct fast_block *block, size_t e,
                                  const struct direct_view *view, float *sums) {
    const float *q = weights + s->q + block->query[e] * s->width_stride;
    float *dq = sums + s->q + block->query[e] * s->width_stride;
    uint32_t letter, digit;
    for (size_t i = 0; i < block->count[e]; i++) {
        const float *k = view->k + (e * s->pairs + i) * s->width_stride;
        get_pair(s, block, i, e, &letter, &digit);
        for (size_t h = 0; h < s->heads; h++) {
            size_t at = h * s->head_stride;
            float ds = view->da[(h * s->pairs + i) * LANES + e];
            score_terms_backward(s->score, s->head_stride, ds, q + at, k + at, weights + s->w + at,
                                 dq + at, view->row + at, sums + s->w + at);
        }
        embed_backward(s, view->row, letter, digit, sums + s->k);
    }
}

static void direct_accumulate(const struct fast_shape *shape, const float *weights, float *tables,
                              const struct fast_block *block, const float *scale, const float *keep,
                              float *sums, float *scratch) {
    const struct fast_shape own_shape = *shape, *s = &own_shape; /* no store can change it */
    struct direct_view view = view_direct(s, scratch);
    struct readout_sums sum;
    float loss[LANES];
    (void)tables;
    keep = s->dropout ? keep : NULL;
    direct_forward(s, weights, block, keep, &view, &sum, loss);
    add_losses(loss, scale, sums + s->weight_count);
    readout_gradients(s, block->answer, scale, &sum, view.y, view.z);
    readout_backward(s, s->width_stride, s->width_stride, weights + s->o, view.o, view.z, view.d_o,
                     sums + s->o, sums + s->b);
    set_zeros(s->heads * s->pairs * LANES, view.da);
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        if (scale[e] != 0) direct_value_backward(s, block, e, keep, &view, sums);
    }
    for (size_t h = 0; h < s->heads && s->scored; h++) {
        size_t at = h * s->pairs * LANES;
        softmax_pairs_backward(s->pairs, s->score_factor, view.a + at, view.da + at);
    }
    for (size_t e = 0; e < BLOCK_EXAMPLES && s->scored; e++) {
        if (scale[e] == 0) continue;
        if (s->score == FAST_MATRIX) {
            direct_matrix_backward(s, block, e, &view, sums);
        } else {
            direct_score_backward(s, weights, block, e, &view, sums);
        }
    }
}

static void no_tables(const struct fast_shape *s, const float *weights, float *tables) {
    (void)s, (void)weights, (void)tables;
}

static void direct_evaluate(const struct fast_shape *shape, const float *weights, float *tables,
                            const struct fast_block *block, struct fast_result *result,
                            float *scratch) {
    const struct fast_shape own_shape = *shape, *s = &own_shape; /* no store can change it */
    struct direct_view view = view_direct(s, scratch);
    struct readout_sums sum;
    (void)tables;
    direct_forward(s, weights, block, NULL, &view, &sum, result->loss);
    readout_results(s, block->answer, &sum, view.y, result);
    weight_results(s, block, view.a, result);
}

#endif
