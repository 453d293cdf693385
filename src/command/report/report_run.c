/* A run folder as `report` reads it: see report_run.h. */
#include "command/report/report_run.h"

#include "base/file.h"
#include "command/config.h"
#include "command/from_settings.h"
#include "command/output.h"
#include "command/train/run_files.h"
#include "model/kind.h"
#include "model/model_file.h"
#include "task/dataset.h"
#include "train/curves_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A model of more parameters would make a page of more than 16 MB. */
enum { MOST_PARAMETERS = 3000000 };

const char *const report_columns[REPORT_COLUMN_COUNT] = {
    [REPORT_EVAL_LOSS] = "eval_loss",         [REPORT_TRAIN_LOSS] = "train_loss",
    [REPORT_EVAL_ACCURACY] = "eval_accuracy", [REPORT_ANSWER_WEIGHT] = "answer_weight",
    [REPORT_ENTROPY] = "attention_entropy",   [REPORT_GRAD_NORM] = "grad_norm",
    [REPORT_LEARNING_RATE] = "learning_rate",
};

/* A folder's bad file is work that failed, not a wrong command line. */
static bool failed(struct error *error) {
    error->status = STATUS_FAILED;
    return false;
}

static bool read_settings(struct report_run *run, struct error *error) {
    char *path = file_join(run->folder, run_config, error);
    bool there, done = path && file_find(path, &there, error);
    if (done && !there) {
        done = error_set(error, STATUS_FAILED,
                         "%s is no run folder: it has no config.ini (train --out makes one)",
                         run->folder);
    }
    settings_default(&run->settings);
    done = done && (config_read(path, &run->settings, &run->config_bytes, error) || failed(error));
    free(path);
    settings_complete(&run->settings);
    return done;
}

/* How many examples an evaluation had; a file of them may have gone, or have changed, and what was
 * read from standard input has gone for certain. */
static void count_eval_examples(struct report_run *run) {
    struct dataset dataset = {.count = 0};
    const char *path = run->settings.eval_data;
    bool gone = output_is_standard(path);
    bool done =
        !path || (!gone && dataset_read(&dataset, &run->task, run->task.min_pairs, path, NULL));
    run->eval_examples = !done ? 0 : path ? dataset.count : run->settings.eval_examples;
    dataset_free(&dataset);
}

static bool read_task(struct report_run *run, struct error *error) {
    const struct task *task = &run->task;
    run->task = settings_task(&run->settings);
    if (!task_check(task, error) ||
        !floors_all(task->min_pairs, task->pairs, task->digits, &run->floors, error)) {
        return failed(error);
    }
    count_eval_examples(run);
    return true;
}

/* The curves of the run, each in one piece whatever its seeds were. */
static bool take_curves(struct report_run *run, const struct curve_runs *pieces, const char *path,
                        struct error *error) {
    if (!curve_runs_join(pieces, SETTINGS_MAX_MODELS, &run->curves, error)) return false;
    return run->curves.count <= SETTINGS_MAX_MODELS ||
           error_set(error, STATUS_FAILED,
                     "%s has more curves than a run folder, which has one for each model: "
                     "attnlearn plot draws them",
                     path);
}

static bool read_curves(struct report_run *run, struct error *error) {
    struct curve_runs pieces = {.columns = report_columns, .column_count = REPORT_COLUMN_COUNT};
    char *path = file_join(run->folder, run_curves, error);
    run->curves = pieces;
    bool done =
        path && curves_read(&pieces, path, 0, error) && take_curves(run, &pieces, path, error);
    curve_runs_free(&pieces);
    free(path);
    return done;
}

/* The next sentence of what is missing. */
static char *next_missing(struct report_run *run) {
    return run->missing[run->missing_count++];
}

static bool same_model(const struct model *a, const struct model *b) {
    return a->kind == b->kind && a->score == b->score && task_equal(&a->task, &b->task) &&
           a->width == b->width && a->heads == b->heads && a->hidden == b->hidden;
}

