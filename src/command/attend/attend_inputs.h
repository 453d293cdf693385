/* What attend reads: its files, options and masks, checked against each other. */
#ifndef COMMAND_ATTEND_INPUTS_H
#define COMMAND_ATTEND_INPUTS_H

#include "attention/layer.h"
#include "command/settings.h"

struct attend_inputs {
    struct matrix matrices[MATRIX_COUNT]; /* of the files; empty where there is none */
    const char *names[MATRIX_COUNT];      /* of the files, for messages */
    size_t *valid_lengths;                /* or NULL */
    double *keep;                         /* dropout, or NULL */
    struct layer layer;                   /* points into the above */
};

/* Reads and checks everything. Given back with attend_inputs_free, also when this fails. */
bool attend_inputs_read(struct attend_inputs *inputs, const struct settings *settings,
                        struct error *error);
void attend_inputs_free(struct attend_inputs *inputs);

/* Whether the matrices' shapes fit, once the files are read (attend_shapes.c). STATUS_FAILED, and
 * STATUS_USAGE for --heads. */
bool attend_check_shapes(const struct attend_inputs *inputs, struct error *error);

#endif
