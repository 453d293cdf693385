/* The curves of a run that goes on, cut back to what its state knows. */
#ifndef COMMAND_KEPT_CURVES_H
#define COMMAND_KEPT_CURVES_H

#include "command/train/history.h"
#include "train/train.h"

/* Appends to `kept` the header of the curves and the rows of curves.csv up to training->row_step,
 * and adds those to the history. Rows after it, whole or torn, are left out; those before must be
 * the rows of these models, none twice, none missing at the end. */
bool kept_curves_read(const char *folder, const struct training *training, struct text *kept,
                      struct history *history, struct error *error);

#endif
