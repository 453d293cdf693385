/* The bilinear score (Luong et al. 2015, "general"): s = q^T M k = sum_ij q_i M_ij k_j;
 * ds/dq = M k, ds/dk = M^T q, ds/dM = q k^T. */
#include "attention/score.h"

static double forward(size_t d_q, size_t d_k, const double *q, const double *k, const double *M) {
    double s = 0;
    for (size_t i = 0; i < d_q; i++) {
        for (size_t j = 0; j < d_k; j++) s += q[i] * M[i * d_k + j] * k[j];
    }
    return s;
}

static void backward(size_t d_q, size_t d_k, const double *q, const double *k, const double *M,
                     double ds, double *dq, double *dk, double *dM) {
    for (size_t i = 0; i < d_q; i++) {
        for (size_t j = 0; j < d_k; j++) {
            dq[i] += ds * M[i * d_k + j] * k[j];
            dk[j] += ds * q[i] * M[i * d_k + j];
            dM[i * d_k + j] += ds * q[i] * k[j];
        }
    }
}

const struct score score_bilinear = {.name = "bilinear",
                                     .formula = "x_query^T M x_i",
                                     .dq = "sum_i ds_i M x_i",
                                     .dk = "ds_i M^T x_query",
                                     .dw = "sum_i ds_i x_query x_i^T",
                                     .parameter = SCORE_MATRIX,
                                     .forward = forward,
                                     .backward = backward};
