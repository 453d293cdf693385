/* The curves of runs in memory: some columns of the rows of each run. */
#ifndef TRAIN_CURVE_RUNS_H
#define TRAIN_CURVE_RUNS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum { CURVE_RUNS_COLUMNS = 8, CURVE_RUNS_MOST = 100000 };

/* The reference losses of a run's rows, in the order of enum curve_value. */
enum { CURVE_LEVELS = 3 };

/* Whose rows they are. */
struct curve_key {
    size_t file; /* its number, for the same run in several files */
    const char *model, *score;
    uint64_t seed;
};

/* Steps rise; a value that is not there is nan. */
struct curve_run {
    struct curve_key key; /* with strings of its own */
    size_t number;        /* among the runs */
    double *steps;
    double *values[CURVE_RUNS_COLUMNS]; /* [column][count] */
    size_t count, capacity;
    double levels[CURVE_LEVELS]; /* of its first row, or nan */
};

struct curve_runs {
    const char *const *columns; /* their names; the caller keeps them */
    size_t column_count;        /* at most CURVE_RUNS_COLUMNS */
    struct curve_run *runs;     /* in the order in which they first came */
    size_t count, capacity;
    size_t *slots; /* hash table of run numbers + 1 */
    size_t slot_count;
    size_t not_finite; /* values measured as nan, inf or -inf */
};

/* Begins without runs ({columns, column_count}); given back with curve_runs_free. */
void curve_runs_free(struct curve_runs *runs);

/* The run of that key, without rows where it is new; NULL and an error where there is no memory or
 * there would be more than CURVE_RUNS_MOST. It stays where it is until the next call. */
struct curve_run *curve_runs_find(struct curve_runs *runs, const struct curve_key *key,
                                  struct error *error);

/* Adds a row to the run: values[column_count]. Fails without memory; the run is as before then. */
bool curve_run_add(const struct curve_runs *runs, struct curve_run *run, double step,
                   const double *values, struct error *error);

/* Adds to `joined`, which has no runs yet, the runs of `pieces`. One that begins after another of the
 * same file, model and score has ended goes on with it, under its seed: a training that was resumed
 * with a seed of its own. Stops where there would be more than `most` runs, with most + 1. */
bool curve_runs_join(const struct curve_runs *pieces, size_t most, struct curve_runs *joined,
                     struct error *error);

#endif
