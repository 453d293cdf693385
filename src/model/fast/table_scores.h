/* The method of tables for scores that are no sum of a letter's and a digit's factor: every
 * (query, pair) on its own, forward and backward. Included by kernel.c. */
#ifndef MODEL_FAST_TABLE_SCORES_H
#define MODEL_FAST_TABLE_SCORES_H

#include "model/fast/score_terms.h"
#include "model/fast/table_view.h"

/* One head's part of the weights: Q, K and the score's own w, and of their gradients. */
struct score_weights {
    const float *q, *k, *w;
};
struct score_gradients {
    float *q, *k, *w;
};

/* key = K[letter] + K[digit], one head's part. */
INLINE void add_keys(const struct fast_shape *s, const float *K, size_t letter, size_t digit,
                     float *key) {
    const float *x = K + letter * s->width_stride, *y = K + (s->letters + digit) * s->width_stride;
    for (size_t r = 0; r < s->head_stride; r += LANES) {
        lanes_store(key + r, lanes_add(lanes_load(x + r), lanes_load(y + r)));
    }
}

/* The terms of a query and a key, summed over all but the lanes. */
INLINE struct lanes key_terms(const struct fast_shape *s, const float *q, const float *key,
                              const float *w) {
    struct lanes sum = lanes_all(0);
    for (size_t r = 0; r < s->head_stride; r += LANES) {
        struct lanes weight = s->score == FAST_ADDITIVE ? lanes_load(w + r) : lanes_all(0);
        sum = lanes_add(sum, score_term(s->score, lanes_load(q + r), lanes_load(key + r), weight));
    }
    return sum;
}

/* Sets the scores of one pair for all queries. */
INLINE void prepare_score_row(const struct fast_shape *s, const struct score_weights *from,
                              const float *key, float *row) {
    struct lanes factor = lanes_all(s->score_factor);
    for (size_t ql = 0; ql < s->letters; ql += LANES) {
        struct lanes sums[LANES];
        for (size_t i = 0; i < LANES; i++) {
            sums[i] = ql + i < s->letters
                          ? key_terms(s, from->q + (ql + i) * s->width_stride, key, from->w)
                          : lanes_all(0);
        }
        lanes_store_first(row + ql, lanes_multiply(lanes_sums(sums), factor), s->letters - ql);
    }
}

/* Sets one head's match to the scores of every pair. A row's last lanes are overwritten by the next
 * row's first ones. key: scratch of head_stride. */
INLINE void prepare_scores(const struct fast_shape *s, const struct score_weights *from, float *key,
                           float *match) {
    for (size_t l = 0; l < s->letters; l++) {
        for (size_t c = 0; c < s->digits; c++) {
            add_keys(s, from->k, l, c, key);
            prepare_score_row(s, from, key, match + (l * s->digits + c) * s->letters);
        }
    }
}

/* One query letter's lane of dmatch, back to its q, all keys and w. */
INLINE void finish_score_query(const struct fast_shape *s, const float *dmatch, const float *q,
                               const struct score_weights *from, float *key, float *dq,
                               const struct score_gradients *to) {
    size_t n = s->head_stride;
    float *dkey = key + n;
    for (size_t l = 0; l < s->letters; l++) {
        for (size_t c = 0; c < s->digits; c++) {
            size_t letter = l * s->width_stride, digit = (s->letters + c) * s->width_stride;
            float g = dmatch[(l * s->digits + c) * s->letters] * s->score_factor;
            if (g == 0) continue; /* no example asked for it */
            add_keys(s, from->k, l, c, key);
            score_terms_backward(s->score, n, g, q, key, from->w, dq, dkey, to->w);
            for (size_t r = 0; r < n; r += LANES) {
                add_lanes(to->k + letter + r, lanes_load(dkey + r));
                add_lanes(to->k + digit + r, lanes_load(dkey + r));
            }
        }
    }
}

/* x[rows][n] = 0, the rows being apart by the whole width. */
INLINE void clear_rows(const struct fast_shape *s, size_t rows, float *x) {
    for (size_t i = 0; i < rows; i++) {
        for (size_t r = 0; r < s->head_stride; r += LANES) {
            lanes_store(x + i * s->width_stride + r, lanes_all(0));
        }
    }
}

/* Sets the gradients of one head's Q, K and w from its dmatch. key: scratch of 2 head_stride. */
INLINE void finish_scores(const struct fast_shape *s, const float *dmatch,
                          const struct score_weights *from, float *key,
                          const struct score_gradients *to) {
    clear_rows(s, s->letters, to->q);
    clear_rows(s, s->letters + s->digits, to->k);
    if (s->score == FAST_ADDITIVE) clear_rows(s, 1, to->w);
    for (size_t ql = 0; ql < s->letters; ql++) {
        size_t row = ql * s->width_stride;
        finish_score_query(s, dmatch + ql, from->q + row, from, key, to->q + row, to);
    }
}

#endif
