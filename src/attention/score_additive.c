/* The additive score (Bahdanau et al. 2015): s = w . tanh(q + k);
 * with t = tanh(q + k):  ds/dq = ds/dk = w (1 - t^2), ds/dw = t, entry by entry. */
#include "attention/score.h"
#include "base/elementary.h"

static double forward(size_t d_q, size_t d_k, const double *q, const double *k, const double *w) {
    (void)d_k;
    double s = 0;
    for (size_t j = 0; j < d_q; j++) s += w[j] * elementary_tanh(q[j] + k[j]);
    return s;
}

static void backward(size_t d_q, size_t d_k, const double *q, const double *k, const double *w,
                     double ds, double *dq, double *dk, double *dw) {
    (void)d_k;
    for (size_t j = 0; j < d_q; j++) {
        double t = elementary_tanh(q[j] + k[j]);
        dq[j] += ds * w[j] * (1 - t * t);
        dk[j] += ds * w[j] * (1 - t * t);
        dw[j] += ds * t;
    }
}

const struct score score_additive = {.name = "additive",
                                     .formula = "w_S . tanh(q + k_i)",
                                     .dq = "sum_i ds_i w_S (1 - t_i^2)",
                                     .dk = "ds_i w_S (1 - t_i^2)",
                                     .dw = "sum_i ds_i t_i",
                                     .parameter = SCORE_VECTOR,
                                     .forward = forward,
                                     .backward = backward};
