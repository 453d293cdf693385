/* One attention head: see head.h. */
#include "attention/head.h"

#include "attention/softmax.h"

void head_forward(const struct head *head, const double *q, const double *k, const double *v,
                  double *s, double *a, double *o) {
    size_t n = head->n, d = head->d, stride = head->stride;

    /* s_i = score(q, k_i);  a = softmax(s) */
    if (head->score) {
        for (size_t i = 0; i < n; i++) s[i] = head->score->forward(d, q, k + i * stride);
        softmax_forward(n, s, a);
    } else {
        for (size_t i = 0; i < n; i++) a[i] = 1 / (double)n;
    }

    /* o = sum_i a_i keep_i v_i */
    for (size_t j = 0; j < d; j++) o[j] = 0;
    for (size_t i = 0; i < n; i++) {
        double weight = head->keep ? a[i] * head->keep[i] : a[i];
        for (size_t j = 0; j < d; j++) o[j] += weight * v[i * stride + j];
    }
}

void head_backward(const struct head *head, const double *q, const double *k, const double *v,
                   const double *a, const struct head_gradient *gradient) {
    size_t n = head->n, d = head->d, stride = head->stride;

    /* o = sum_i a_i keep_i v_i  =>  da_i = keep_i do . v_i,  dv_i += a_i keep_i do */
    for (size_t i = 0; i < n; i++) {
        double keep = head->keep ? head->keep[i] : 1;
        gradient->a[i] = 0;
        for (size_t j = 0; j < d; j++) {
            gradient->a[i] += keep * gradient->o[j] * v[i * stride + j];
            gradient->v[i * stride + j] += a[i] * keep * gradient->o[j];
        }
    }
    if (!head->score) return;

    /* a = softmax(s)  =>  ds_i = a_i (da_i - sum_j a_j da_j) */
    head->softmax_backward(n, a, gradient->a, gradient->s);

    /* s_i = score(q, k_i)  =>  dq += ds_i ds_i/dq,  dk_i += ds_i ds_i/dk_i */
    for (size_t i = 0; i < n; i++) {
        head->score->backward(d, q, k + i * stride, gradient->s[i], gradient->q,
                              gradient->k + i * stride);
    }
}
