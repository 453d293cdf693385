/* The method of tables: see kernel.h. Included by kernel.c.
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
 *          losses  [16]
 * scratch: a [heads][N][16]   da [heads][N][16]   z [16][C']   products [N][16] folded
 *          rows [N][16] of the tables, by pair */
#ifndef MODEL_FAST_TABLE_H
#define MODEL_FAST_TABLE_H

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
    for (size_t f = 0; f < s->factor_count; f += LANES) {
        for (size_t ql = 0; ql < s->letters; ql++) {
            const float *q = Q + ql * s->width_stride;
            struct lanes sum = lanes_all(0);
            for (size_t r = 0; r < s->head_width; r++) {
                sum = lanes_add_product(sum, lanes_all(q[r]),
                                        lanes_load(columns + r * s->factor_count + f));
            }
            lanes_store(factors + ql * s->factor_count + f,
                        lanes_multiply(sum, lanes_all(s->score_factor)));
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

/* The smallest and the largest score of a query: rounding keeps order, so they are sums of the
 * smallest and the largest factors. */
INLINE struct bounds score_bounds(const struct fast_shape *s, const float *factors) {
    struct bounds digits = bounds_of(s->digits, factors);
    struct bounds letters = bounds_of(s->letters, factors + s->digit_stride);
    return (struct bounds){digits.least + letters.least, digits.most + letters.most};
}

/* A row of match: scores of one query letter with all pairs, less `shift`, as exponentials unless
 * `exact`. A letter's last lanes are overwritten by the next letter's first ones. */
INLINE void prepare_row(const struct fast_shape *s, const float *factors, bool exact, float shift,
                        float *row) {
    for (size_t l = 0; l < s->letters; l++) {
        struct lanes of_letter = lanes_all(factors[s->digit_stride + l]);
        for (size_t c = 0; c < s->digit_stride; c += LANES) {
            struct lanes score = lanes_add(lanes_load(factors + c), of_letter);
            if (!exact) score = lanes_exp(lanes_subtract(score, lanes_all(shift)));
            lanes_store(row + l * s->digits + c, score);
        }
    }
    row[s->letters * s->digits] = exact ? NEVER : 0;
}

/* Sets match; returns whether it holds scores instead of exponentials. */
INLINE bool prepare_match(const struct fast_shape *s, const struct table_view *view) {
    size_t rows = s->heads * s->letters;
    bool exact = false;
    for (size_t row = 0; row < rows; row++) {
        struct bounds b = score_bounds(s, view->factors + row * s->factor_count);
        exact = exact || !(b.most - b.least <= SAFE_SPREAD);
    }
    for (size_t row = 0; row < rows; row++) {
        const float *factors = view->factors + row * s->factor_count;
        prepare_row(s, factors, exact, score_bounds(s, factors).most,
                    view->match + row * s->pair_count);
    }
    return exact;
}

/* parts[x] = sum_r V[x][r] O[r] of one head. */
INLINE void prepare_parts(const struct fast_shape *s, const float *V, const float *O,
                          float *parts) {
    for (size_t c = 0; c < s->digit_stride; c += LANES) {
        for (size_t x = 0; x < s->letters + s->digits; x++) {
            struct lanes sum = lanes_all(0);
            for (size_t r = 0; r < s->head_width; r++) {
                sum = lanes_add_product(sum, lanes_all(V[x * s->width_stride + r]),
                                        lanes_load(O + r * s->digit_stride + c));
            }
            lanes_store(parts + x * s->digit_stride + c, sum);
        }
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

INLINE void prepare_tables(const struct fast_shape *s, const float *weights, float *tables) {
    struct table_view view = view_tables(s, tables);
    if (s->scored) prepare_columns(s, weights + s->k, view.columns);
    for (size_t h = 0; h < s->heads; h++) {
        size_t column = h * s->head_stride;
        prepare_parts(s, weights + s->v + column, weights + s->o + column * s->digit_stride,
                      view.parts + h * (s->letters + s->digits) * s->digit_stride);
        if (s->scored) {
            prepare_factors(s, weights + s->q + column, view.columns + column * s->factor_count,
                            view.factors + h * s->letters * s->factor_count);
        }
    }
    view.flags[FLAG_EXACT_MATCH] = s->scored && prepare_match(s, &view) ? 1 : 0;
    prepare_replies(s, weights + s->b, &view);
}

/* The rows of a block's pairs in the tables: rows[i][e] = letter*C + digit. */
INLINE void find_rows(const struct fast_shape *s, size_t n, const struct fast_block *block,
                      uint32_t *rows) {
    uint32_t stride = (uint32_t)s->digits;
    for (size_t i = 0; i < n; i++) {
        const uint32_t *letters = block->pairs + i * 2 * LANES, *digits = letters + LANES;
        for (size_t e = 0; e < LANES; e++) rows[i * LANES + e] = letters[e] * stride + digits[e];
    }
}

/* a[i] = 1 / n for pairs that are there. */
INLINE void uniform_weights(const struct fast_shape *s, size_t n, const struct fast_block *block,
                            float *a) {
    for (size_t i = 0; i < n; i++) {
        const uint32_t *letters = block->pairs + i * 2 * BLOCK_EXAMPLES;
        for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
            bool there = letters[e] < s->letters;
            a[i * LANES + e] = there ? 1 / (float)block->count[e] : 0;
        }
    }
}

/* a = softmax over the pairs, from exponentials or scores that stand in a. */
INLINE void softmax_pairs(size_t n, bool exact, float *a) {
    struct lanes sum = lanes_all(0), most = lanes_all(NEVER);
    for (size_t i = 0; exact && i < n; i++) most = lanes_max(lanes_load(a + i * LANES), most);
    for (size_t i = 0; i < n; i++) {
        struct lanes x = lanes_load(a + i * LANES);
        if (exact) {
            x = lanes_exp(lanes_subtract(x, most));
            lanes_store(a + i * LANES, x);
        }
        sum = lanes_add(sum, x);
    }
    struct lanes inverse = lanes_divide(lanes_all(1), sum);
    for (size_t i = 0; i < n; i++) {
        lanes_store(a + i * LANES, lanes_multiply(lanes_load(a + i * LANES), inverse));
    }
}

INLINE void table_weights(const struct fast_shape *s, size_t n, const struct table_view *view,
                          const struct fast_block *block, const uint32_t *rows, float *a) {
    if (!s->scored) {
        uniform_weights(s, n, block, a);
        return;
    }
    bool exact = view->flags[FLAG_EXACT_MATCH] > 0;
    for (size_t h = 0; h < s->heads; h++) {
        const float *match = view->match + h * s->letters * s->pair_count;
        float *of_head = a + h * n * LANES;
        for (size_t e = 0; e < LANES; e++) {
            const float *row = match + block->query[e] * s->pair_count;
            for (size_t i = 0; i < n; i++) of_head[i * LANES + e] = row[rows[i * LANES + e]];
        }
        softmax_pairs(n, exact, of_head);
    }
}

/* z[e] = bias + sum over heads and pairs of a * reply. */
INLINE void table_logits(const struct fast_shape *s, size_t n, size_t digits,
                         const struct table_view *view, const uint32_t *rows, const float *a,
                         float *z) {
    for (size_t e = 0; e < BLOCK_EXAMPLES; e++) {
        for (size_t c = 0; c < digits; c += LANES) {
            struct lanes sum = lanes_load(view->bias + c);
            for (size_t h = 0; h < s->heads; h++) {
                const float *reply = view->reply + h * view->reply_rows * digits + c;
                const float *of_head = a + h * n * LANES + e;
                for (size_t i = 0; i < n; i++) {
                    sum = lanes_add_product(sum, lanes_all(of_head[i * LANES]),
                                            lanes_load(reply + rows[i * LANES + e] * digits));
                }
            }
            lanes_store(z + e * digits + c, sum);
        }
    }
}

INLINE void table_shift(const struct fast_shape *s, const struct table_view *view, const float *z,
                        float *shift) {
    if (view->flags[FLAG_EXACT_LOGITS] > 0) {
        largest_logits(s, z, shift);
    } else {
        lanes_store(shift, lanes_all(view->flags[FLAG_SHIFT]));
    }
}

/* dreply of pair i += a[i] dz, and the products of dz . reply, folded, for lane e of one head. */
INLINE void reply_backward(const struct fast_shape *s, size_t n, size_t digits, size_t e,
                           const float *reply, const uint32_t *rows, const float *a,
                           const float *dz, float *dreply, struct folded *products) {
    for (size_t i = 0; i < n; i++) {
        size_t row = rows[i * LANES + e] * digits;
        struct lanes weight = lanes_all(a[i * LANES + e]), product = lanes_all(0);
        for (size_t c = 0; c < digits; c += LANES) {
            struct lanes d = lanes_load(dz + c);
            if (s->scored) {
                struct lanes r = lanes_load(reply + row + c);
                product = c ? lanes_add_product(product, d, r) : lanes_multiply(d, r);
            }
            lanes_store(dreply + row + c,
                        lanes_add_product(lanes_load(dreply + row + c), weight, d));
        }
        if (s->scored) products[i * LANES + e] = lanes_fold(product);
    }
}

/* da[i] = dz . reply of pair i, from its folded products. */
INLINE void sum_products(size_t n, const struct folded *products, float *da) {
    for (size_t i = 0; i < n; i++) {
        lanes_store(da + i * LANES, folded_sums(products + i * LANES));
    }
}

/* ds_i = a_i (da_i - sum_j a_j da_j), added to the scores' gradients. */
INLINE void table_match_backward(const struct fast_shape *s, size_t n,
                                 const struct fast_block *block, const uint32_t *rows,
                                 const float *a, float *da, float *dmatch) {
    struct lanes sum = lanes_all(0);
    for (size_t i = 0; i < n; i++) {
        sum = lanes_add_product(sum, lanes_load(a + i * LANES), lanes_load(da + i * LANES));
    }
    for (size_t i = 0; i < n; i++) {
        struct lanes ds = lanes_multiply(lanes_load(a + i * LANES),
                                         lanes_subtract(lanes_load(da + i * LANES), sum));
        lanes_store(da + i * LANES, ds);
    }
    for (size_t e = 0; e < LANES; e++) {
        float *row = dmatch + block->query[e] * s->pair_count;
        for (size_t i = 0; i < n; i++) row[rows[i * LANES + e]] += da[i * LANES + e];
    }
}

struct table_sums {
    float *dmatch, *dreply, *losses;
};

INLINE struct table_sums view_sums(const struct fast_shape *s, const struct table_view *view,
                                   float *sums) {
    struct table_sums parts;
    size_t match = s->scored ? s->heads * s->letters * s->pair_count : 0;
    parts.dmatch = sums;
    parts.dreply = parts.dmatch + match;
    parts.losses = parts.dreply + s->heads * view->reply_rows * s->digit_stride;
    return parts;
}

struct table_scratch {
    float *a, *da, *z;
    struct folded *products;
    uint32_t *rows;
};

INLINE struct table_scratch view_scratch(const struct fast_shape *s, float *scratch) {
    struct table_scratch view;
    size_t weights = s->heads * s->pairs * LANES;
    view.a = scratch;
    view.da = view.a + weights;
    view.z = view.da + weights;
    view.products = (struct folded *)(void *)(view.z + LANES * s->digit_stride);
    view.rows = (uint32_t *)(void *)(view.z + LANES * s->digit_stride + s->pairs * LANES * LANES);
    return view;
}

INLINE void accumulate_tables(const struct fast_shape *s, float *tables,
                              const struct fast_block *block, const float *scale, float *sums,
                              float *scratch) {
    size_t n = s->pairs, digits = s->digit_stride;
    struct table_view view = view_tables(s, tables);
    struct table_sums to = view_sums(s, &view, sums);
    struct table_scratch own = view_scratch(s, scratch);
    float shift[LANES], sum[LANES], loss[LANES];
    find_rows(s, n, block, own.rows);
    table_weights(s, n, &view, block, own.rows, own.a);
    table_logits(s, n, digits, &view, own.rows, own.a, own.z);
    table_shift(s, &view, own.z, shift);
    readout_exponentials(digits, block->answer, shift, own.z, sum, loss);
    add_losses(loss, scale, to.losses);
    readout_gradients(digits, block->answer, scale, sum, own.z);
    for (size_t h = 0; h < s->heads; h++) {
        size_t reply = h * view.reply_rows * digits, weights = h * n * LANES;
        for (size_t e = 0; e < LANES; e++) {
            reply_backward(s, n, digits, e, view.reply + reply, own.rows, own.a + weights,
                           own.z + e * digits, to.dreply + reply, own.products);
        }
        if (!s->scored) continue;
        sum_products(n, own.products, own.da + weights);
        table_match_backward(s, n, block, own.rows, own.a + weights, own.da + weights,
                             to.dmatch + h * s->letters * s->pair_count);
    }
}

/* dparts[x] from dreply: sums over digits and over letters. With the first head also db: the
 * weights of an example add up to 1. */
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
        for (size_t x = 0; x < s->letters + s->digits; x++) {
            struct lanes sum = lanes_all(0);
            for (size_t c = 0; c < s->digits; c++) {
                sum = lanes_add_product(sum, lanes_all(dparts[x * digits + c]),
                                        lanes_load(columns + c * LANES));
            }
            lanes_store(dV + x * s->width_stride + first, sum);
        }
    }
}

/* dO[r][c] = sum_x V[x][r] dparts[x][c]. */
INLINE void finish_output(const struct fast_shape *s, const float *V, const float *dparts,
                          float *d_O) {
    for (size_t c = 0; c < s->digit_stride; c += LANES) {
        for (size_t r = 0; r < s->head_width; r++) {
            struct lanes sum = lanes_all(0);
            for (size_t x = 0; x < s->letters + s->digits; x++) {
                sum = lanes_add_product(sum, lanes_all(V[x * s->width_stride + r]),
                                        lanes_load(dparts + x * s->digit_stride + c));
            }
            lanes_store(d_O + r * s->digit_stride + c, sum);
        }
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

/* The tables are not needed any more: their memory holds the gradients on the way. */
INLINE void finish_tables(const struct fast_shape *s, const float *w, float *tables, float *sums,
                          float *gradient) {
    struct table_view view = view_tables(s, tables);
    struct table_sums from = view_sums(s, &view, sums);
    for (size_t h = 0; h < s->heads; h++) {
        size_t column = h * s->head_stride, output = column * s->digit_stride;
        finish_parts(s, from.dreply + h * view.reply_rows * s->digit_stride, view.parts,
                     h ? NULL : gradient + s->b);
        finish_values(s, w + s->o + output, view.parts, view.reply, gradient + s->v + column);
        finish_output(s, w + s->v + column, view.parts, gradient + s->o + output);
        if (!s->scored) continue;
        finish_queries(s, w + s->q + column, w + s->k + column,
                       from.dmatch + h * s->letters * s->pair_count, view.factors,
                       gradient + s->q + column, gradient + s->k + column);
    }
}

/* Mean over the heads of the weight on the asked pair, and of the entropy. */
INLINE void weight_results(const struct fast_shape *s, const struct fast_block *block,
                           const float *a, struct fast_result *result) {
    struct lanes entropy = lanes_all(0), weight = lanes_all(0);
    struct lanes share = lanes_all(1 / (float)s->heads);
    for (size_t h = 0; h < s->heads; h++) {
        float asked[LANES];
        const float *of_head = a + h * s->pairs * LANES;
        for (size_t i = 0; i < s->pairs; i++) {
            struct lanes w = lanes_load(of_head + i * LANES);
            struct lanes log = lanes_log(lanes_max(w, lanes_all(1e-37f)));
            entropy = lanes_subtract(entropy, lanes_multiply(w, log));
        }
        for (size_t e = 0; e < LANES; e++) asked[e] = of_head[block->position[e] * LANES + e];
        weight = lanes_add(weight, lanes_load(asked));
    }
    lanes_store(result->entropy, lanes_multiply(entropy, share));
    lanes_store(result->weight, lanes_multiply(weight, share));
}

INLINE void evaluate_tables(const struct fast_shape *s, float *tables,
                            const struct fast_block *block, struct fast_result *result,
                            float *scratch) {
    struct table_view view = view_tables(s, tables);
    struct table_scratch own = view_scratch(s, scratch);
    float shift[LANES], sum[LANES];
    find_rows(s, s->pairs, block, own.rows);
    table_weights(s, s->pairs, &view, block, own.rows, own.a);
    table_logits(s, s->pairs, s->digit_stride, &view, own.rows, own.a, own.z);
    table_shift(s, &view, own.z, shift);
    readout_exponentials(s->digit_stride, block->answer, shift, own.z, sum, result->loss);
    readout_results(s, block->answer, sum, own.z, result);
    weight_results(s, block, own.a, result);
}

/* The default task and width, whose sizes are constants to the compiler. */
#define DEFAULT_SHAPE(shape)                                                                       \
    ((shape)->pairs == 6 && (shape)->letters == 8 && (shape)->digits == 10 &&                      \
     (shape)->heads == 1 && (shape)->head_width == 16)

INLINE struct fast_shape default_shape(const struct fast_shape *shape) {
    struct fast_shape s = *shape;
    s.pairs = 6, s.letters = 8, s.digits = 10;
    s.heads = 1, s.head_width = 16;
    s.digit_stride = s.head_stride = s.width_stride = LANES;
    s.pair_count = 8 * 10 + LANES, s.factor_count = 2 * LANES;
    return s;
}

/* Calls the function with a shape of its own, which no store can change, and whose sizes are
 * constants where they are the default ones, once with a score and once without. */
#define WITH_SHAPE(shape, ...)                                                                     \
    if (DEFAULT_SHAPE(shape) && (shape)->scored) {                                                 \
        struct fast_shape s = default_shape(shape);                                                \
        s.scored = true;                                                                           \
        __VA_ARGS__;                                                                               \
    } else if (DEFAULT_SHAPE(shape)) {                                                             \
        struct fast_shape s = default_shape(shape);                                                \
        s.scored = false;                                                                          \
        __VA_ARGS__;                                                                               \
    } else {                                                                                       \
        struct fast_shape s = *(shape);                                                            \
        __VA_ARGS__;                                                                               \
    }

static void table_prepare(const struct fast_shape *shape, const float *weights, float *tables) {
    WITH_SHAPE(shape, prepare_tables(&s, weights, tables))
}

static void table_accumulate(const struct fast_shape *shape, const float *weights, float *tables,
                             const struct fast_block *block, const float *scale, float *sums,
                             float *scratch) {
    (void)weights;
    WITH_SHAPE(shape, accumulate_tables(&s, tables, block, scale, sums, scratch))
}

static void table_finish(const struct fast_shape *shape, const float *weights, float *tables,
                         float *sums, float *gradient) {
    WITH_SHAPE(shape, finish_tables(&s, weights, tables, sums, gradient))
}

static void table_evaluate(const struct fast_shape *shape, const float *weights, float *tables,
                           const struct fast_block *block, struct fast_result *result,
                           float *scratch) {
    (void)weights;
    WITH_SHAPE(shape, evaluate_tables(&s, tables, block, result, scratch))
}

#endif
