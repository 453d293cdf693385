/* The method of tables, first part: from the weights to the tables. Included by kernel.c. */
#ifndef MODEL_FAST_TABLE_PREPARE_H
#define MODEL_FAST_TABLE_PREPARE_H

#include "model/fast/table_scores.h"
#include "model/fast/table_view.h"

/* columns[r][f] = K[row of factor f][r]. */
INLINE void prepare_columns(const struct fast_shape *s, const float *K, float *columns) {
    for (size_t c = 0; c < s->digits; c++) {
        const float *row = K + (s->letters + c) * s->width_stride;
        for (size_t r = 0; r < s->width_stride; r++) columns[r * s->factor_count + c] = row[r];
    }
    for (size_t l = 0; l < s->letters; l++) {
        const float *row = K + l * s->width_stride;
        size_t f = s->digit_stride + l;
        for (size_t r = 0; r < s->width_stride; r++) columns[r * s->factor_count + f] = row[r];
    }
}

/* factors[ql][f] = factor * q . k_f. */
INLINE void prepare_factors(const struct fast_shape *s, const float *Q, const float *columns,
                            float *factors) {
    struct lanes factor = lanes_all(s->score_factor);
    for (size_t f = 0; f < s->factor_count; f += LANES) {
        multiply_rows(s->letters, s->head_width, Q, s->width_stride, 1, columns + f,
                      s->factor_count, factors + f, s->factor_count);
        for (size_t ql = 0; ql < s->letters; ql++) {
            float *row = factors + ql * s->factor_count + f;
            lanes_store(row, lanes_multiply(lanes_load(row), factor));
        }
    }
}

struct bounds {
    float least, most;
};

INLINE struct bounds bounds_of(size_t n, const float *x) {
    struct bounds b = {x[0], x[0]};
    for (size_t i = 1; i < n; i++) {
        b.least = x[i] < b.least ? x[i] : b.least;
        b.most = x[i] > b.most ? x[i] : b.most;
    }
    return b;
}

/* Whether the scores of a query are so far apart that exponentials relative to the largest would
 * lose some: rounding keeps order, so the bounds of a sum are the sums of the bounds. */
INLINE bool spread_is_safe(const struct fast_shape *s, const float *factors) {
    struct bounds digits = bounds_of(s->digits, factors);
    struct bounds letters = bounds_of(s->letters, factors + s->digit_stride);
    return (digits.most + letters.most) - (digits.least + letters.least) <= SAFE_SPREAD;
}

/* x = e^(x - the largest), n numbers with their padding. */
INLINE void exponentiate(size_t n, size_t padded, float *x) {
    struct lanes most = lanes_all(bounds_of(n, x).most);
    for (size_t i = 0; i < padded; i += LANES) {
        lanes_store(x + i, lanes_exp(lanes_subtract(lanes_load(x + i), most)));
    }
}

/* A row of match, from the factors of one query letter: their sums, or as exponentials their
 * products. A letter's last lanes are overwritten by the next letter's first ones. */
INLINE void prepare_row(const struct fast_shape *s, bool exact, const float *factors, float *row) {
    for (size_t l = 0; l < s->letters; l++) {
        struct lanes of_letter = lanes_all(factors[s->digit_stride + l]);
        for (size_t c = 0; c < s->digit_stride; c += LANES) {
            struct lanes of_digit = lanes_load(factors + c);
            lanes_store(row + l * s->digits + c, exact ? lanes_add(of_letter, of_digit)
                                                       : lanes_multiply(of_letter, of_digit));
        }
    }
    row[s->letters * s->digits] = exact ? NEVER : 0;
}

/* Sets match; returns whether it holds scores instead of exponentials. e^(score - largest) is the
 * product of e^(factor - largest) of the digit and of the letter. */
INLINE bool prepare_match(const struct fast_shape *s, const struct table_view *view) {
    size_t rows = s->heads * s->letters;
    bool exact = false;
    for (size_t row = 0; row < rows; row++) {
        exact = exact || !spread_is_safe(s, view->factors + row * s->factor_count);
    }
    for (size_t row = 0; row < rows; row++) {
        float *factors = view->factors + row * s->factor_count;
        if (!exact) {
            exponentiate(s->digits, s->digit_stride, factors);
            exponentiate(s->letters, s->factor_count - s->digit_stride, factors + s->digit_stride);
        }
        prepare_row(s, exact, factors, view->match + row * s->pair_count);
    }
    return exact;
}

/* parts[x] = sum_r V[x][r] O[r] of one head. */
INLINE void prepare_parts(const struct fast_shape *s, const float *V, const float *O,
                          float *parts) {
    for (size_t c = 0; c < s->digit_stride; c += LANES) {
        multiply_rows(s->letters + s->digits, s->head_width, V, s->width_stride, 1, O + c,
                      s->digit_stride, parts + c, s->digit_stride);
    }
}

