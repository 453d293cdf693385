/* What a run has so far, written to its folder or to a file. */
#ifndef COMMAND_RUN_SAVE_H
#define COMMAND_RUN_SAVE_H

#include "command/train/history.h"
#include "train/train.h"

/* Writes one model's present weights to a file. */
bool run_save_model(const char *path, const struct training *training, size_t i,
                    struct error *error);

/* Writes the state and the models to the folder: all are on disk before they are renamed, the state
 * first. Where a model failed, which is no moment to go on from, the models alone. */
bool run_save_all(const char *folder, const struct training *training, struct error *error);

/* Writes curves.svg. */
bool run_save_picture(const char *folder, const struct history *history, struct error *error);

#endif
