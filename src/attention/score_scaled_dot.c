/* The scaled dot product (Vaswani et al. 2017): s = q . k / sqrt(d);
 * ds/dq = k / sqrt(d), ds/dk = q / sqrt(d). */
#include "attention/score.h"

#include <math.h>

static double forward(size_t d, const double *q, const double *k) {
    return score_dot.forward(d, q, k) / sqrt((double)d);
}

static void backward(size_t d, const double *q, const double *k, double ds, double *dq,
                     double *dk) {
    score_dot.backward(d, q, k, ds / sqrt((double)d), dq, dk);
}

const struct score score_scaled_dot = {
    .name = "scaled-dot", .formula = "q . k / sqrt(d_h)", .forward = forward, .backward = backward};
