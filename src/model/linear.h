/* Linear layers. W is row-major [rows][columns]. */
#ifndef MODEL_LINEAR_H
#define MODEL_LINEAR_H

#include <stddef.h>
#include <stdint.h>

/* y = W x for an x that is 1 at ones[count] and 0 elsewhere: the sum of those columns of W.
 * Sets y[rows]. */
void onehot_forward(size_t rows, size_t columns, const double *W, size_t count,
                    const uint32_t *ones, double *y);

/* Sets x[n] to that x itself. */
void onehot_set(size_t n, size_t count, const uint32_t *ones, double *x);

/* dW[r][c] += dy[r] for each c of ones. */
void onehot_backward(size_t rows, size_t columns, size_t count, const uint32_t *ones,
                     const double *dy, double *dW);

/* y = W x + b. Sets y[rows] from x[columns]. */
void linear_forward(size_t rows, size_t columns, const double *W, const double *b, const double *x,
                    double *y);

/* dx = W^T dy (sets dx[columns]);  dW[r][c] += dy[r] x[c];  db[r] += dy[r]. */
void linear_backward(size_t rows, size_t columns, const double *W, const double *x,
                     const double *dy, double *dx, double *dW, double *db);

#endif
