/* Score functions: how well a key answers a query.
 *
 * One file and one row of the table a score; a new one is both.
 *
 *   s = score(q, k; w)      q [d_q], k [d_k], w: what the score learns beside queries and keys
 *
 * Where a score compares q and k entry by entry, d_q = d_k, and only d_q is read. */
#ifndef ATTENTION_SCORE_H
#define ATTENTION_SCORE_H

#include <stddef.h>

/* What w is. */
enum score_parameter {
    SCORE_NO_PARAMETER, /* nothing: w is not read and may be NULL */
    SCORE_VECTOR,       /* w [d_q] */
    SCORE_MATRIX        /* w [d_q][d_k]: queries and keys need not have one width */
};

struct score {
    const char *name;    /* as --score takes it */
    const char *formula; /* of s_i, for people */
    const char *dq, *dk; /* formulas of the gradients of q and k_i, for people */
    const char *dw;      /* and of w; NULL: there is none */
    enum score_parameter parameter;

    /* s = score(q, k; w). */
    double (*forward)(size_t d_q, size_t d_k, const double *q, const double *k, const double *w);

    /* Adds to dq[d_q], dk[d_k] and dw (shaped as w) the upstream gradient ds times the derivative of s
     * with respect to q, k and w. */
    void (*backward)(size_t d_q, size_t d_k, const double *q, const double *k, const double *w,
                     double ds, double *dq, double *dk, double *dw);
};

/* How many numbers w has. */
size_t score_parameter_size(const struct score *score, size_t d_q, size_t d_k);

extern const struct score score_scaled_dot, score_dot, score_additive, score_bilinear,
    score_distance;

/* All scores; NULL ends the list. */
extern const struct score *const scores[];

/* The score of that name, or NULL. */
const struct score *score_find(const char *name);

#endif
