/* Curves as CSV: see curves.h. */
#include "train/curves.h"

#include <inttypes.h>

const char *const curve_value_names[CURVE_VALUE_COUNT] = {
    [CURVE_TRAIN_LOSS] = "train_loss",
    [CURVE_EVAL_LOSS] = "eval_loss",
    [CURVE_EVAL_ACCURACY] = "eval_accuracy",
    [CURVE_ANSWER_WEIGHT] = "answer_weight",
    [CURVE_ATTENTION_ENTROPY] = "attention_entropy",
    [CURVE_GRAD_NORM] = "grad_norm",
    [CURVE_LEARNING_RATE] = "learning_rate",
    [CURVE_UNIFORM_LOSS] = "uniform_loss",
    [CURVE_AVERAGE_FLOOR] = "average_floor",
    [CURVE_BLIND_FLOOR] = "blind_floor",
};

void curve_row_set(struct curve_row *row, enum curve_value value, double number) {
    row->values[value] = number;
    row->measured[value] = true;
}

void curve_header_text(struct text *text) {
    text_string(text, "model,score,seed,step,examples");
    for (int i = 0; i < CURVE_VALUE_COUNT; i++) text_format(text, ",%s", curve_value_names[i]);
    text_string(text, "\n");
}

void curve_row_text(struct text *text, const struct curve_row *row) {
    text_format(text, "%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64, row->model, row->score, row->seed,
                row->step, row->examples);
    for (int i = 0; i < CURVE_VALUE_COUNT; i++) {
        text_string(text, ",");
        if (row->measured[i]) text_float(text, (float)row->values[i]);
    }
    text_string(text, "\n");
}
