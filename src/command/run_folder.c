/* A run folder: see run_folder.h. */
#include "command/run_folder.h"

#include "base/folder.h"
#include "base/memory.h"
#include "command/config.h"
#include "command/output.h"
#include "command/snapshots.h"
#include "command/train_report.h"
#include "model/kind.h"
#include "model/model_file.h"
#include "train/state.h"

#include <stdio.h>
#include <stdlib.h>

static const char STATE[] = "state.safetensors";

static bool write_text(const char *folder, const char *name, const struct text *text,
                       struct error *error) {
    char *path = file_join(folder, name, error);
    bool done = path && output_text(path, text, error);
    free(path);
    return done;
}

static bool find(const char *folder, const char *name, bool *there, struct error *error) {
    char *path = file_join(folder, name, error);
    bool done = path && file_find(path, there, error);
    free(path);
    return done;
}

static bool remove_name(const char *folder, const char *name, struct error *error) {
    char *path = file_join(folder, name, error);
    bool done = path && file_remove(path, error);
    free(path);
    return done;
}

enum { NAME_SIZE = 64 };

static void make_model_name(char name[NAME_SIZE], const struct model_kind *kind) {
    snprintf(name, NAME_SIZE, "%s.safetensors", kind->name);
}

/* Removes what the run before wrote, which the new one may not. config.ini goes first: with less
 * than all of a run nobody goes on. The state goes last: a folder that has it is not taken for
 * empty. */
static bool forget_old_run(const char *folder, struct error *error) {
    char name[NAME_SIZE];
    bool done = remove_name(folder, "config.ini", error) && snapshots_remove(folder, 0, error) &&
                remove_name(folder, "curves.csv", error) &&
                remove_name(folder, "curves.svg", error);
    for (size_t i = 0; done && model_kinds[i]; i++) {
        make_model_name(name, model_kinds[i]);
        done = remove_name(folder, name, error);
    }
    return done && remove_name(folder, STATE, error);
}

static bool refuse_old_run(const char *folder, bool force, struct error *error) {
    bool config, state;
    if (force) return true;
    if (!find(folder, "config.ini", &config, error) || !find(folder, STATE, &state, error)) {
        return false;
    }
    if (config) {
        return error_set(error, STATUS_FAILED,
                         "%s holds a run already: say --force to overwrite it, or --resume %s to "
                         "go on with it",
                         folder, folder);
    }
    return !state ||
           error_set(error, STATUS_FAILED,
                     "%s holds the %s of a run without its config.ini: say --force to overwrite it",
                     folder, STATE);
}

static bool begin_file(struct file *file, const char *folder, const char *name,
                       struct error *error) {
    char *path = file_join(folder, name, error);
    bool done = path && file_create(file, path, error);
    free(path);
    return done;
}

static bool append_config(struct file *file, const struct settings *settings, struct error *error) {
    struct text text = {0};
    config_text(&text, settings);
    bool done = text_finish(&text, error) && file_append(file, text.data, text.length, error);
    text_free(&text);
    return done;
}

bool run_folder_config(const char *folder, const struct text *comments,
                       const struct settings *settings, struct error *error) {
    struct text text = {0};
    if (comments && comments->length) text_append(&text, comments->data, comments->length);
    config_text(&text, settings);
    bool done = write_text(folder, "config.ini", &text, error);
    text_free(&text);
    return done;
}

/* Whatever the old run had goes before the new config.ini comes, which is on disk by then; what is
 * between the two holds no run. */
static bool replace_run(const char *folder, struct file *config, bool force, struct error *error) {
    return file_flush(config, error) && (!force || forget_old_run(folder, error)) &&
           file_commit(config, error);
}

bool run_folder_begin(const char *folder, const struct settings *settings, bool force,
                      struct lock *lock, struct error *error) {
    struct file config = {.descriptor = -1};
    if (!refuse_old_run(folder, force, error) || !file_make_folder(folder, error) ||
        !lock_folder(lock, folder, error) || !refuse_old_run(folder, force, error)) {
        return false;
    }
    folder_clean(folder);
    bool done = begin_file(&config, folder, "config.ini", error) &&
                append_config(&config, settings, error) &&
                replace_run(folder, &config, force, error);
    file_abandon(&config);
    return done;
}

