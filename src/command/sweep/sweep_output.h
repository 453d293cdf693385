/* The files of a sweep: its rows, and the curves where they are wanted. */
#ifndef COMMAND_SWEEP_OUTPUT_H
#define COMMAND_SWEEP_OUTPUT_H

#include "command/sweep/sweep_file.h"
#include "train/sweep.h"

struct sweep_output {
    struct sweep_file rows, curves;
};

/* A sweep without files yet. */
struct sweep_output sweep_output_none(void);

/* Whether the rows ("-": standard output) and the curves (NULL: none) go to files that can be put in
 * order at the end. */
bool sweep_output_sorts(const char *rows, const char *curves);

/* Begins the file of rows and that of curves with their headers. What stood there before is
 * replaced, or, in a sweep that resumes, kept as far as it is whole: results[] of the runs that have
 * a row, and their curves, are done then. */
bool sweep_output_open(struct sweep_output *output, const struct sweep *sweep, const char *rows,
                       const char *curves, bool resume, struct sweep_result *results,
                       struct error *error);

/* Appends the curves of a run, then its row, each by one write: where there is a row, there are all
 * the curves. */
bool sweep_output_add(struct sweep_output *output, const struct sweep *sweep, size_t run,
                      const struct sweep_result *result, const struct text *curves,
                      struct error *error);

/* Flushes and closes the files, which are in the order of the runs then. sweep_output_free closes
 * what is still open. */
bool sweep_output_close(struct sweep_output *output, struct error *error);
void sweep_output_free(struct sweep_output *output);

#endif
