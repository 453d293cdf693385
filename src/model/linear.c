/* Linear layers: see linear.h. */
#include "model/linear.h"

void onehot_forward(size_t rows, size_t columns, const double *W, size_t count,
                    const uint32_t *ones, double *y) {
    for (size_t r = 0; r < rows; r++) {
        y[r] = 0;
        for (size_t i = 0; i < count; i++) y[r] += W[r * columns + ones[i]];
    }
}

void onehot_set(size_t n, size_t count, const uint32_t *ones, double *x) {
    for (size_t i = 0; i < n; i++) x[i] = 0;
    for (size_t i = 0; i < count; i++) x[ones[i]] = 1;
}

void onehot_backward(size_t rows, size_t columns, size_t count, const uint32_t *ones,
                     const double *dy, double *dW) {
    for (size_t r = 0; r < rows; r++) {
        for (size_t i = 0; i < count; i++) dW[r * columns + ones[i]] += dy[r];
    }
}

void linear_forward(size_t rows, size_t columns, const double *W, const double *b, const double *x,
                    double *y) {
    for (size_t r = 0; r < rows; r++) {
        y[r] = b[r];
        for (size_t c = 0; c < columns; c++) y[r] += W[r * columns + c] * x[c];
    }
}

void linear_backward(size_t rows, size_t columns, const double *W, const double *x,
                     const double *dy, double *dx, double *dW, double *db) {
    for (size_t c = 0; c < columns; c++) dx[c] = 0;
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            dx[c] += W[r * columns + c] * dy[r];
            dW[r * columns + c] += dy[r] * x[c];
        }
        db[r] += dy[r];
    }
}
