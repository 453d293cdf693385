/* Progress of training on standard error: one line that renews itself on a terminal, a line every
 * tenth of the run elsewhere, nothing when quiet. */
#ifndef COMMAND_PROGRESS_H
#define COMMAND_PROGRESS_H

#include "train/train.h"

struct progress {
    bool quiet, terminal;
    size_t columns;        /* of the terminal, which the line never fills */
    double started, shown; /* clock_seconds */
    uint64_t first_step;   /* of training that goes on */
    int tenth;             /* the last tenth of the work that was told */
    size_t width;          /* characters of the line that stands on the terminal */
};

/* Starts the clock; shows nothing. */
void progress_init(struct progress *progress, bool quiet);

/* Shows the step, the loss and the time that is left, where it is time to. */
void progress_show(struct progress *progress, const struct training *training);

/* The same for many runs: how many of them are finished, and what part of all work, 0..1. */
void progress_show_runs(struct progress *progress, size_t finished, size_t count, double part);

/* Clears the line, so that other text can follow. */
void progress_clear(struct progress *progress);

#endif
