/* A run folder: config.ini, curves.csv, curves.svg, a MODEL.safetensors for each model, and what
 * --resume goes on from in state.safetensors; snapshots/ where they are wanted.
 *
 * Rules: one process at a time works in a folder, which holds it locked. The state and the models
 * are of one moment: all are on disk before they are renamed, the state first. Whatever a process
 * was doing when it was killed, the state is whole, and all else follows from it: rows and snapshots
 * after its step are cut by who goes on. A folder without a state and models was not saved yet: its
 * run begins anew. */
#ifndef COMMAND_RUN_FOLDER_H
#define COMMAND_RUN_FOLDER_H

#include "base/file.h"
#include "base/lock.h"
#include "command/settings.h"

/* Refuses a folder that holds anything under a name of run_files.h, unless `force`; touches nothing. */
bool run_folder_check(const char *folder, bool force, struct error *error);

/* Makes the folder (and those above it), locks it and writes config.ini, which names no files besides
 * the folder. Checks it as above once it is locked. The lock is the caller's also where this fails. */
bool run_folder_begin(const char *folder, const struct settings *settings, bool force,
                      struct lock *lock, struct error *error);

/* Locks a folder that holds a run, to go on with it. */
bool run_folder_reopen(const char *folder, struct lock *lock, struct error *error);

/* Writes config.ini: comment lines (which may be NULL), then the settings. */
bool run_folder_config(const char *folder, const struct text *comments,
                       const struct settings *settings, struct error *error);

/* Sets *path to the state's in new memory, or to NULL where nothing was saved yet. Fails where
 * there are models, or the picture, without a state. */
bool run_folder_state(const char *folder, char **path, struct error *error);

#endif
