/* Sweeps: training over all combinations of settings, models and seeds, a run each.
 *
 * A point is one combination with one model. Run r is point r / S with seed number r % S, where S
 * is the number of seeds: the order is combinations, then models, then seeds. A run's result
 * depends on its point and seed alone. Nothing here prints: an observer is told. */
#ifndef TRAIN_SWEEP_H
#define TRAIN_SWEEP_H

#include "train/train.h"
#include "train/verdict.h"

enum { SWEEP_MAX_RUNS = 1000000 };

struct sweep_point {
    const char *const *values; /* [key_count] of the varied settings, as text */
    struct model model;
    struct train_settings training; /* of one thread; the seed is each run's */
};

struct sweep {
    const char *const *keys; /* [key_count] names of the varied settings */
    size_t key_count;
    const struct sweep_point *points;
    size_t point_count;
    const uint64_t *seeds;
    size_t seed_count;
    size_t first, end; /* the runs first .. end-1 are done here */
    unsigned threads;  /* runs at a time */
    bool curves;       /* whether observers are given them */
    bool in_order;     /* whether they are told runs in their order, or as each is finished */
};

/* How a run ended: an enum verdict, or this. */
enum { SWEEP_DIVERGED = VERDICT_COUNT, SWEEP_OUTCOME_COUNT };

struct sweep_result {
    /* The first evaluation with a loss below the blind floor, 99 % of the answers right, a loss
     * below 0.1. UINT64_MAX: not reached. */
    uint64_t steps_to_blind, steps_to_99, steps_to_loss_0_1;
    /* Of the last evaluation, rounded to floats; of the last with a finite loss where the run
     * diverged. nan: none, or not of this model. */
    double final_loss, final_accuracy, answer_weight;
    int outcome;
    bool done; /* this is a result; nothing else is set otherwise */
};

struct sweep_observer {
    void *context;

    /* A run is finished. `curves` has its rows as lines, where they are wanted. */
    bool (*run)(void *context, size_t run, const struct sweep_result *result,
                const struct text *curves, struct error *error);

    /* So many of the runs to do here are finished, and this part of all their work, 0..1. */
    void (*progress)(void *context, size_t finished, double part);

    /* Whether to go on. */
    bool (*goes_on)(void *context);
};

/* The runs of all points and seeds. */
size_t sweep_run_count(const struct sweep *sweep);

/* The point and the seed of a run. */
const struct sweep_point *sweep_point_of(const struct sweep *sweep, size_t run);
uint64_t sweep_seed_of(const struct sweep *sweep, size_t run);

/* Sets first and end to block `index`, 1..count, of `count` that share all runs evenly: the blocks
 * one after another are all runs in their order. */
void sweep_shard(struct sweep *sweep, uint64_t index, uint64_t count);

/* Trains one run, on this thread. Appends its curves to `curves` unless that is NULL. A run that
 * diverges is no failure. `stepped` is told the steps taken since it was told last, none during an
 * evaluation, and ends the run where it returns false: then there is no result, and this fails. */
bool sweep_train(const struct sweep *sweep, size_t run, struct text *curves,
                 bool (*stepped)(void *context, uint64_t steps), void *context,
                 struct sweep_result *result, struct error *error);

/* Does the runs first .. end-1 whose results[end - first] are not done yet. The observer is called by
 * one thread at a time. Where it ends the sweep, or a run fails, it is told all that are finished. */
bool sweep_run(const struct sweep *sweep, struct sweep_result *results,
               const struct sweep_observer *observer, struct error *error);

#endif
