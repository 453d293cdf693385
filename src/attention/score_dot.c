/* The dot product: s = q . k;  ds/dq = k, ds/dk = q. */
#include "attention/score.h"

static double forward(size_t d, const double *q, const double *k) {
    double s = 0;
    for (size_t j = 0; j < d; j++) s += q[j] * k[j];
    return s;
}

static void backward(size_t d, const double *q, const double *k, double ds, double *dq,
                     double *dk) {
    for (size_t j = 0; j < d; j++) {
        dq[j] += ds * k[j];
        dk[j] += ds * q[j];
    }
}

const struct score score_dot = {
    .name = "dot", .formula = "q . k", .forward = forward, .backward = backward};
