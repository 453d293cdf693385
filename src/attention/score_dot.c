/* The dot product: s = q . k;  ds/dq = k, ds/dk = q. */
#include "attention/score.h"

static double forward(size_t d_q, size_t d_k, const double *q, const double *k, const double *w) {
    (void)d_k, (void)w;
    double s = 0;
    for (size_t j = 0; j < d_q; j++) s += q[j] * k[j];
    return s;
}

static void backward(size_t d_q, size_t d_k, const double *q, const double *k, const double *w,
                     double ds, double *dq, double *dk, double *dw) {
    (void)d_k, (void)w, (void)dw;
    for (size_t j = 0; j < d_q; j++) {
        dq[j] += ds * k[j];
        dk[j] += ds * q[j];
    }
}

const struct score score_dot = {.name = "dot",
                                .formula = "q . k_i",
                                .dq = "sum_i ds_i k_i",
                                .dk = "ds_i q",
                                .forward = forward,
                                .backward = backward};
