/* What eval tells: what a model's answers came to, beside the floors of the examples. */
#ifndef COMMAND_EVAL_RESULT_H
#define COMMAND_EVAL_RESULT_H

#include "base/text.h"
#include "model/model.h"
#include "task/floor.h"
#include "train/metrics.h"

struct eval_result {
    const struct model *model;
    struct metrics metrics;
    struct floors floors; /* the average one is nan where there is none for all examples */
};

/* Appends it as lines for people. */
void eval_result_text(struct text *text, const struct eval_result *result);

/* Appends it as a JSON object; what is not of this model is null. */
void eval_result_json(struct text *text, const struct eval_result *result);

#endif
