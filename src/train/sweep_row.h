/* A sweep's rows, as CSV: a row a run.
 *
 * Columns: model,score,seed, the varied settings, steps,steps_to_blind,steps_to_99,
 * steps_to_loss_0_1,final_loss,final_accuracy,answer_weight,outcome. `steps` are those the run was
 * given. A varied setting that is a column anyway (score, steps) is not written twice. Empty: not
 * reached, or not of this model. Outcomes are retrieval, query-blind, chance and diverged. */
#ifndef TRAIN_SWEEP_ROW_H
#define TRAIN_SWEEP_ROW_H

#include "train/sweep_identity.h"

/* Appends the header line, or the row of a run as a line. */
void sweep_header_text(struct text *text, const struct sweep *sweep);
void sweep_row_text(struct text *text, const struct sweep *sweep, size_t run,
                    const struct sweep_result *result);

/* Whether the row that the csv stands on has as many fields as a row of this sweep. Fails with file
 * and line. */
bool sweep_row_check(const struct csv *csv, const struct sweep *sweep, struct error *error);

/* Sets the result of a run to what its row says, on which the csv stands and which passed the check.
 * Fails, with file, line and column, where that is no result. */
bool sweep_row_read(const struct csv *csv, const struct sweep *sweep, size_t run,
                    struct sweep_result *result, struct error *error);

#endif
