/* What an interrupted sweep left behind.
 *
 * A file may end anywhere: a line without its newline is cut, and so is a file that holds no more
 * than a part of the header. Everything before must be the beginning of this very sweep. */
#ifndef COMMAND_SWEEP_RESUME_H
#define COMMAND_SWEEP_RESUME_H

#include "train/sweep.h"

/* Reads the rows of the first *count runs into results[] and appends them, with the header, to
 * `kept`: the beginning of the file to go on with. Nothing is kept where there is no file. */
bool sweep_resume_rows(const struct sweep *sweep, const char *path, struct text *kept,
                       struct sweep_result *results, size_t *count, struct error *error);

/* Appends the header and the curves of those `count` runs to `kept`. What follows them is cut: the
 * curves of a run stand there before its row. */
bool sweep_resume_curves(const struct sweep *sweep, const char *path, struct text *kept,
                         const struct sweep_result *results, size_t count, struct error *error);

#endif
