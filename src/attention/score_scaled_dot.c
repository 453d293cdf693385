/* The scaled dot product (Vaswani et al. 2017): s = q . k / sqrt(d);
 * ds/dq = k / sqrt(d), ds/dk = q / sqrt(d). */
#include "attention/score.h"

#include <math.h>

static double forward(size_t d_q, size_t d_k, const double *q, const double *k, const double *w) {
    return score_dot.forward(d_q, d_k, q, k, w) / sqrt((double)d_q);
}

static void backward(size_t d_q, size_t d_k, const double *q, const double *k, const double *w,
                     double ds, double *dq, double *dk, double *dw) {
    score_dot.backward(d_q, d_k, q, k, w, ds / sqrt((double)d_q), dq, dk, dw);
}

const struct score score_scaled_dot = {.name = "scaled-dot",
                                       .formula = "q . k_i / sqrt(d_h)",
                                       .dq = "sum_i ds_i k_i / sqrt(d_h)",
                                       .dk = "ds_i q / sqrt(d_h)",
                                       .forward = forward,
                                       .backward = backward};
