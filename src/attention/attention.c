/* Attention of many queries: see attention.h. */
#include "attention/attention.h"

#include "attention/head.h"
#include "attention/softmax.h"

size_t attention_seen(const struct attention *attention, size_t i, size_t keys) {
    size_t seen = attention->valid_lengths ? attention->valid_lengths[i] : keys;
    return attention->is_causal && i + 1 < seen ? i + 1 : seen;
}

/* Where head h's own entries of the score's parameter begin. */
static size_t parameter_offset(const struct attention *attention, size_t h, size_t d_q) {
    return attention->score->parameter == SCORE_VECTOR ? h * d_q : 0;
}

/* Query i's view in head h. */
static struct head make_head(const struct attention *attention, size_t h, size_t i,
                             const struct matrix *q, const struct matrix *k,
                             const struct matrix *v) {
    size_t heads = attention->heads, d_q = q->columns / heads, row = h * q->rows + i;
    return (struct head){.score = attention->score,
                         .w = attention->w ? attention->w + parameter_offset(attention, h, d_q)
                                           : NULL,
                         .n = attention_seen(attention, i, k->rows),
                         .d_q = d_q,
                         .d_k = k->columns / heads,
                         .d_v = v->columns / heads,
                         .k_stride = k->columns,
                         .v_stride = v->columns,
                         .sharpness = attention->sharpness,
                         .keep = attention->keep ? attention->keep + row * k->rows : NULL,
                         .softmax_backward = softmax_backward};
}

void attention_forward(const struct attention *attention, const struct matrix *q,
                       const struct matrix *k, const struct matrix *v, struct matrix *s,
                       struct matrix *a, struct matrix *o) {
    for (size_t row = 0; row < attention->heads * q->rows; row++) {
        size_t h = row / q->rows, i = row % q->rows;
        struct head head = make_head(attention, h, i, q, k, v);
        head_forward(&head, matrix_row(q, i) + h * head.d_q, k->x + h * head.d_k,
                     v->x + h * head.d_v, matrix_row(s, row), matrix_row(a, row),
                     matrix_row(o, i) + h * head.d_v);
        for (size_t j = head.n; j < k->rows; j++) {
            matrix_row(s, row)[j] = matrix_row(a, row)[j] = 0;
        }
    }
}

void attention_backward(const struct attention *attention, const struct matrix *q,
                        const struct matrix *k, const struct matrix *v, const struct matrix *a,
                        const struct attention_gradient *gradient) {
    for (size_t row = 0; row < attention->heads * q->rows; row++) {
        size_t h = row / q->rows, i = row % q->rows;
        struct head head = make_head(attention, h, i, q, k, v);
        struct head_gradient of_head = {
            .o = matrix_row(gradient->o, i) + h * head.d_v,
            .a = gradient->a,
            .s = gradient->s,
            .q = matrix_row(gradient->q, i) + h * head.d_q,
            .k = gradient->k->x + h * head.d_k,
            .v = gradient->v->x + h * head.d_v,
            .w = gradient->w ? gradient->w + parameter_offset(attention, h, head.d_q) : NULL};
        head_backward(&head, matrix_row(q, i) + h * head.d_q, k->x + h * head.d_k,
                      v->x + h * head.d_v, matrix_row(a, row), &of_head);
    }
}
