/* The method of tables, third part: from the tables' gradients to those of the weights. Included by
 * kernel.c. */
#ifndef MODEL_FAST_TABLE_FINISH_H
#define MODEL_FAST_TABLE_FINISH_H

#include "model/fast/table_scores.h"
#include "model/fast/table_view.h"

/* dparts[x] from dreply: sums over digits and over letters. With the first head also db: without
 * dropout the weights of an example add up to 1. */
INLINE void finish_parts(const struct fast_shape *s, const float *dreply, float *dparts,
                         float *db) {
    size_t digits = s->digit_stride;
    for (size_t c = 0; c < digits; c += LANES) {
        struct lanes all = lanes_all(0);
        for (size_t l = 0; l < s->letters; l++) {
            struct lanes sum = lanes_all(0);
            for (size_t digit = 0; digit < s->digits; digit++) {
                float *of_digit = dparts + (s->letters + digit) * digits + c;
                struct lanes d = lanes_load(dreply + (l * s->digits + digit) * digits + c);
                sum = lanes_add(sum, d);
                lanes_store(of_digit, l ? lanes_add(lanes_load(of_digit), d) : d);
            }
            lanes_store(dparts + l * digits + c, sum);
            all = lanes_add(all, sum);
        }
        if (db) lanes_store(db + c, all);
    }
}

/* dV[x][r] = sum_c dparts[x][c] O[r][c], 16 of r at once, by way of O's columns. */
INLINE void finish_values(const struct fast_shape *s, const float *O, const float *dparts,
                          float *columns, float *dV) {
    size_t digits = s->digit_stride;
    for (size_t first = 0; first < s->head_stride; first += LANES) {
        for (size_t i = 0; i < LANES; i++) {
            const float *row = O + (first + i) * digits;
            for (size_t c = 0; c < s->digits; c++) columns[c * LANES + i] = row[c];
        }
        multiply_rows(s->letters + s->digits, s->digits, dparts, digits, 1, columns, LANES,
                      dV + first, s->width_stride);
    }
}

/* dO[r][c] = sum_x V[x][r] dparts[x][c]. */
INLINE void finish_output(const struct fast_shape *s, const float *V, const float *dparts,
                          float *d_O) {
    for (size_t c = 0; c < s->digit_stride; c += LANES) {
        multiply_rows(s->head_width, s->letters + s->digits, V, 1, s->width_stride, dparts + c,
                      s->digit_stride, d_O + c, s->digit_stride);
    }
}

/* The digits c .. c+15 of one letter in a row of dmatch, 0 beyond the last digit. */
INLINE struct lanes load_digits(const struct fast_shape *s, const float *dmatch, size_t l,
                                size_t c) {
    return lanes_first(lanes_load(dmatch + l * s->digits + c), s->digits - c);
}

/* From a row of dmatch to the gradients of its factors: sums over letters and over digits. */
INLINE void finish_factors(const struct fast_shape *s, const float *dmatch, float *dfactors) {
    struct lanes factor = lanes_all(s->score_factor);
    for (size_t c = 0; c < s->digit_stride; c += LANES) {
        struct lanes sum = lanes_all(0);
        for (size_t l = 0; l < s->letters; l++) sum = lanes_add(sum, load_digits(s, dmatch, l, c));
        lanes_store(dfactors + c, lanes_multiply(sum, factor));
    }
    for (size_t first = 0; first < s->letters; first += LANES) {
        struct lanes sums[LANES];
        for (size_t i = 0; i < LANES; i++) {
            sums[i] = lanes_all(0);
            for (size_t c = 0; c < s->digit_stride && first + i < s->letters; c += LANES) {
                sums[i] = lanes_add(sums[i], load_digits(s, dmatch, first + i, c));
            }
        }
        lanes_store(dfactors + s->digit_stride + first, lanes_multiply(lanes_sums(sums), factor));
    }
}

/* dq += g k and dk += g q of one factor, 16 entries from r on. */
INLINE struct lanes add_factor(const struct fast_shape *s, float g, size_t x, size_t r,
                               struct lanes q, struct lanes dq, const float *K, float *dK,
                               bool first) {
    size_t at = x * s->width_stride + r;
    struct lanes weight = lanes_all(g), dk = lanes_multiply(weight, q);
    lanes_store(dK + at, first ? dk : lanes_add(lanes_load(dK + at), dk));
    return lanes_add_product(dq, weight, lanes_load(K + at));
}

/* dQ = sum_f g_f K_f and dK_f = sum over queries of g_f Q, with g the factors' gradients. */
INLINE void finish_queries(const struct fast_shape *s, const float *Q, const float *K,
                           const float *dmatch, float *dfactors, float *dQ, float *dK) {
    for (size_t ql = 0; ql < s->letters; ql++) {
        finish_factors(s, dmatch + ql * s->pair_count, dfactors);
        for (size_t r = 0; r < s->head_stride; r += LANES) {
            struct lanes q = lanes_load(Q + ql * s->width_stride + r), dq = lanes_all(0);
            for (size_t l = 0; l < s->letters; l++) {
                dq = add_factor(s, dfactors[s->digit_stride + l], l, r, q, dq, K, dK, ql == 0);
            }
            for (size_t c = 0; c < s->digits; c++) {
                dq = add_factor(s, dfactors[c], s->letters + c, r, q, dq, K, dK, ql == 0);
            }
            lanes_store(dQ + ql * s->width_stride + r, dq);
        }
    }
}

/* The gradients of one head's scores, from its dmatch. */
INLINE void finish_head_scores(const struct fast_shape *s, size_t h, const float *w,
                               const float *dmatch, const struct table_view *view,
                               float *gradient) {
    size_t column = h * s->head_stride;
    struct score_weights from = {w + s->q + column, w + s->k + column, w + s->w + column};
    struct score_gradients to = {gradient + s->q + column, gradient + s->k + column,
                                 gradient + s->w + column};
    if (s->score == FAST_PRODUCT) {
        finish_queries(s, from.q, from.k, dmatch, view->factors, to.q, to.k);
    } else if (s->score != FAST_MATRIX) {
        finish_scores(s, dmatch, &from, view->columns, &to);
    } else {
        for (size_t ql = 0; ql < s->letters; ql++) {
            finish_factors(s, dmatch + ql * s->pair_count, gradient + s->m + ql * s->factor_count);
        }
    }
}

/* The tables are not needed any more: their memory holds the gradients on the way. */
INLINE void finish_tables(const struct fast_shape *s, const float *w, float *tables, float *sums,
                          float *gradient) {
    struct table_view view = view_tables(s, tables);
    struct table_sums from = view_sums(s, &view, sums);
    for (size_t c = 0; c < s->digit_stride && s->dropout; c += LANES) {
        lanes_store(gradient + s->b + c, lanes_load(from.dbias + c));
    }
    for (size_t h = 0; h < s->heads; h++) {
        size_t column = h * s->head_stride, output = column * s->digit_stride;
        finish_parts(s, from.dreply + h * view.reply_rows * s->digit_stride, view.parts,
                     h || s->dropout ? NULL : gradient + s->b);
        finish_values(s, w + s->o + output, view.parts, view.reply, gradient + s->v + column);
        finish_output(s, w + s->v + column, view.parts, gradient + s->o + output);
        if (!s->scored) continue;
        finish_head_scores(s, h, w, from.dmatch + h * s->letters * s->pair_count, &view, gradient);
    }
}

#endif
