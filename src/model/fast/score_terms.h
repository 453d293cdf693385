/* Scores as sums over the entries of q and k, on lanes: s = score_factor * sum_r term(q_r, k_r, w_r).
 * Included by kernel.c.
 *
 *   FAST_PRODUCT    q k               d/dq = k          d/dk = q
 *   FAST_DISTANCE   (q - k)^2         d/dq = 2 (q - k)  d/dk = -2 (q - k)
 *   FAST_ADDITIVE   w tanh(q + k)     d/dq = d/dk = w (1 - tanh^2)      d/dw = tanh
 *
 * All terms are 0 where q, k and w are padding. */
#ifndef MODEL_FAST_SCORE_TERMS_H
#define MODEL_FAST_SCORE_TERMS_H

#include "model/fast/kernel.h"
#include "model/fast/lanes.h"

INLINE struct lanes score_term(enum fast_score score, struct lanes q, struct lanes k,
                               struct lanes w) {
    struct lanes difference = lanes_subtract(q, k);
    if (score == FAST_PRODUCT) return lanes_multiply(q, k);
    if (score == FAST_DISTANCE) return lanes_multiply(difference, difference);
    return lanes_multiply(w, lanes_tanh(lanes_add(q, k)));
}

struct term_gradient {
    struct lanes q, k, w;
};

/* The gradients of g * term. */
INLINE struct term_gradient score_term_backward(enum fast_score score, struct lanes g,
                                                struct lanes q, struct lanes k, struct lanes w) {
    struct term_gradient d = {.w = lanes_all(0)};
    if (score == FAST_PRODUCT) {
        d.q = lanes_multiply(g, k), d.k = lanes_multiply(g, q);
    } else if (score == FAST_DISTANCE) {
        struct lanes difference = lanes_subtract(q, k);
        d.q = lanes_multiply(lanes_add(g, g), difference);
        d.k = lanes_subtract(lanes_all(0), d.q);
    } else {
        struct lanes t = lanes_tanh(lanes_add(q, k));
        struct lanes slope = lanes_subtract(lanes_all(1), lanes_multiply(t, t));
        d.q = d.k = lanes_multiply(lanes_multiply(g, w), slope);
        d.w = lanes_multiply(g, t);
    }
    return d;
}

/* sum_r term(q_r, k_r, w_r) over n entries. */
INLINE float score_terms(enum fast_score score, size_t n, const float *q, const float *k,
                         const float *w) {
    struct lanes sum = lanes_all(0);
    for (size_t r = 0; r < n; r += LANES) {
        struct lanes weight = score == FAST_ADDITIVE ? lanes_load(w + r) : lanes_all(0);
        sum = lanes_add(sum, score_term(score, lanes_load(q + r), lanes_load(k + r), weight));
    }
    return lanes_sum(sum);
}

INLINE void add_lanes(float *y, struct lanes x) {
    lanes_store(y, lanes_add(lanes_load(y), x));
}

/* dq += , dk = , and of FAST_ADDITIVE dw += the gradients of g * sum_r term(q_r, k_r, w_r). w and dw
 * are read for FAST_ADDITIVE alone. */
INLINE void score_terms_backward(enum fast_score score, size_t n, float g, const float *q,
                                 const float *k, const float *w, float *dq, float *dk, float *dw) {
    bool has_w = score == FAST_ADDITIVE;
    for (size_t r = 0; r < n; r += LANES) {
        struct term_gradient d =
            score_term_backward(score, lanes_all(g), lanes_load(q + r), lanes_load(k + r),
                                has_w ? lanes_load(w + r) : lanes_all(0));
        add_lanes(dq + r, d.q);
        lanes_store(dk + r, d.k);
        if (has_w) add_lanes(dw + r, d.w);
    }
}

#endif
