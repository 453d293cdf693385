/* One attention head: one query looks at n keys and mixes their values.
 *
 *   s_i = score(q, k_i)      a = softmax(s)      o = sum_i a_i v_i
 *
 * With dropout, a_i stands multiplied by its factor keep_i in the sum: o = sum_i a_i keep_i v_i.
 *
 * q and o have d entries; k_i and v_i are rows of matrices whose rows are `stride` apart, so that a
 * head can be a slice of d columns. */
#ifndef ATTENTION_HEAD_H
#define ATTENTION_HEAD_H

#include "attention/score.h"

struct head {
    const struct score *score; /* NULL: no scores, every weight is 1/n */
    size_t n, d, stride;
    const double *keep; /* [n] factors of dropout; NULL: all 1 */
    void (*softmax_backward)(size_t n, const double *a, const double *da, double *ds);
};

/* Sets s[n], a[n] and o[d] from q[d], k[n][stride] and v[n][stride]. Without a score, q, k and s
 * are not touched and may be NULL. */
void head_forward(const struct head *head, const double *q, const double *k, const double *v,
                  double *s, double *a, double *o);

/* The gradients that head_backward reads and makes, in the order of the backward pass. */
struct head_gradient {
    const double *o; /* [d] in: upstream gradient of o */
    double *a;       /* [n] sets */
    double *s;       /* [n] sets */
    double *q;       /* [d] adds */
    double *k;       /* [n][stride] adds */
    double *v;       /* [n][stride] adds */
};

/* Backward of head_forward at the same q, k, v and its a[n]. Without a score, the gradients of s, q
 * and k are not touched. */
void head_backward(const struct head *head, const double *q, const double *k, const double *v,
                   const double *a, const struct head_gradient *gradient);

#endif
