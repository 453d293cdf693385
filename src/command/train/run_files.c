/* The files of a run folder: see run_files.h. */
#include "command/train/run_files.h"

#include "base/lock.h"
#include "command/output.h"
#include "model/kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char run_config[] = "config.ini";
const char run_curves[] = "curves.csv";
const char run_picture[] = "curves.svg";
const char run_state[] = "state.safetensors";
const char run_snapshots[] = "snapshots";

void run_model_name(char name[RUN_NAME_SIZE], const char *model) {
    snprintf(name, RUN_NAME_SIZE, "%s.safetensors", model);
}

bool run_file_find(const char *folder, const char *name, bool *there, struct error *error) {
    char *path = file_join(folder, name, error);
    bool done = path && file_find(path, there, error);
    free(path);
    return done;
}

bool run_file_remove(const char *folder, const char *name, struct error *error) {
    char *path = file_join(folder, name, error);
    bool done = path && file_remove(path, error);
    free(path);
    return done;
}

bool run_file_create(struct file *file, const char *folder, const char *name, struct error *error) {
    char *path = file_join(folder, name, error);
    bool done = path && file_create(file, path, error);
    free(path);
    return done;
}

bool run_file_write(const char *folder, const char *name, const struct text *text,
                    struct error *error) {
    char *path = file_join(folder, name, error);
    bool done = path && output_text(path, text, error);
    free(path);
    return done;
}

/* Name number i of what a run writes, a model's in `model`; NULL after the last. */
static const char *run_name(size_t i, char model[RUN_NAME_SIZE]) {
    static const char *const names[] = {run_config, run_curves, run_picture, run_state,
                                        run_snapshots};
    enum { COUNT = sizeof names / sizeof *names };
    if (i < COUNT) return names[i];
    if (!model_kinds[i - COUNT]) return NULL;
    run_model_name(model, model_kinds[i - COUNT]->name);
    return model;
}

bool run_file_is_own(const char *name) {
    char model[RUN_NAME_SIZE];
    const char *own;
    for (size_t i = 0; (own = run_name(i, model)); i++) {
        if (strcmp(name, own) == 0) return true;
    }
    return false;
}

bool run_files_find(const char *folder, char found[RUN_NAME_SIZE], struct error *error) {
    char model[RUN_NAME_SIZE];
    const char *name;
    bool there = false;
    for (size_t i = 0; (name = run_name(i, model)); i++) {
        if (!run_file_find(folder, name, &there, error)) return false;
        if (there) break;
    }
    snprintf(found, RUN_NAME_SIZE, "%s", there ? name : "");
    return true;
}

/* Of the files that are not there yet the curves stand for all. */
static bool check_writable(const char *folder, const char *name, struct error *error) {
    char *path = file_join(folder, name, error);
    bool there = false;
    bool done = path && file_find(path, &there, error);
    if (done && (there || name == run_curves)) done = file_check_writable(path, error);
    free(path);
    return done;
}

bool run_files_check_writable(const char *folder, struct error *error) {
    char model[RUN_NAME_SIZE];
    const char *name;
    for (size_t i = 0; (name = run_name(i, model)); i++) {
        if (name != run_snapshots && !check_writable(folder, name, error)) return false;
    }
    return true;
}

const char *run_anew(const char *folder, char room[RUN_ANEW_SIZE]) {
    char word[ERROR_WORD_SIZE], config_word[ERROR_WORD_SIZE];
    char *config = file_join(folder, run_config, NULL);
    snprintf(room, RUN_ANEW_SIZE, "begin anew with --config %s --out %s --force",
             config ? error_word(config, config_word) : run_config, error_word(folder, word));
    free(config);
    return room;
}

static bool is_name_in(const char *folder, const char *name, const char *path) {
    char *own = file_join(folder, name, NULL);
    bool same = own && file_is_same(own, path);
    free(own);
    return same;
}

bool run_files_have(const char *folder, const char *path) {
    char model[RUN_NAME_SIZE];
    bool found = is_name_in(folder, lock_in_folder, path);
    const char *name;
    for (size_t i = 0; !found && (name = run_name(i, model)); i++) {
        found = is_name_in(folder, name, path);
    }
    return found;
}