/* The smallest and the largest of n rows, lane by lane. */
INLINE void row_bounds(size_t n, size_t stride, const float *rows, struct lanes *least,
                       struct lanes *most) {
    *least = *most = lanes_load(rows);
    for (size_t i = 1; i < n; i++) {
        struct lanes row = lanes_load(rows + i * stride);
        *least = lanes_min(row, *least);
        *most = lanes_max(row, *most);
    }
}

/* The replies of one head to 16 digits; adds to low and high the smallest and the largest. */
INLINE void prepare_reply(const struct fast_shape *s, const float *parts, float *reply, size_t c,
                          struct lanes *low, struct lanes *high) {
    size_t stride = s->digit_stride;
    const float *of_digits = parts + s->letters * stride + c;
    struct lanes least, most, digit_least, digit_most;
    row_bounds(s->letters, stride, parts + c, &least, &most);
    row_bounds(s->digits, stride, of_digits, &digit_least, &digit_most);
    *low = lanes_add(*low, lanes_add(least, digit_least));
    *high = lanes_add(*high, lanes_add(most, digit_most));
    for (size_t l = 0; l < s->letters; l++) {
        struct lanes of_letter = lanes_load(parts + l * stride + c);
        for (size_t digit = 0; digit < s->digits; digit++) {
            lanes_store(reply + (l * s->digits + digit) * stride + c,
                        lanes_add(of_letter, lanes_load(of_digits + digit * stride)));
        }
    }
    lanes_store(reply + s->letters * s->digits * stride + c, lanes_all(0));
}

/* Sets reply and bias; a bound on all logits as the shift; and whether the largest logit of an
 * example may be so far below it that each example must find its own. */
INLINE void prepare_replies(const struct fast_shape *s, const float *b,
                            const struct table_view *view) {
    float bound = NEVER, surely = NEVER;
    for (size_t c = 0; c < s->digit_stride; c += LANES) {
        struct lanes low = lanes_load(b + c), high = low;
        lanes_store(view->bias + c, low);
        for (size_t h = 0; h < s->heads; h++) {
            size_t parts = h * (s->letters + s->digits) * s->digit_stride;
            size_t reply = h * view->reply_rows * s->digit_stride;
            prepare_reply(s, view->parts + parts, view->reply + reply, c, &low, &high);
        }
        float lows[LANES], highs[LANES];
        lanes_store(lows, low);
        lanes_store(highs, high);
        for (size_t i = 0; i < LANES && c + i < s->digits; i++) {
            bound = highs[i] > bound ? highs[i] : bound;
            surely = lows[i] > surely ? lows[i] : surely;
        }
    }
    for (size_t c = s->digits; c < s->digit_stride; c++) view->bias[c] = NEVER;
    view->flags[FLAG_SHIFT] = bound;
    view->flags[FLAG_EXACT_LOGITS] = bound - surely <= SAFE_SPREAD ? 0 : 1;
}

/* The factors of a score by M are M itself. */
INLINE void copy_factors(const struct fast_shape *s, const float *M, float *factors) {
    for (size_t i = 0; i < s->letters * s->factor_count; i += LANES) {
        lanes_store(factors + i, lanes_load(M + i));
    }
}

/* The scores of one head, or their factors. */
INLINE void prepare_head_scores(const struct fast_shape *s, size_t h, const float *weights,
                                const struct table_view *view) {
    size_t column = h * s->head_stride;
    float *factors = view->factors + h * s->letters * s->factor_count;
    const float *Q = weights + s->q + column;
    if (s->score == FAST_PRODUCT) {
        prepare_factors(s, Q, view->columns + column * s->factor_count, factors);
    } else if (s->score == FAST_MATRIX) {
        copy_factors(s, weights + s->m, factors);
    } else {
        struct score_weights from = {Q, weights + s->k + column, weights + s->w + column};
        for (size_t ql = 0; ql < s->letters; ql++) {
            prepare_score_row(s, Q + ql * s->width_stride, &from,
                              view->match + (h * s->letters + ql) * s->pair_count);
        }
    }
}

/* Whether scores are sums of a letter's and a digit's factor. */
INLINE bool has_factors(const struct fast_shape *s) {
    return s->score == FAST_PRODUCT || s->score == FAST_MATRIX;
}

INLINE void prepare_tables(const struct fast_shape *s, const float *weights, float *tables) {
    struct table_view view = view_tables(s, tables);
    if (s->score == FAST_PRODUCT) prepare_columns(s, weights + s->k, view.columns);
    for (size_t h = 0; h < s->heads; h++) {
        size_t column = h * s->head_stride;
        prepare_parts(s, weights + s->v + column, weights + s->o + column * s->digit_stride,
                      view.parts + h * (s->letters + s->digits) * s->digit_stride);
        if (s->scored) prepare_head_scores(s, h, weights, &view);
    }
    view.flags[FLAG_EXACT_MATCH] =
        s->scored && (!has_factors(s) || prepare_match(s, &view)) ? 1 : 0;
    prepare_replies(s, weights + s->b, &view);
}

#endif
