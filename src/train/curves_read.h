/* Curves read from CSV.
 *
 * The header must have model, score, seed, step and the columns that are asked for, in any order
 * and among others; the reference losses are read where they are there. A column twice, a row of
 * another length, what is not a number, and steps of a run that do not rise are errors with file
 * and line. An empty field is nan. */
#ifndef TRAIN_CURVES_READ_H
#define TRAIN_CURVES_READ_H

#include "train/curve_runs.h"

/* Adds the rows of the file ("-": standard input) under that number of a file. Fails where there is
 * none. */
bool curves_read(struct curve_runs *runs, const char *path, size_t file, struct error *error);

#endif
