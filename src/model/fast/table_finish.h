/* The method of tables, third part: from the tables' gradients to those of the weights. Included by
 * kernel.c. */
#ifndef MODEL_FAST_TABLE_FINISH_H
#define MODEL_FAST_TABLE_FINISH_H

#include "model/fast/table_scores.h"
#include "model/fast/table_view.h"

/* The sum of n rows. */
INLINE struct lanes add_up_rows(size_t n, size_t stride, const float *rows) {
    struct lanes sum = lanes_load(rows);
    for (size_t i = 1; i < n; i++) sum = lanes_add(sum, lanes_load(rows + i * stride));
    return sum;
}

/* dparts[x] from dreply: sums over digits and over letters. With the first head also db: without
 * dropout the weights of an example add up to 1. */
INLINE void finish_parts(const struct fast_shape *s, const float *dreply, float *dparts,
                         float *db) {
    size_t digits = s->digit_stride, of_letter = s->digits * digits;
    for (size_t c = 0; c < digits; c += LANES) {
        for (size_t l = 0; l < s->letters; l++) {
            const float *rows = dreply + l * of_letter + c;
            lanes_store(dparts + l * digits + c, add_up_rows(s->digits, digits, rows));
        }
        for (size_t digit = 0; digit < s->digits; digit++) {
            lanes_store(dparts + (s->letters + digit) * digits + c,
                        add_up_rows(s->letters, of_letter, dreply + digit * digits + c));
        }
        if (db) lanes_store(db + c, add_up_rows(s->letters, digits, dparts + c));
    }
}

/* dV[x][r] = sum_c dparts[x][c] O[r][c], 16 of r at once, by way of O's columns. */
INLINE void finish_values(const struct fast_shape *s, const float *O, const float *dparts,
                          float *columns, float *dV) {
    size_t digits = s->digit_stride;
    for (size_t first = 0; first < s->head_stride; first += LANES) {
        transpose_columns(s->digits, O + first * digits, digits, columns);
        multiply_rows(s->letters + s->digits, LANES, s->digits, dparts, digits, 1, columns, LANES,
                      dV + first, s->width_stride);
    }
}

/* dO[r][c] = sum_x V[x][r] dparts[x][c]. */
INLINE void finish_output(const struct fast_shape *s, const float *V, const float *dparts,
                          float *d_O) {
    for (size_t c = 0; c < s->digit_stride; c += LANES) {
        multiply_rows(s->head_width, s->digits - c, s->letters + s->digits, V, 1, s->width_stride,
                      dparts + c, s->digit_stride, d_O + c, s->digit_stride);
    }
}

/* A row of the factors' gradients, 0 in the padding. */
INLINE void store_factors(const struct fast_shape *s, size_t ql, struct lanes sum, float *row) {
    size_t left = s->letters - ql;
    struct lanes g = lanes_multiply(sum, lanes_all(s->score_factor));
    lanes_store_first(row + ql, lanes_first(g, left), left);
}

/* From dmatch to the gradients of the factors: sums over digits and over letters. */
INLINE void finish_factors(const struct fast_shape *s, const float *dmatch, float *dfactors) {
    size_t of_letter = s->digits * s->letters;
    for (size_t ql = 0; ql < s->letters; ql += LANES) {
        for (size_t l = 0; l < s->letters; l++) {
            const float *rows = dmatch + l * of_letter + ql;
            store_factors(s, ql, add_up_rows(s->digits, s->letters, rows),
                          dfactors + l * s->letter_stride);
        }
        for (size_t c = 0; c < s->digits; c++) {
            const float *rows = dmatch + c * s->letters + ql;
            store_factors(s, ql, add_up_rows(s->letters, of_letter, rows),
                          dfactors + (s->letters + c) * s->letter_stride);
        }
    }
}

/* dQ[ql] = sum_x g[x][ql] K[x] and dK[x] = sum_ql g[x][ql] Q[ql], g being the factors' gradients. */
INLINE void finish_queries(const struct fast_shape *s, const float *Q, const float *K,
                           const float *g, float *dQ, float *dK) {
    size_t inputs = s->letters + s->digits, width = s->width_stride;
    for (size_t r = 0; r < s->head_stride; r += LANES) {
        multiply_rows(s->letters, LANES, inputs, g, 1, s->letter_stride, K + r, width, dQ + r,
                      width);
        multiply_rows(inputs, LANES, s->letters, g, s->letter_stride, 1, Q + r, width, dK + r,
                      width);
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
        finish_factors(s, dmatch, view->factors);
        finish_queries(s, from.q, from.k, view->factors, to.q, to.k);
    } else if (s->score == FAST_MATRIX) {
        finish_factors(s, dmatch, gradient + s->m);
    } else {
        finish_scores(s, dmatch, &from, view->columns, &to);
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
        finish_head_scores(s, h, w, from.dmatch + h * s->match_count, &view, gradient);
    }
}

#endif
