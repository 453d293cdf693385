/* A run folder: see run_folder.h. */
#include "command/train/run_folder.h"

#include "base/folder.h"
#include "command/config.h"
#include "command/train/run_files.h"
#include "command/train/snapshots.h"
#include "model/kind.h"

#include <stdio.h>

/* Removes what the run before wrote, which the new one may not. config.ini goes first: with less
 * than all of a run nobody goes on. The state goes last: a folder that has it is not taken for
 * empty. */
static bool forget_old_run(const char *folder, struct error *error) {
    char name[RUN_NAME_SIZE];
    bool done = run_file_remove(folder, run_config, error) && snapshots_remove(folder, 0, error) &&
                run_file_remove(folder, run_curves, error) &&
                run_file_remove(folder, run_picture, error);
    for (size_t i = 0; done && model_kinds[i]; i++) {
        run_model_name(name, model_kinds[i]->name);
        done = run_file_remove(folder, name, error);
    }
    return done && run_file_remove(folder, run_state, error);
}

/* What is there under the name of something that a run writes may be anybody's. */
static bool refuse_files(const char *folder, struct error *error) {
    char found[RUN_NAME_SIZE];
    if (!run_files_find(folder, found, error)) return false;
    return !*found || error_set(error, STATUS_FAILED,
                                "%s holds %s already, which the run would replace: take another "
                                "folder, or say --force to overwrite it",
                                folder, found);
}

bool run_folder_check(const char *folder, bool force, struct error *error) {
    char word[ERROR_WORD_SIZE];
    bool config, state;
    if (force) return true;
    if (!run_file_find(folder, run_config, &config, error) ||
        !run_file_find(folder, run_state, &state, error)) {
        return false;
    }
    if (config) {
        return error_set(error, STATUS_FAILED,
                         "%s holds a run already: say --force to overwrite it, or --resume %s to "
                         "go on with it",
                         folder, error_word(folder, word));
    }
    if (state) {
        return error_set(
            error, STATUS_FAILED,
            "%s holds the %s of a run without its config.ini: say --force to overwrite it", folder,
            run_state);
    }
    return refuse_files(folder, error);
}

/* Files besides the folder are not the run's: who repeats it by its config.ini shall not write over
 * them. */
static void append_settings(struct text *text, const struct settings *settings) {
    struct settings own = *settings;
    own.csv = own.save = NULL;
    config_text(text, &own);
}

static bool append_config(struct file *file, const struct settings *settings, struct error *error) {
    struct text text = {0};
    append_settings(&text, settings);
    bool done = text_finish(&text, error) && file_append(file, text.data, text.length, error);
    text_free(&text);
    return done;
}

bool run_folder_config(const char *folder, const struct text *comments,
                       const struct settings *settings, struct error *error) {
    struct text text = {0};
    if (comments && comments->length) text_append(&text, comments->data, comments->length);
    append_settings(&text, settings);
    bool done = run_file_write(folder, run_config, &text, error);
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
    if (!file_make_folder(folder, error) || !lock_folder(lock, folder, error) ||
        !run_folder_check(folder, force, error)) {
        return false;
    }
    folder_clean(folder, run_file_is_own);
    bool done = run_file_create(&config, folder, run_config, error) &&
                append_config(&config, settings, error) &&
                replace_run(folder, &config, force, error);
    file_abandon(&config);
    return done;
}

bool run_folder_reopen(const char *folder, struct lock *lock, struct error *error) {
    bool there;
    if (!run_file_find(folder, run_config, &there, error)) return false;
    if (!there) {
        return error_set(error, STATUS_FAILED, "%s holds no run to go on with: no config.ini",
                         folder);
    }
    if (!lock_folder(lock, folder, error)) return false;
    folder_clean(folder, run_file_is_own);
    return true;
}

/* Sets name to that of what a run has only when it has saved: a model or the picture; or to "". */
static bool find_saved(const char *folder, char name[RUN_NAME_SIZE], struct error *error) {
    bool there = false;
    snprintf(name, RUN_NAME_SIZE, "%s", run_picture);
    if (!run_file_find(folder, name, &there, error)) return false;
    for (size_t i = 0; !there && model_kinds[i]; i++) {
        run_model_name(name, model_kinds[i]->name);
        if (!run_file_find(folder, name, &there, error)) return false;
    }
    if (!there) name[0] = '\0';
    return true;
}

bool run_folder_state(const char *folder, char **path, struct error *error) {
    char name[RUN_NAME_SIZE], anew[RUN_ANEW_SIZE];
    bool there;
    *path = NULL;
    if (!run_file_find(folder, run_state, &there, error)) return false;
    if (there) return (*path = file_join(folder, run_state, error)) != NULL;
    if (!find_saved(folder, name, error)) return false;
    if (!*name) return true;
    return error_set(error, STATUS_FAILED, "%s holds %s but no %s to go on from: %s", folder, name,
                     run_state, run_anew(folder, anew));
}
