/* A run folder: config.ini curves.csv curves.svg MODEL.safetensors. */
#ifndef COMMAND_RUN_FOLDER_H
#define COMMAND_RUN_FOLDER_H

#include "base/file.h"
#include "command/history.h"
#include "command/settings.h"
#include "train/train.h"

/* Makes the folder (its parent must be there) and writes config.ini. One that holds a run already
 * is refused unless `force`. */
bool run_folder_open(const char *folder, const struct settings *settings, bool force,
                     struct error *error);

/* Begins curves.csv. */
bool run_folder_curves(const char *folder, struct file *curves, struct error *error);

/* Writes the model files and curves.svg. */
bool run_folder_finish(const char *folder, const struct training *training,
                       const struct history *history, struct error *error);

/* Writes one model's present weights to a file. */
bool run_save_model(const char *path, const struct training *training, size_t i,
                    struct error *error);

#endif
