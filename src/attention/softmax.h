/* Softmax and its Jacobian.
 *
 *   a_i = e^(s_i - m) / sum_j e^(s_j - m),  m = max_j s_j  (m cancels; it keeps e^x in range)
 *
 *   J_ij = a_i ([i=j] - a_j), the derivative of a_i with respect to s_j; so with the upstream
 *   gradient da: ds_j = sum_i J_ij da_i = a_j (da_j - sum_i a_i da_i) */
#ifndef ATTENTION_SOFTMAX_H
#define ATTENTION_SOFTMAX_H

#include <stddef.h>

/* Sets a[n] to softmax(s[n]), n >= 1. `a` may be `s`. */
void softmax_forward(size_t n, const double *s, double *a);

/* Sets ds[n] from a[n] and da[n]. `ds` may be `da`. */
void softmax_backward(size_t n, const double *a, const double *da, double *ds);

/* Sets row[n] to row i of the Jacobian: row_j = J_ij = a_i ([i=j] - a_j). It is symmetric, so
 * this is column i too, and the sum of its entries is 0. */
void softmax_jacobian_row(size_t n, const double *a, size_t i, double *row);

/* The wrong derivative ds_j = a_j da_j: the Jacobian's diagonal without the sum. Only for
 * `gradcheck --break jacobian`, to show what a wrong derivative looks like. */
void softmax_backward_broken(size_t n, const double *a, const double *da, double *ds);

/* -ln of softmax(s)[answer], n >= 1: ln sum_j e^(s_j - m) - (s_answer - m), m = max_j s_j; where
 * the answer has the largest s, ln(1 + sum over the others), which loses nothing however small it
 * is. */
double softmax_loss(size_t n, const double *s, size_t answer);

#endif
