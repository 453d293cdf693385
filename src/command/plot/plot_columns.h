/* The list of columns that plot draws. */
#ifndef COMMAND_PLOT_COLUMNS_H
#define COMMAND_PLOT_COLUMNS_H

#include "train/curve_runs.h"

struct plot_columns {
    char *bytes;
    const char *names[CURVE_RUNS_COLUMNS];
    size_t count;
};

/* Reads "a,b". Refused as wrong usage: a name that is empty or there twice, and too many. Give it
 * back with plot_columns_free. */
bool plot_columns_read(struct plot_columns *columns, const char *list, struct error *error);
void plot_columns_free(struct plot_columns *columns);

#endif
