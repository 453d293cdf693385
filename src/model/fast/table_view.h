/* The arrays of the method of tables: see kernel.h. Included by kernel.c.
 *
 * A pair's score is the sum of two factors, that of its digit and that of its letter; factors stand
 * in the order digits [C'], letters [L'] (L' = L rounded up to 16; F = C' + L').
 *
 * tables:  columns [heads*D'][F]   K with its rows as columns
 *          factors [heads][L][F]   of each query letter
 *          match   [heads][L][P]   e^(score - the row's largest) of every (query, pair); where a
 *                                  row's scores are too far apart for that, the scores themselves
 *          parts   [heads][L+C][C'] W_O W_V of every letter and every digit
 *          reply   [heads][P'][C'] Z[pair], the sum of two parts; P' = L*C + 1
 *          bias    [C']            b, the padding NEVER
 *          flags   [16]            shift of the logits; whether match and shift are the exact ones
 * sums:    dmatch  [heads][L][P]   gradient of the scores
 *          dreply  [heads][P'][C'] gradient of reply
 *          dbias   [C']            of b, only with dropout: without, weights add up to 1
 *          losses  [16]
 * scratch: a, kept, da [heads][N][16], kept being a with dropout   z [16][C']
 *          products [N][16], folded   rows [N][16] of the tables, by pair */
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
    view.reply_rows = s->letters * s->digits + 1;
    view.columns = tables;
    view.factors = view.columns + s->width_stride * s->factor_count;
    view.match = view.factors + s->heads * s->letters * s->factor_count;
    view.parts = view.match + s->heads * s->letters * s->pair_count;
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
    size_t match = s->scored ? s->heads * s->letters * s->pair_count : 0;
    parts.dmatch = sums;
    parts.dreply = parts.dmatch + match;
    parts.dbias = parts.dreply + s->heads * view->reply_rows * s->digit_stride;
    parts.losses = parts.dbias + s->digit_stride;
    return parts;
}

struct table_scratch {
    float *a, *kept, *da, *z;
    struct folded *products;
    uint32_t *rows;
};

INLINE struct table_scratch view_scratch(const struct fast_shape *s, float *scratch) {
    struct table_scratch view;
    size_t weights = s->heads * s->pairs * LANES;
    view.a = scratch;
    view.kept = view.a + weights;
    view.da = view.kept + weights;
    view.z = view.da + weights;
    view.products = (struct folded *)(void *)(view.z + LANES * s->digit_stride);
    view.rows = (uint32_t *)(void *)(view.z + LANES * s->digit_stride + s->pairs * LANES * LANES);
    return view;
}

#endif
