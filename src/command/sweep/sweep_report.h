/* What a sweep tells at its end: a table with a line for each combination and model. */
#ifndef COMMAND_SWEEP_REPORT_H
#define COMMAND_SWEEP_REPORT_H

#include "train/sweep.h"

/* Appends the table for the runs first .. end-1 and their results[end - first]. */
bool sweep_report(struct text *text, const struct sweep *sweep, const struct sweep_result *results,
                  struct error *error);

#endif
