/* Snapshots of a run folder: FOLDER/snapshots/MODEL-STEP.safetensors, STEP with eight digits or
 * more. Each is a whole model file, as model/model_file.h reads it and `eval` and `ask` take it. */
#ifndef COMMAND_SNAPSHOTS_H
#define COMMAND_SNAPSHOTS_H

#include "train/train.h"

/* Whether FOLDER/snapshots is not there or takes files; STATUS_FAILED and a sentence if not. What a
 * process that is killed meanwhile leaves has a snapshot's temporary name: snapshots_remove finds
 * it. */
bool snapshots_check_writable(const char *folder, struct error *error);

/* Keeps the weights of all models as they are. */
bool snapshots_write(const char *folder, const struct training *training, struct error *error);

/* Removes those of step `first` and later, and what a killed process left of one. */
bool snapshots_remove(const char *folder, uint64_t first, struct error *error);

/* The steps of a model's snapshots, rising; {0} for none. Give them back with free(steps). */
struct snapshot_list {
    uint64_t *steps; /* [count] */
    size_t count, capacity;
};
bool snapshots_list(const char *folder, const char *model, struct snapshot_list *list,
                    struct error *error);

/* The path of one, in new memory, or NULL and an error. */
char *snapshot_path(const char *folder, const char *model, uint64_t step, struct error *error);

#endif
