/* The loss curves of a run in memory, for the picture at its end. */
#ifndef COMMAND_HISTORY_H
#define COMMAND_HISTORY_H

#include "command/settings.h"
#include "train/curves.h"

struct curve {
    const char *model;
    double *steps, *losses; /* [count]: evaluation losses */
    size_t count, capacity;
};

struct history {
    struct curve curves[SETTINGS_MAX_MODELS]; /* in the order in which models first came */
    size_t count;
};

/* Adds a row to its model's curve. An empty history is {0}; give it back with history_free. */
bool history_add(struct history *history, const struct curve_row *row, struct error *error);
void history_free(struct history *history);

#endif
