/* What tells the runs of a sweep: the columns that stand first in their rows, model, score, seed, the
 * varied settings, steps. A varied setting that is a column anyway (score, steps) is not written
 * twice. */
#ifndef TRAIN_SWEEP_IDENTITY_H
#define TRAIN_SWEEP_IDENTITY_H

#include "base/csv.h"
#include "train/sweep.h"

/* How many they are. The first three are those of curves too. */
enum { SWEEP_CURVE_COLUMNS = 3 };
size_t sweep_row_columns(const struct sweep *sweep);

/* The name of such a column; and appends what a run has in it, as a field without quotes. */
const char *sweep_column_name(const struct sweep *sweep, size_t column);
void sweep_column_text(struct text *text, const struct sweep *sweep, size_t run, size_t column);

/* Appends what tells a run: the first `columns` fields of its row, or of the one that the csv stands
 * on and that has as many. Both are equal for a run and its row. */
void sweep_run_name(struct text *text, const struct sweep *sweep, size_t run, size_t columns);
void sweep_csv_name(struct text *text, const struct csv *csv, size_t columns);

/* Sets the error, with file, line and column, of a row that is of none of the runs. */
bool sweep_row_unknown(const struct csv *csv, const struct sweep *sweep, size_t columns,
                       struct error *error);

#endif
