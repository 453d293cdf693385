/* Curves: a row for each model at each evaluation, as CSV.
 *
 * Columns: model,score,seed,step,examples and the values below. A float is written with the fewest
 * digits that read back as the same float. Empty: not measured, or not of this model; nan, inf and
 * -inf: measured so. */
#ifndef TRAIN_CURVES_H
#define TRAIN_CURVES_H

#include "base/text.h"

#include <stdint.h>

enum curve_value {
    CURVE_TRAIN_LOSS, /* mean over the batches since the last row; empty at step 0 */
    CURVE_EVAL_LOSS,
    CURVE_EVAL_ACCURACY,
    CURVE_ANSWER_WEIGHT,
    CURVE_ATTENTION_ENTROPY,
    CURVE_GRAD_NORM,     /* of the last step, before clipping */
    CURVE_LEARNING_RATE, /* of the last step */
    CURVE_UNIFORM_LOSS,
    CURVE_AVERAGE_FLOOR,
    CURVE_BLIND_FLOOR,
    CURVE_VALUE_COUNT
};

/* Their names in the header, by enum curve_value. */
extern const char *const curve_value_names[CURVE_VALUE_COUNT];

struct curve_row {
    const char *model;
    const char *score; /* "" for a model without scores */
    uint64_t seed, step;
    uint64_t examples; /* seen in training */
    double values[CURVE_VALUE_COUNT];
    bool measured[CURVE_VALUE_COUNT];
};

/* Sets a value and that it was measured. */
void curve_row_set(struct curve_row *row, enum curve_value value, double number);

/* Appends the header line, or a row as a line. */
void curve_header_text(struct text *text);
void curve_row_text(struct text *text, const struct curve_row *row);

#endif
