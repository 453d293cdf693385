/* Softmax and its Jacobian: see softmax.h. */
#include "attention/softmax.h"

#include "base/elementary.h"

static double largest(size_t n, const double *s) {
    double max = s[0];
    for (size_t i = 1; i < n; i++) {
        if (s[i] > max) max = s[i];
    }
    return max;
}

void softmax_forward(size_t n, const double *s, double *a) {
    double max = largest(n, s), sum = 0;
    for (size_t i = 0; i < n; i++) {
        a[i] = elementary_exp(s[i] - max);
        sum += a[i];
    }
    for (size_t i = 0; i < n; i++) a[i] /= sum;
}

void softmax_backward(size_t n, const double *a, const double *da, double *ds) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * da[i];
    for (size_t j = 0; j < n; j++) ds[j] = a[j] * (da[j] - sum);
}

void softmax_jacobian_row(size_t n, const double *a, size_t i, double *row) {
    for (size_t j = 0; j < n; j++) row[j] = a[i] * ((i == j ? 1 : 0) - a[j]);
}

void softmax_backward_broken(size_t n, const double *a, const double *da, double *ds) {
    for (size_t j = 0; j < n; j++) ds[j] = a[j] * da[j];
}

double softmax_loss(size_t n, const double *s, size_t answer) {
    double max = largest(n, s), others = 0;
    for (size_t i = 0; i < n; i++) {
        if (i != answer) others += elementary_exp(s[i] - max);
    }
    double own = s[answer] - max;
    if (own == 0) return elementary_log1p(others);
    return elementary_log(others + elementary_exp(own)) - own;
}
