/* The distance: s = -1/2 |q - k|^2, the logarithm of a Gaussian kernel (Nadaraya 1964, Watson 1964);
 * ds/dq = -(q - k), ds/dk = q - k. */
#include "attention/score.h"

static double forward(size_t d_q, size_t d_k, const double *q, const double *k, const double *w) {
    (void)d_k, (void)w;
    double square = 0;
    for (size_t j = 0; j < d_q; j++) square += (q[j] - k[j]) * (q[j] - k[j]);
    return -square / 2;
}

static void backward(size_t d_q, size_t d_k, const double *q, const double *k, const double *w,
                     double ds, double *dq, double *dk, double *dw) {
    (void)d_k, (void)w, (void)dw;
    for (size_t j = 0; j < d_q; j++) {
        dq[j] -= ds * (q[j] - k[j]);
        dk[j] += ds * (q[j] - k[j]);
    }
}

const struct score score_distance = {.name = "distance",
                                     .formula = "-1/2 |q - k_i|^2",
                                     .dq = "sum_i ds_i (k_i - q)",
                                     .dk = "ds_i (q - k_i)",
                                     .forward = forward,
                                     .backward = backward};
