/* A run folder: see run_folder.h. */
#include "command/run_folder.h"

#include "base/memory.h"
#include "command/config.h"
#include "command/output.h"
#include "command/train_report.h"
#include "model/kind.h"
#include "model/model_file.h"

#include <stdio.h>
#include <stdlib.h>

static bool write_text(const char *folder, const char *name, const struct text *text,
                       struct error *error) {
    char *path = file_join(folder, name, error);
    bool done = path && output_text(path, text, error);
    free(path);
    return done;
}

/* Whether the folder holds a run. */
static bool holds_run(const char *folder) {
    char *path = file_join(folder, "config.ini", NULL);
    bool holds = path && file_exists(path);
    free(path);
    return holds;
}

/* Removes what the run before wrote at its end, which the new one may not. */
static void forget_old_run(const char *folder) {
    char name[64], *path = file_join(folder, "curves.svg", NULL);
    if (path) file_remove(path);
    free(path);
    for (size_t i = 0; model_kinds[i]; i++) {
        snprintf(name, sizeof name, "%s.safetensors", model_kinds[i]->name);
        path = file_join(folder, name, NULL);
        if (path) file_remove(path);
        free(path);
    }
}

bool run_folder_open(const char *folder, const struct settings *settings, bool force,
                     struct error *error) {
    if (!force && holds_run(folder)) {
        return error_set(error, STATUS_FAILED,
                         "%s holds a run already: say --force to overwrite it", folder);
    }
    struct text text = {0};
    config_text(&text, settings);
    bool done = file_make_folder(folder, error) && write_text(folder, "config.ini", &text, error);
    text_free(&text);
    if (done && force) forget_old_run(folder);
    return done;
}

bool run_folder_curves(const char *folder, struct file *curves, struct error *error) {
    char *path = file_join(folder, "curves.csv", error);
    bool done = path && file_create(curves, path, error);
    free(path);
    return done;
}

bool run_save_model(const char *path, const struct training *training, size_t i,
                    struct error *error) {
    const struct model *model = training->trainees[i].model;
    double *weights =
        memory_take(model->parameter_count, sizeof *weights, "the model's weights", error);
    if (!weights) return false;
    train_weights(training, i, weights);
    bool done = model_file_write(path, model, SAFETENSORS_F32, weights, error);
    free(weights);
    return done;
}

static bool save_model(const char *folder, const struct training *training, size_t i,
                       struct error *error) {
    char name[64];
    snprintf(name, sizeof name, "%s.safetensors", training->trainees[i].model->kind->name);
    char *path = file_join(folder, name, error);
    bool done = path && run_save_model(path, training, i, error);
    free(path);
    return done;
}

bool run_folder_finish(const char *folder, const struct training *training,
                       const struct history *history, struct error *error) {
    struct text svg = {0};
    for (size_t i = 0; i < training->count; i++) {
        if (!save_model(folder, training, i, error)) return false;
    }
    bool done =
        train_report_svg(&svg, history, error) && write_text(folder, "curves.svg", &svg, error);
    text_free(&svg);
    return done;
}
