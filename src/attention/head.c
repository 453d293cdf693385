/* One attention head: see head.h. */
#include "attention/head.h"

#include "attention/softmax.h"

struct head head_of_rows(const struct score *score, size_t n, size_t d_k, size_t d_v) {
    return (struct head){.score = score,
                         .n = n,
                         .d_q = d_k,
                         .d_k = d_k,
                         .d_v = d_v,
                         .k_stride = d_k,
                         .v_stride = d_v,
                         .sharpness = 1,
                         .softmax_backward = softmax_backward};
}

/* Sets a to the attention weights; without a score all are alike. */
static void weigh(const struct head *head, const double *q, const double *k, double *s, double *a) {
    size_t n = head->n;
    if (!n) return;
    if (!head->score) {
        for (size_t i = 0; i < n; i++) a[i] = 1 / (double)n;
        return;
    }

    /* s_i = sharpness * score(q, k_i);  a = softmax(s) */
    for (size_t i = 0; i < n; i++) {
        const double *k_i = k + i * head->k_stride;
        s[i] = head->sharpness * head->score->forward(head->d_q, head->d_k, q, k_i, head->w);
    }
    softmax_forward(n, s, a);
}

void head_forward(const struct head *head, const double *q, const double *k, const double *v,
                  double *s, double *a, double *o) {
    weigh(head, q, k, s, a);

    /* o = sum_i a_i keep_i v_i */
    for (size_t j = 0; j < head->d_v; j++) o[j] = 0;
    for (size_t i = 0; i < head->n; i++) {
        double weight = head->keep ? a[i] * head->keep[i] : a[i];
        for (size_t j = 0; j < head->d_v; j++) o[j] += weight * v[i * head->v_stride + j];
    }
}

void head_backward(const struct head *head, const double *q, const double *k, const double *v,
                   const double *a, const struct head_gradient *gradient) {
    size_t n = head->n;

    /* o = sum_i a_i keep_i v_i  =>  da_i = keep_i do . v_i,  dv_i += a_i keep_i do */
    for (size_t i = 0; i < n; i++) {
        double keep = head->keep ? head->keep[i] : 1;
        gradient->a[i] = 0;
        for (size_t j = 0; j < head->d_v; j++) {
            gradient->a[i] += keep * gradient->o[j] * v[i * head->v_stride + j];
            gradient->v[i * head->v_stride + j] += a[i] * keep * gradient->o[j];
        }
    }
    if (!head->score) return;

    /* a = softmax(s)  =>  ds_i = a_i (da_i - sum_j a_j da_j) */
    head->softmax_backward(n, a, gradient->a, gradient->s);

    /* s_i = sharpness f_i, f_i = score(q, k_i; w)  =>  with g = sharpness ds_i and f_i' its derivative
     * with respect to each: dq += g f_i',  dk_i += g f_i',  dw += g f_i' */
    for (size_t i = 0; i < n; i++) {
        head->score->backward(head->d_q, head->d_k, q, k + i * head->k_stride, head->w,
                              head->sharpness * gradient->s[i], gradient->q,
                              gradient->k + i * head->k_stride, gradient->w);
    }
}
