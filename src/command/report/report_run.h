/* A run folder as `report` reads it: settings, curves, models and their snapshots.
 *
 * config.ini and curves.csv must be there and sound. A model that training has not written yet, or
 * that was lost, or is too large for a page, is left out, and `missing` tells so. What is there must fit
 * together: models of the run's task, snapshots of their model. */
#ifndef COMMAND_REPORT_RUN_H
#define COMMAND_REPORT_RUN_H

#include "command/settings.h"
#include "command/train/snapshots.h"
#include "model/model.h"
#include "task/floor.h"
#include "train/curve_runs.h"
#include "train/verdict.h"

/* The columns of the curves that the page shows, in this order. */
enum report_column {
    REPORT_EVAL_LOSS,
    REPORT_TRAIN_LOSS,
    REPORT_EVAL_ACCURACY,
    REPORT_ANSWER_WEIGHT,
    REPORT_ENTROPY,
    REPORT_GRAD_NORM,
    REPORT_LEARNING_RATE,
    REPORT_COLUMN_COUNT
};
extern const char *const report_columns[REPORT_COLUMN_COUNT];

struct report_model {
    struct model model;
    double *weights;                /* at the end */
    struct snapshot_list snapshots; /* all that there are */
};

/* Of the words for one thing that is missing. */
enum { REPORT_MISSING_SIZE = 128 };

struct report_run {
    const char *folder;
    struct settings settings;
    char *config_bytes; /* settings point into it */
    struct task task;
    struct floors floors;
    uint64_t eval_examples; /* of an evaluation; 0: a file's, which is not there any more */
    struct curve_runs curves;
    struct report_model models[SETTINGS_MAX_MODELS];
    size_t model_count;
    char missing[SETTINGS_MAX_MODELS][REPORT_MISSING_SIZE]; /* what the page is without, in words */
    size_t missing_count;
    bool is_saved;   /* training has saved its models */
    bool is_lacking; /* one of them is not there */
};

/* Reads the folder. STATUS_FAILED, one sentence that names the file. Give it back with
 * report_run_close, also when this fails. */
bool report_run_open(struct report_run *run, const char *folder, struct error *error);
void report_run_close(struct report_run *run);

/* Reads one snapshot's weights into new memory that the caller frees, or NULL and an error. */
double *report_run_snapshot(const struct report_run *run, const struct report_model *model,
                            size_t i, struct error *error);

/* The curve of a model, or NULL. A run that went on with another --seed has several: the one that
 * ends last. */
const struct curve_run *report_run_curve(const struct report_run *run, const char *model);

#endif
