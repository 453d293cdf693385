/* Attention of many queries over the same keys, in one or several heads.
 *
 *   s[h][i][j] = sharpness * score(q_i, k_j; w)       a[h][i] = softmax over j of s[h][i][j]
 *   o[i] = sum_j a[h][i][j] keep[h][i][j] v_j
 *
 * Rows q_i [queries][d_q], k_j [keys][d_k] and v_j [keys][d_v]. Head h takes the columns h*d_q/H ..
 * of q, and likewise of k and v, and its o stands in the columns h*d_v/H .. of o [queries][d_v].
 *
 * Masks: query i sees the first n_i keys, attention_seen. Those behind them are left out of
 * maximum, exponential and sum, and neither their k nor their v is read: whatever stands there
 * changes no bit. With n_i = 0 weights, output and gradients are 0. */
#ifndef ATTENTION_ATTENTION_H
#define ATTENTION_ATTENTION_H

#include "attention/matrix.h"
#include "attention/score.h"

struct attention {
    const struct score *score;
    const double *w;  /* the score's parameter (score.h), or NULL; head h takes its own entries of
                          a vector, and a matrix stands with one head only */
    size_t heads;     /* H; divides d_q, d_k and d_v */
    double sharpness; /* 1: as the score is */
    bool is_causal;   /* query i sees keys j <= i */
    const size_t *valid_lengths; /* [queries] query i sees the first of them; NULL: all */
    const double *keep;          /* [H][queries][keys] factors of dropout; NULL: all 1 */
};

/* n_i: how many of the keys query i sees. */
size_t attention_seen(const struct attention *attention, size_t i, size_t keys);

/* Sets o [queries][d_v], and s and a, whose row h * queries + i is that of query i in head h:
 * [H * queries][keys], 0 where a key is masked. */
void attention_forward(const struct attention *attention, const struct matrix *q,
                       const struct matrix *k, const struct matrix *v, struct matrix *s,
                       struct matrix *a, struct matrix *o);

struct attention_gradient {
    const struct matrix *o;   /* in: upstream gradient */
    double *a, *s;            /* [keys] sets, for each query in turn */
    struct matrix *q, *k, *v; /* add */
    double *w;                /* adds; shaped as w, or NULL where the score has none */
};

/* Backward of attention_forward at the same q, k, v and its a. */
void attention_backward(const struct attention *attention, const struct matrix *q,
                        const struct matrix *k, const struct matrix *v, const struct matrix *a,
                        const struct attention_gradient *gradient);

#endif