/* Whether the page has room for it; if not, `missing` says so. */
static bool has_room(struct report_run *run, const struct model *model) {
    if (model->parameter_count <= MOST_PARAMETERS) return true;
    snprintf(next_missing(run), REPORT_MISSING_SIZE, "%s (its %zu numbers are too many for a page)",
             model->kind->name, model->parameter_count);
    return false;
}

static bool read_model_file(struct report_run *run, const char *path, const char *name,
                            struct error *error) {
    struct report_model *entry = &run->models[run->model_count];
    if (!model_file_read(path, &entry->model, &entry->weights, error)) return false;
    if (!task_equal(&entry->model.task, &run->task) || entry->model.kind != model_kind_find(name)) {
        free(entry->weights);
        return error_set(error, STATUS_FAILED,
                         "%s is not the model of this run: its task or kind is not what "
                         "config.ini says",
                         path);
    }
    if (!has_room(run, &entry->model)) {
        free(entry->weights);
        return true;
    }
    run->model_count++;
    return snapshots_list(run->folder, name, &entry->snapshots, error);
}

static bool read_model(struct report_run *run, const char *name, struct error *error) {
    char file[RUN_NAME_SIZE];
    run_model_name(file, name);
    char *path = file_join(run->folder, file, error);
    bool there, done = path && file_find(path, &there, error);
    if (done && there) {
        done = read_model_file(run, path, name, error);
        run->is_saved = true;
    } else if (done) {
        run->is_lacking = true;
        snprintf(next_missing(run), REPORT_MISSING_SIZE, "%s", file);
    }
    free(path);
    return done;
}

/* Models are saved together with a state, or, where one of them failed, with one another; the picture
 * comes after them. */
static bool look_for_state(struct report_run *run, struct error *error) {
    bool state = false, picture = false;
    if (run->is_saved) return true;
    bool done = run_file_find(run->folder, run_state, &state, error) &&
                run_file_find(run->folder, run_picture, &picture, error);
    run->is_saved = state || picture;
    return done;
}

bool report_run_open(struct report_run *run, const char *folder, struct error *error) {
    *run = (struct report_run){.folder = folder};
    if (!read_settings(run, error) || !read_task(run, error) || !read_curves(run, error)) {
        return false;
    }
    for (size_t i = 0; i < run->settings.model_count; i++) {
        if (!read_model(run, run->settings.models[i], error)) return false;
    }
    return look_for_state(run, error);
}

void report_run_close(struct report_run *run) {
    for (size_t i = 0; i < run->model_count; i++) {
        free(run->models[i].weights);
        free(run->models[i].snapshots.steps);
    }
    curve_runs_free(&run->curves);
    free(run->config_bytes);
}

double *report_run_snapshot(const struct report_run *run, const struct report_model *model,
                            size_t i, struct error *error) {
    struct model read;
    double *weights = NULL;
    char *path =
        snapshot_path(run->folder, model->model.kind->name, model->snapshots.steps[i], error);
    bool done = path && model_file_read(path, &read, &weights, error);
    if (done && !same_model(&read, &model->model)) {
        done = error_set(error, STATUS_FAILED, "%s is not a snapshot of the run's %s", path,
                         model->model.kind->name);
    }
    free(path);
    if (done) return weights;
    free(weights);
    return NULL;
}

static double last_step(const struct curve_run *curve) {
    return curve->steps[curve->count - 1];
}

const struct curve_run *report_run_curve(const struct report_run *run, const char *model) {
    const struct curve_run *last = NULL;
    for (size_t i = 0; i < run->curves.count; i++) {
        const struct curve_run *curve = &run->curves.runs[i];
        if (strcmp(curve->key.model, model) != 0 || !curve->count) continue;
        if (!last || last_step(curve) > last_step(last)) last = curve;
    }
    return last;
}
