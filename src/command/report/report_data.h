/* The data of a report as JSON, for src/page:
 *
 * {"name", "version", "task": {pairs, min_pairs, letters, digits},
 *  "floors": {chance, average, blind, blind_accuracy},
 *  "settings": [{section, name, value, help}],
 *  "curves": [{model, score, seed, "columns": {step: [...], and report_columns}}],
 *  "models": [{name, score, width, heads, hidden, parameters, verdict, distance,
 *              "final": {loss, accuracy, answer_weight, steps_to_99},
 *              "tensors": [{name, rows, columns, vector}], "weights",
 *              "snapshots_there", "snapshots": [{step, weights}]}],
 *  "missing": [sentences], "question", "questions": ["a3 c7 f1 b9 h0 d2 c"],
 *  "styles": [{line, ink, dashes}] of palette.h, "viridis": ["#rrggbb"] at equal distances}
 *
 * Numbers that are missing or not finite are null. Weights are base64 of little-endian floats, the
 * tensors one after another. Of many rows, snapshots and questions there are fewer. */
#ifndef COMMAND_REPORT_DATA_H
#define COMMAND_REPORT_DATA_H

#include "command/report/report_run.h"

/* Appends all of it. Fails where a snapshot cannot be read. */
bool report_data(struct text *text, const struct report_run *run, struct error *error);

/* Appends the array of models. */
bool report_models(struct text *text, const struct report_run *run, struct error *error);

/* Appends the array of curves. */
void report_curves(struct text *text, const struct report_run *run);

#endif
