/* The arrays of the method of tables: see kernel.h. Included by kernel.c.
 *
 * A pair's score is the sum of two factors, that of its letter and that of its digit. The queries
 * are the lanes of factors and scores, L' = L rounded up to 16 of them.
 *
 * tables:  columns [heads*D'][L']  Q with its rows as columns, times the factor of scores
 *          factors [heads][L+C][L'] of every letter and every digit, for each query letter
 *          match   [heads][P][L]   e^(score - the query's largest) of every (pair, query); where a
 *                                  query's scores are too far apart for that, the scores themselves
 *          parts   [heads][L+C][C'] W_O W_V of every letter and every digit
 *          reply   [heads][P'][C'] Z[pair], the sum of two parts; P' = P + 3, so that there is room
 *                                  for four rows of C' at least
 *          bias    [C']            b
 *          flags   [16]            shift of the logits; whether match and shift are the exact ones
 * sums:    dmatch  [heads][P][L]   gradient of the scores
 *          dreply  [heads][P'][C'] gradient of reply
 *          dbias   [C']            of b, only with dropout: without, weights add up to 1
 *          losses  [16]
 * scratch: a, kept, da [heads][N][16], kept being a with dropout   z [16][C']   y [C'][16]
 *          products [N][16], folded   rows, cells [N][16]: where pairs stand in reply and match */
#ifndef MODEL_FAST_TABLE_VIEW_H
#define MODEL_FAST_TABLE_VIEW_H

#include "model/fast/readout.h"

/* Exponentials relative to a common bound lose nothing while what they stand for is less than this
 * far below it: e^-60 is a normal number, and so are its products with weights that matter. */
#define SAFE_SPREAD 60.0f

enum { FLAG_SHIFT, FLAG_EXACT_MATCH, FLAG_EXACT_LOGITS };

struct table_view {
    float *columns, *factors, *match, *parts, *reply, *bias, *flags;
    size_t reply_rows; /* P' */
};

INLINE struct table_view view_tables(const struct fast_shape *s, float *tables) {
    struct table_view view;
    view.reply_rows = s->pair_count + 3;
    view.columns = tables;
    view.factors = view.columns + s->width_stride * s->letter_stride;
    view.match = view.factors + s->heads * (s->letters + s->digits) * s->letter_stride;
    view.parts = view.match + s->heads * s->match_count;
    view.reply = view.parts + s->heads * (s->letters + s->digits) * s->digit_stride;
    view.bias = view.reply + s->heads * view.reply_rows * s->digit_stride;
    view.flags = view.bias + s->digit_stride;
    return view;
}

struct table_sums {
    float *dmatch, *dreply, *dbias, *losses;
};

INLINE struct table_sums view_sums(const struct fast_shape *s, const struct table_view *view,
                                   float *sums) {
    struct table_sums parts;
    size_t match = s->scored ? s->heads * s->match_count : 0;
    parts.dmatch = sums;
    parts.dreply = parts.dmatch + match;
    parts.dbias = parts.dreply + s->heads * view->reply_rows * s->digit_stride;
    parts.losses = parts.dbias + s->digit_stride;
    return parts;
}

struct table_scratch {
    float *a, *kept, *da, *z, *y;
    struct folded *products;
    uint32_t *rows, *cells;
};

INLINE struct table_scratch view_scratch(const struct fast_shape *s, float *scratch) {
    struct table_scratch view;
    size_t weights = s->heads * s->pairs * LANES;
    view.a = scratch;
    view.kept = view.a + weights;
    view.da = view.kept + weights;
    view.z = view.da + weights;
    view.y = view.z + LANES * s->digit_stride;
    float *products = view.y + LANES * s->digit_stride;
    view.products = (struct folded *)(void *)products;
    view.rows = (uint32_t *)(void *)(products + s->pairs * LANES * LANES);
    view.cells = view.rows + s->pairs * LANES;
    return view;
}

#endif
