/* The files of a sweep: its rows, and the curves where they are wanted. */
#ifndef COMMAND_SWEEP_OUTPUT_H
#define COMMAND_SWEEP_OUTPUT_H

#include "base/file.h"
#include "train/sweep.h"

struct sweep_output {
    struct file rows, curves; /* a descriptor of -1: none */
};

/* A sweep without files yet. */
struct sweep_output sweep_output_none(void);

/* Begins the file of rows ("-": standard output) and that of curves (NULL: none) with their
 * headers. What stood there before is replaced, or, in a sweep that resumes, kept as far as it is
 * whole: *kept is set to the number of its runs, whose results are read into results[]. */
bool sweep_output_open(struct sweep_output *output, const struct sweep *sweep, const char *rows,
                       const char *curves, bool resume, struct sweep_result *results, size_t *kept,
                       struct error *error);

/* Appends the curves of a run, then its row, each by one write: where there is a row, there are all
 * the curves. */
bool sweep_output_add(struct sweep_output *output, const struct sweep *sweep, size_t run,
                      const struct sweep_result *result, const struct text *curves,
                      struct error *error);

/* Flushes and closes the files. sweep_output_abandon closes what is still open. */
bool sweep_output_close(struct sweep_output *output, struct error *error);
void sweep_output_abandon(struct sweep_output *output);

#endif
