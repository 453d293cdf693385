/* What attend computes. */
#ifndef COMMAND_ATTEND_RESULT_H
#define COMMAND_ATTEND_RESULT_H

#include "command/attend/attend_inputs.h"

struct attend_result {
    const struct attend_inputs *inputs;
    struct layer_pass pass;
    struct matrix gradients[LAYER_INPUTS]; /* empty where there is none */
};

/* The weights of head h, [queries][keys]: rows of the result's. */
struct matrix attend_head_weights(const struct attend_result *result, size_t h);

#endif
