/* Curves of several runs as one: their median, with a band from the 10 % to the 90 % quantile. */
#ifndef TRAIN_CURVE_BAND_H
#define TRAIN_CURVE_BAND_H

#include "train/curve_runs.h"

/* At each step that a run has, over the runs with a finite value there; nan where there is none.
 * A run alone is its own median, and has no band. */
struct curve_band {
    double *steps, *median; /* [count] */
    double *low, *high;     /* [count], or NULL: one run */
    size_t count;
    size_t runs, runs_at_end; /* how many there are, and with a finite value at the last step */
};

/* Sets the band of the runs' column; run_count >= 1. Give it back with curve_band_free, also when
 * this fails. */
bool curve_band_init(struct curve_band *band, const struct curve_run *runs, size_t run_count,
                     size_t column, struct error *error);
void curve_band_free(struct curve_band *band);

#endif
