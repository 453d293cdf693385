/* The files of a run folder: see run_files.h. */
#include "command/train/run_files.h"

#include "command/output.h"
#include "model/kind.h"

#include <stdio.h>
#include <stdlib.h>

const char run_config[] = "config.ini";
const char run_curves[] = "curves.csv";
const char run_picture[] = "curves.svg";
const char run_state[] = "state.safetensors";

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

static bool is_name_in(const char *folder, const char *name, const char *path) {
    char *own = file_join(folder, name, NULL);
    bool same = own && file_is_same(own, path);
    free(own);
    return same;
}

bool run_files_have(const char *folder, const char *path) {
    static const char *const names[] = {run_config, run_curves, run_picture, run_state, "lock"};
    char model[RUN_NAME_SIZE];
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        found = found || is_name_in(folder, names[i], path);
    }
    for (size_t i = 0; model_kinds[i]; i++) {
        run_model_name(model, model_kinds[i]->name);
        found = found || is_name_in(folder, model, path);
    }
    return found;
}