bool run_folder_reopen(const char *folder, struct lock *lock, struct error *error) {
    bool there;
    if (!find(folder, "config.ini", &there, error)) return false;
    if (!there) {
        return error_set(error, STATUS_FAILED, "%s holds no run to go on with: no config.ini",
                         folder);
    }
    if (!lock_folder(lock, folder, error)) return false;
    folder_clean(folder);
    return true;
}

static bool is_name_in(const char *folder, const char *name, const char *path) {
    char *own = file_join(folder, name, NULL);
    bool same = own && file_is_same(own, path);
    free(own);
    return same;
}

bool run_folder_has(const char *folder, const char *path) {
    static const char *const names[] = {"config.ini", "curves.csv", "curves.svg", STATE, "lock"};
    char model[NAME_SIZE];
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        found = found || is_name_in(folder, names[i], path);
    }
    for (size_t i = 0; model_kinds[i]; i++) {
        make_model_name(model, model_kinds[i]);
        found = found || is_name_in(folder, model, path);
    }
    return found;
}

/* Sets name to that of a model that is there, or to "". */
static bool find_model(const char *folder, char name[NAME_SIZE], struct error *error) {
    bool there = false;
    for (size_t i = 0; model_kinds[i]; i++) {
        make_model_name(name, model_kinds[i]);
        if (!find(folder, name, &there, error)) return false;
        if (there) return true;
    }
    name[0] = '\0';
    return true;
}

bool run_folder_state(const char *folder, char **path, struct error *error) {
    char name[NAME_SIZE];
    bool there;
    *path = NULL;
    if (!find(folder, STATE, &there, error)) return false;
    if (there) return (*path = file_join(folder, STATE, error)) != NULL;
    if (!find_model(folder, name, error)) return false;
    if (!*name) return true;
    return error_set(error, STATUS_FAILED,
                     "%s holds %s but no %s to go on from: begin anew with --out %s --force",
                     folder, name, STATE, folder);
}

bool run_folder_curves(const char *folder, struct file *curves, struct error *error) {
    return begin_file(curves, folder, "curves.csv", error);
}

static double *take_weights(const struct training *training, size_t i, struct error *error) {
    const struct model *model = training->trainees[i].model;
    double *weights =
        memory_take(model->parameter_count, sizeof *weights, "the model's weights", error);
    if (weights) train_weights(training, i, weights);
    return weights;
}

bool run_save_model(const char *path, const struct training *training, size_t i,
                    struct error *error) {
    double *weights = take_weights(training, i, error);
    bool done = weights && model_file_write(path, training->trainees[i].model, SAFETENSORS_F32,
                                            weights, error);
    free(weights);
    return done;
}

static bool prepare_model(struct file *file, const char *folder, const struct training *training,
                          size_t i, struct error *error) {
    const struct model *model = training->trainees[i].model;
    char name[NAME_SIZE];
    make_model_name(name, model->kind);
    double *weights = take_weights(training, i, error);
    bool done = weights && begin_file(file, folder, name, error) &&
                model_file_append(file, model, SAFETENSORS_F32, weights, error);
    free(weights);
    return done;
}

static bool prepare_state(struct file *file, const char *folder, const struct training *training,
                          struct error *error) {
    return begin_file(file, folder, STATE, error) && train_state_append(training, file, error);
}

/* Writes all files under other names; *count are begun then, also where this fails. */
static bool prepare(struct file *files, size_t *count, const char *folder,
                    const struct training *training, struct error *error) {
    *count = 0;
    if (!train_failed(training) && !prepare_state(&files[(*count)++], folder, training, error)) {
        return false;
    }
    for (size_t i = 0; i < training->count; i++) {
        if (!prepare_model(&files[(*count)++], folder, training, i, error)) return false;
    }
    return true;
}

bool run_folder_save(const char *folder, const struct training *training, struct error *error) {
    struct file files[SETTINGS_MAX_MODELS + 1];
    size_t count;
    for (size_t i = 0; i < SETTINGS_MAX_MODELS + 1; i++) {
        files[i] = (struct file){.descriptor = -1};
    }
    bool done =
        prepare(files, &count, folder, training, error) && file_commit_all(files, count, error);
    for (size_t i = 0; i < count; i++) file_abandon(&files[i]);
    return done;
}

bool run_folder_picture(const char *folder, const struct history *history, struct error *error) {
    struct text svg = {0};
    bool done =
        train_report_svg(&svg, history, error) && write_text(folder, "curves.svg", &svg, error);
    text_free(&svg);
    return done;
}
