/* The method of tables, first part: from the weights to the tables. Included by kernel.c. */
#ifndef MODEL_FAST_TABLE_PREPARE_H
#define MODEL_FAST_TABLE_PREPARE_H

#include "model/fast/table_scores.h"
#include "model/fast/table_view.h"

/* columns[r][ql] = factor * Q[ql][r], rows of all heads. */
INLINE void prepare_columns(const struct fast_shape *s, const float *Q, float *columns) {
    for (size_t ql = 0; ql < s->letters; ql++) {
        for (size_t r = 0; r < s->width_stride; r++) {
            columns[r * s->letter_stride + ql] = Q[ql * s->width_stride + r] * s->score_factor;
        }
    }
}

/* factors[x][ql] = factor * q . k of every letter and digit x, in one head. */
INLINE void prepare_factors(const struct fast_shape *s, const float *K, const float *columns,
                            float *factors) {
    for (size_t ql = 0; ql < s->letters; ql += LANES) {
        multiply_rows(s->letters + s->digits, s->letters - ql, s->head_width, K, s->width_stride, 1,
                      columns + ql, s->letter_stride, factors + ql, s->letter_stride);
    }
}

/* The smallest and the largest of n rows, lane by lane. */
struct row_bounds {
    struct lanes least, most;
};

INLINE struct row_bounds row_bounds(size_t n, size_t stride, const float *rows) {
    struct row_bounds b = {lanes_load(rows), lanes_load(rows)};
    for (size_t i = 1; i < n; i++) {
        struct lanes row = lanes_load(rows + i * stride);
        b.least = lanes_min(row, b.least);
        b.most = lanes_max(row, b.most);
    }
    return b;
}

/* Whether the scores of sixteen queries are so close together that exponentials relative to the
 * largest lose none: rounding keeps order, so the bounds of a sum are the sums of the bounds. */
INLINE bool spread_is_safe(const struct fast_shape *s, size_t ql, const float *factors) {
    struct row_bounds letters = row_bounds(s->letters, s->letter_stride, factors);
    struct row_bounds digits =
        row_bounds(s->digits, s->letter_stride, factors + s->letters * s->letter_stride);
    float spread[LANES];
    bool safe = true;
    lanes_store(spread, lanes_subtract(lanes_add(digits.most, letters.most),
                                       lanes_add(digits.least, letters.least)));
    for (size_t i = 0; i < LANES && ql + i < s->letters; i++) {
        safe = safe && spread[i] <= SAFE_SPREAD;
    }
    return safe;
}

/* x = e^(x - the largest) in n rows, lane by lane. */
INLINE void exponentiate(const struct fast_shape *s, size_t n, size_t ql, float *rows) {
    struct lanes most = row_bounds(n, s->letter_stride, rows).most;
    for (size_t i = 0; i < n; i++) {
        float *row = rows + i * s->letter_stride;
        lanes_store_first(row, lanes_exp(lanes_subtract(lanes_load(row), most)), s->letters - ql);
    }
}

/* One head's match from its factors: their sums, or as exponentials their products. A row's last
 * lanes are overwritten by the next row's first ones. */
INLINE void prepare_rows(const struct fast_shape *s, bool exact, const float *factors,
                         float *match) {
    for (size_t l = 0; l < s->letters; l++) {
        for (size_t c = 0; c < s->digits; c++) {
            const float *letter = factors + l * s->letter_stride;
            const float *digit = factors + (s->letters + c) * s->letter_stride;
            float *row = match + (l * s->digits + c) * s->letters;
            for (size_t ql = 0; ql < s->letters; ql += LANES) {
                struct lanes x = lanes_load(letter + ql), y = lanes_load(digit + ql);
                lanes_store_first(row + ql, exact ? lanes_add(x, y) : lanes_multiply(x, y),
                                  s->letters - ql);
            }
        }
    }
}

/* What stands in match for a pair that is not there. */
INLINE void prepare_missing(const struct fast_shape *s, bool exact, float *match) {
    float *row = match + (s->pair_count - 1) * s->letters;
    for (size_t ql = 0; ql < s->letters; ql++) row[ql] = exact ? NEVER : 0;
}

/* Sets match; returns whether it holds scores instead of exponentials. e^(score - largest) is the
 * product of e^(factor - largest) of the letter and of the digit. */
