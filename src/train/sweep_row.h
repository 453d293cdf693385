/* A sweep's rows, as CSV: a row a run.
 *
 * Columns: model,score,seed, the varied settings, steps,steps_to_blind,steps_to_99,
 * steps_to_loss_0_1,final_loss,final_accuracy,answer_weight,outcome. `steps` are those the run was
 * given. A varied setting that is a column anyway (score, steps) is not written twice. Empty: not
 * reached, or not of this model. Outcomes are retrieval, query-blind, chance and diverged. */
#ifndef TRAIN_SWEEP_ROW_H
#define TRAIN_SWEEP_ROW_H

#include "base/csv.h"
#include "train/sweep.h"

/* Appends the header line, or the row of a run as a line. */
void sweep_header_text(struct text *text, const struct sweep *sweep);
void sweep_row_text(struct text *text, const struct sweep *sweep, size_t run,
                    const struct sweep_result *result);

/* The columns that tell a run, which stand first: model, score, seed, ..., steps. The first three are
 * those of curves too. */
enum { SWEEP_CURVE_COLUMNS = 3 };
size_t sweep_row_columns(const struct sweep *sweep);

/* Appends what tells a run: the first `columns` fields of its row, or of the one that the csv stands
 * on and that has as many. Both are equal for a run and its row. */
void sweep_run_name(struct text *text, const struct sweep *sweep, size_t run, size_t columns);
void sweep_csv_name(struct text *text, const struct csv *csv, size_t columns);

/* Sets the error, with file, line and column, of a row that is of none of the runs. */
bool sweep_row_unknown(const struct csv *csv, const struct sweep *sweep, size_t columns,
                       struct error *error);

/* Whether the row that the csv stands on has as many fields as a row of this sweep. Fails with file
 * and line. */
bool sweep_row_check(const struct csv *csv, const struct sweep *sweep, struct error *error);

/* Sets the result of a run to what its row says, on which the csv stands and which passed the check.
 * Fails, with file, line and column, where that is no result. */
bool sweep_row_read(const struct csv *csv, const struct sweep *sweep, size_t run,
                    struct sweep_result *result, struct error *error);

#endif
