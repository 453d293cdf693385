/* One attention head: one query looks at n keys and mixes their values.
 *
 *   s_i = sharpness * score(q, k_i)      a = softmax(s)      o = sum_i a_i v_i
 *
 * With dropout, a_i stands multiplied by its factor keep_i in the sum: o = sum_i a_i keep_i v_i.
 * Keys that are masked are not among the n. With n = 0 there is nothing to look at: o = 0.
 *
 * q has d_q entries, o has d_v; k_i [d_k] and v_i [d_v] are rows of matrices whose rows are k_stride
 * and v_stride apart, so that a head can be a slice of columns. */
#ifndef ATTENTION_HEAD_H
#define ATTENTION_HEAD_H

#include "attention/score.h"

struct head {
    const struct score *score; /* NULL: no scores, every weight is 1/n */
    const double *w;           /* the score's own parameter (score.h), or NULL */
    size_t n, d_q, d_k, d_v, k_stride, v_stride;
    double sharpness;   /* 1: as the score is */
    const double *keep; /* [n] factors of dropout; NULL: all 1 */
    /* From a[n] and da[n] to ds[n]: as softmax.h has it, or the broken one of gradcheck. */
    void (*softmax_backward)(size_t n, const double *a, const double *da, double *ds);
};

/* The head of a score without a parameter, with d_q = d_k, over n keys and values that stand row after
 * row. Sharpness is 1, and there is no dropout. */
struct head head_of_rows(const struct score *score, size_t n, size_t d_k, size_t d_v);

/* Sets s[n], a[n] and o[d_v] from q[d_q], k[n][k_stride] and v[n][v_stride]. Without a score, q, k
 * and s are not touched and may be NULL. */
void head_forward(const struct head *head, const double *q, const double *k, const double *v,
                  double *s, double *a, double *o);

/* The gradients that head_backward reads and makes, in the order of the backward pass. */
struct head_gradient {
    const double *o; /* [d_v] in: upstream gradient of o */
    double *a;       /* [n] sets */
    double *s;       /* [n] sets: the gradient of s, sharpness included in s */
    double *q;       /* [d_q] adds */
    double *k;       /* [n][k_stride] adds */
    double *v;       /* [n][v_stride] adds */
    double *w;       /* adds; shaped as w, or NULL where the score has none */
};

/* Backward of head_forward at the same q, k, v and its a[n]. Without a score, the gradients of s, q,
 * k and w are not touched. */
void head_backward(const struct head *head, const double *q, const double *k, const double *v,
                   const double *a, const struct head_gradient *gradient);

#endif
