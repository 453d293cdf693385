/* What training writes: rows to --csv and to the run folder, models, state and picture. */
#ifndef COMMAND_TRAIN_OUTPUT_H
#define COMMAND_TRAIN_OUTPUT_H

#include "base/file.h"
#include "command/settings.h"
#include "command/train/history.h"
#include "train/train.h"

struct train_output {
    const struct settings *settings;
    struct file csv;    /* of --csv */
    struct file curves; /* of the run folder */
    struct history history;
};

/* Nothing is open. Give it back with train_output_free. */
struct train_output train_output_none(void);
void train_output_free(struct train_output *output);

/* Fails before the work what would fail after it. */
bool train_output_check(const struct settings *settings, struct error *error);

/* Makes the run folder, and fails where files cannot be written, before a run that stands in it is
 * replaced or goes on. */
bool train_output_check_places(const struct settings *settings, struct error *error);

/* Begins the files of rows, each with what is kept of it: the header at least. The run folder is
 * there. The settings must outlive it. */
bool train_output_open(struct train_output *output, const struct settings *settings,
                       const struct text *kept, struct error *error);

/* Writes a row to both. */
bool train_output_row(struct train_output *output, const struct curve_row *row,
                      struct error *error);

/* Writes the models and the state as they are, the rows before them. */
bool train_output_save(struct train_output *output, const struct training *training,
                       struct error *error);

/* The same, and the picture; closes the files of rows. Also a run that stopped keeps its rows and
 * its last good models. */
bool train_output_finish(struct train_output *output, const struct training *training,
                         struct error *error);

#endif