INLINE bool prepare_match(const struct fast_shape *s, const struct table_view *view) {
    size_t of_head = (s->letters + s->digits) * s->letter_stride;
    bool exact = false;
    for (size_t h = 0; h < s->heads; h++) {
        for (size_t ql = 0; ql < s->letters; ql += LANES) {
            exact = exact || !spread_is_safe(s, ql, view->factors + h * of_head + ql);
        }
    }
    for (size_t h = 0; h < s->heads; h++) {
        float *factors = view->factors + h * of_head;
        for (size_t ql = 0; ql < s->letters && !exact; ql += LANES) {
            exponentiate(s, s->letters, ql, factors + ql);
            exponentiate(s, s->digits, ql, factors + s->letters * s->letter_stride + ql);
        }
        prepare_rows(s, exact, factors, view->match + h * s->match_count);
    }
    return exact;
}

/* parts[x] = sum_r V[x][r] O[r] of one head. */
INLINE void prepare_parts(const struct fast_shape *s, const float *V, const float *O,
                          float *parts) {
    for (size_t c = 0; c < s->digit_stride; c += LANES) {
        multiply_rows(s->letters + s->digits, s->digits - c, s->head_width, V, s->width_stride, 1,
                      O + c, s->digit_stride, parts + c, s->digit_stride);
    }
}

/* The replies of one head to 16 digits; adds to low and high the smallest and the largest. */
INLINE void prepare_reply(const struct fast_shape *s, const float *parts, float *reply, size_t c,
                          struct lanes *low, struct lanes *high) {
    size_t stride = s->digit_stride;
    const float *of_digits = parts + s->letters * stride + c;
    struct row_bounds letter = row_bounds(s->letters, stride, parts + c);
    struct row_bounds all = row_bounds(s->digits, stride, of_digits);
    *low = lanes_add(*low, lanes_add(letter.least, all.least));
    *high = lanes_add(*high, lanes_add(letter.most, all.most));
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
    view->flags[FLAG_SHIFT] = bound;
    view->flags[FLAG_EXACT_LOGITS] = bound - surely <= SAFE_SPREAD ? 0 : 1;
}

/* The factors of a score by M are M itself. */
INLINE void copy_factors(const struct fast_shape *s, const float *M, float *factors) {
    for (size_t i = 0; i < (s->letters + s->digits) * s->letter_stride; i += LANES) {
        lanes_store(factors + i, lanes_load(M + i));
    }
}

/* The scores of one head, or their factors. */
INLINE void prepare_head_scores(const struct fast_shape *s, size_t h, const float *weights,
                                const struct table_view *view) {
    size_t column = h * s->head_stride;
    float *factors = view->factors + h * (s->letters + s->digits) * s->letter_stride;
    if (s->score == FAST_PRODUCT) {
        prepare_factors(s, weights + s->k + column, view->columns + column * s->letter_stride,
                        factors);
    } else if (s->score == FAST_MATRIX) {
        copy_factors(s, weights + s->m, factors);
    } else {
        struct score_weights from = {weights + s->q + column, weights + s->k + column,
                                     weights + s->w + column};
        prepare_scores(s, &from, view->columns, view->match + h * s->match_count);
    }
}

/* Whether scores are sums of a letter's and a digit's factor. */
INLINE bool has_factors(const struct fast_shape *s) {
    return s->score == FAST_PRODUCT || s->score == FAST_MATRIX;
}

INLINE void prepare_tables(const struct fast_shape *s, const float *weights, float *tables) {
    struct table_view view = view_tables(s, tables);
    if (s->score == FAST_PRODUCT) prepare_columns(s, weights + s->q, view.columns);
    for (size_t h = 0; h < s->heads; h++) {
        size_t column = h * s->head_stride;
        prepare_parts(s, weights + s->v + column, weights + s->o + column * s->digit_stride,
                      view.parts + h * (s->letters + s->digits) * s->digit_stride);
        if (s->scored) prepare_head_scores(s, h, weights, &view);
    }
    bool exact = s->scored && (!has_factors(s) || prepare_match(s, &view));
    for (size_t h = 0; h < s->heads && s->scored; h++) {
        prepare_missing(s, exact, view.match + h * s->match_count);
    }
    view.flags[FLAG_EXACT_MATCH] = exact ? 1 : 0;
    prepare_replies(s, weights + s->b, &view);
}

#endif
