/* What training writes: see train_output.h. */
#include "command/train/train_output.h"

#include "command/output.h"
#include "command/train/run_files.h"
#include "command/train/run_save.h"
#include "command/train/snapshots.h"

#include <stdlib.h>

static const struct file closed = {.descriptor = -1};

struct train_output train_output_none(void) {
    return (struct train_output){.csv = closed, .curves = closed};
}

void train_output_free(struct train_output *output) {
    file_abandon(&output->csv);
    file_abandon(&output->curves);
    history_free(&output->history);
}

/* What is kept needs a place. */
static bool check_places(const struct settings *settings, struct error *error) {
    if (output_is_standard(settings->out)) {
        return error_set(error, STATUS_USAGE,
                         "--out takes a folder, and - is standard output: say --csv - for the "
                         "curves, or --out ./- for a folder of that name");
    }
    if (settings->snapshots && !settings->out) {
        return error_set(error, STATUS_USAGE,
                         "--snapshots are kept in a run folder: say --out DIR");
    }
    if (settings->save_every && !settings->out && !settings->save) {
        return error_set(error, STATUS_USAGE,
                         "--save-every has nothing to save: say --out DIR, or --save FILE");
    }
    if (settings->save_every && output_is_standard(settings->save)) {
        return error_set(error, STATUS_USAGE, "--save-every cannot save to standard output");
    }
    return true;
}

/* What the run folder has under that name would be lost. */
static bool check_outside(const char *option, const char *path, const char *folder,
                          struct error *error) {
    if (!path || !folder || !run_files_have(folder, path)) return true;
    return error_set(error, STATUS_USAGE,
                     "--%s: %s is a file of the run folder, which writes it itself", option, path);
}

bool train_output_check(const struct settings *settings, struct error *error) {
    return output_check_apart("csv", settings->csv, "save", settings->save, error) &&
           check_outside("csv", settings->csv, settings->out, error) &&
           check_outside("save", settings->save, settings->out, error) &&
           check_outside("data", settings->data, settings->out, error) &&
           check_outside("eval-data", settings->eval_data, settings->out, error) &&
           check_places(settings, error);
}

static bool check_folder(const struct settings *settings, struct error *error) {
    return file_make_folder(settings->out, error) && output_check_writable(settings->csv, error) &&
           run_files_check_writable(settings->out, error) &&
           snapshots_check_writable(settings->out, error);
}

bool train_output_check_places(const struct settings *settings, struct error *error) {
    return (!settings->out || check_folder(settings, error)) &&
           output_check_writable(settings->save, error);
}

/* The file becomes visible with what it begins with; rows are appended to it. */
static bool begin(struct file *file, const struct text *kept, struct error *error) {
    if (file->descriptor < 0) return true;
    return file_append(file, kept->data, kept->length, error) && file_publish(file, error);
}

bool train_output_open(struct train_output *output, const struct settings *settings,
                       const struct text *kept, struct error *error) {
    output->settings = settings;
    if (settings->out && !run_file_create(&output->curves, settings->out, run_curves, error)) {
        return false;
    }
    if (settings->csv && !file_create(&output->csv, settings->csv, error)) return false;
    return begin(&output->csv, kept, error) && begin(&output->curves, kept, error);
}

static bool append(struct file *file, const struct text *text, struct error *error) {
    return file->descriptor < 0 || file_append(file, text->data, text->length, error);
}

bool train_output_row(struct train_output *output, const struct curve_row *row,
                      struct error *error) {
    struct text text = {0};
    curve_row_text(&text, row);
    bool done = text_finish(&text, error) && append(&output->csv, &text, error) &&
                append(&output->curves, &text, error) && history_add(&output->history, row, error);
    text_free(&text);
    return done;
}

bool train_output_save(struct train_output *output, const struct training *training,
                       struct error *error) {
    const struct settings *settings = output->settings;
    if (settings->save && !run_save_model(settings->save, training, 0, error)) return false;
    return !settings->out ||
           (file_flush(&output->curves, error) && run_save_all(settings->out, training, error));
}

/* A run that was ended before its first rows has no curves. */
static bool draw(const struct train_output *output, struct error *error) {
    const char *folder = output->settings->out;
    return !folder || !output->history.runs.count ||
           run_save_picture(folder, &output->history, error);
}

static bool close_rows(struct train_output *output, struct error *error) {
    bool csv = output->csv.descriptor < 0 || file_commit(&output->csv, error);
    return (output->curves.descriptor < 0 || file_commit(&output->curves, error)) && csv;
}

bool train_output_finish(struct train_output *output, const struct training *training,
                         struct error *error) {
    struct error later;
    bool done = train_output_save(output, training, error) && draw(output, error);
    return close_rows(output, done ? error : &later) && done;
}
