/* The method of tables, its four functions: see kernel.h. Included by kernel.c. */
#ifndef MODEL_FAST_TABLE_H
#define MODEL_FAST_TABLE_H

#include "model/fast/table_block.h"
#include "model/fast/table_finish.h"
#include "model/fast/table_prepare.h"

/* The default task, width and kind of score, whose sizes are constants to the compiler. */
#define DEFAULT_SHAPE(shape)                                                                       \
    ((shape)->pairs == 6 && (shape)->letters == 8 && (shape)->digits == 10 &&                      \
     (shape)->heads == 1 && (shape)->head_width == 16 && (shape)->score == FAST_PRODUCT &&         \
     !(shape)->dropout)

INLINE struct fast_shape default_shape(const struct fast_shape *shape) {
    struct fast_shape s = *shape;
    s.pairs = 6, s.letters = 8, s.digits = 10;
    s.heads = 1, s.head_width = 16, s.score = FAST_PRODUCT, s.scored = true;
    s.dropout = false;
    s.letter_stride = s.digit_stride = s.head_stride = s.width_stride = LANES;
    s.pair_count = 8 * 10 + 1, s.match_count = (8 * 10 + 1) * 8 + 8 + LANES;
    return s;
}

/* Calls the function with a shape of its own, which no store can change, and whose sizes are
 * constants where they are the default ones. */
#define WITH_SHAPE(shape, ...)                                                                     \
    if (DEFAULT_SHAPE(shape)) {                                                                    \
        struct fast_shape s = default_shape(shape);                                                \
        __VA_ARGS__;                                                                               \
    } else {                                                                                       \
        struct fast_shape s = *(shape);                                                            \
        __VA_ARGS__;                                                                               \
    }

static void table_prepare(const struct fast_shape *shape, const float *weights, float *tables) {
    WITH_SHAPE(shape, prepare_tables(&s, weights, tables))
}

static void table_accumulate(const struct fast_shape *shape, const float *weights, float *tables,
                             const struct fast_block *block, const float *scale, const float *keep,
                             float *sums, float *scratch) {
    (void)weights;
    WITH_SHAPE(shape, accumulate_tables(&s, tables, block, scale, keep, sums, scratch))
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
