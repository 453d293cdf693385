/* The files of a run folder, by their names in it. */
#ifndef COMMAND_RUN_FILES_H
#define COMMAND_RUN_FILES_H

#include "base/file.h"
#include "base/text.h"

extern const char run_config[];    /* config.ini */
extern const char run_curves[];    /* curves.csv */
extern const char run_picture[];   /* curves.svg */
extern const char run_state[];     /* state.safetensors, which --resume goes on from */
extern const char run_snapshots[]; /* snapshots, a folder: see snapshots.h */

/* Sets name to that of a model's file, MODEL.safetensors, for the name of its kind. */
enum { RUN_NAME_SIZE = 64 };
void run_model_name(char name[RUN_NAME_SIZE], const char *model);

/* file_find, file_remove and file_create of base/file.h, and output_text, for a name in the folder.
 * All fail without memory for the path, too. */
bool run_file_find(const char *folder, const char *name, bool *there, struct error *error);
bool run_file_remove(const char *folder, const char *name, struct error *error);
bool run_file_create(struct file *file, const char *folder, const char *name, struct error *error);
bool run_file_write(const char *folder, const char *name, const struct text *text,
                    struct error *error);

/* Whether a run writes something of that name. */
bool run_file_is_own(const char *name);

/* Sets found to the first such name that stands in the folder, or to "". */
bool run_files_find(const char *folder, char found[RUN_NAME_SIZE], struct error *error);

/* Fails where what stands in the folder under such names cannot be replaced, or nothing can be made
 * there; snapshots.h looks after its own. */
bool run_files_check_writable(const char *folder, struct error *error);

/* The way out of a run that cannot go on: "begin anew with --config DIR/config.ini --out DIR --force",
 * in `room`. */
enum { RUN_ANEW_SIZE = 2 * ERROR_WORD_SIZE };
const char *run_anew(const char *folder, char room[RUN_ANEW_SIZE]);

/* Whether the path names one of the files that a run folder has of its own. */
bool run_files_have(const char *folder, const char *path);

#endif
