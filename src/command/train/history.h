/* The loss curves of a run in memory, for the picture at its end: just what curves_read would find
 * in the file of the same rows. */
#ifndef COMMAND_HISTORY_H
#define COMMAND_HISTORY_H

#include "train/curve_runs.h"
#include "train/curves.h"

struct history {
    struct curve_runs runs; /* with the column eval_loss */
};

/* Adds a row to its run's curve. An empty history is {0}; give it back with history_free. */
bool history_add(struct history *history, const struct curve_row *row, struct error *error);
void history_free(struct history *history);

#endif
