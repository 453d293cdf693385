/* What an interrupted sweep left behind.
 *
 * A file may end anywhere: a line without its newline is cut, and so is a file that holds no more
 * than a part of the header. The runs stand there in any order, each once, and all of them must be
 * runs of this very sweep. */
#ifndef COMMAND_SWEEP_RESUME_H
#define COMMAND_SWEEP_RESUME_H

#include "command/sweep/sweep_file.h"
#include "train/sweep.h"

/* Reads the rows that the file has: sets the results of their runs, and where each stands in `kept`,
 * to which the file is appended. There are none where there is no file. */
bool sweep_resume_rows(const struct sweep *sweep, struct sweep_file *rows,
                       const struct text *header, struct text *kept, struct sweep_result *results,
                       struct error *error);

/* The same for whole curves: those that have each row up to the last step, or, where the run's result
 * is that it diverged, up to any.
 * Fails where there is no file, or one without a whole line of curves, but there are rows. */
bool sweep_resume_curves(const struct sweep *sweep, struct sweep_file *curves,
                         const struct text *header, struct text *kept,
                         const struct sweep_result *results, struct error *error);

/* A run that has not both is to be done again: it has neither, and no result. */
void sweep_resume_both(const struct sweep *sweep, struct sweep_file *rows,
                       struct sweep_file *curves, struct sweep_result *results);

#endif
