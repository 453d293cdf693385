/* train: one or more models on the same examples. */
#include "train/train.h"

#include "command/command.h"
#include "command/config.h"
#include "command/from_settings.h"
#include "command/output.h"
#include "command/progress.h"
#include "command/run_folder.h"
#include "command/train_report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A run and where its rows go. */
struct run {
    const struct settings *settings;
    struct model models[SETTINGS_MAX_MODELS];
    struct dataset data, eval_data;
    struct training training;
    struct history history;
    struct progress progress;
    struct file csv;    /* of --csv */
    struct file curves; /* of the run folder */
};

static const struct file closed = {.descriptor = -1};

static bool append(struct file *file, const struct text *text, struct error *error) {
    return file->descriptor < 0 || file_append(file, text->data, text->length, error);
}

static bool write_row(void *context, const struct curve_row *row, struct error *error) {
    struct run *run = context;
    struct text text = {0};
    if (output_is_standard(run->settings->csv)) progress_clear(&run->progress);
    curve_row_text(&text, row);
    bool done = text_finish(&text, error) && append(&run->csv, &text, error) &&
                append(&run->curves, &text, error) && history_add(&run->history, row, error);
    text_free(&text);
    return done;
}

static void show_progress(void *context, const struct training *training) {
    struct run *run = context;
    progress_show(&run->progress, training);
}

/* The file with its header becomes visible at once; rows are appended to it. */
static bool begin_curves(struct file *file, struct error *error) {
    struct text text = {0};
    if (file->descriptor < 0) return true;
    curve_header_text(&text);
    bool done = text_finish(&text, error) && file_append(file, text.data, text.length, error) &&
                file_publish(file, error);
    text_free(&text);
    return done;
}

/* Fails before the work what would fail after it. */
static bool check_writable(const char *path, struct error *error) {
    struct file file;
    if (!file_create(&file, path, error)) return false;
    file_abandon(&file);
    return true;
}

static bool open_outputs(struct run *run, struct error *error) {
    const struct settings *settings = run->settings;
    if (settings->save && !check_writable(settings->save, error)) return false;
    if (settings->out && !(run_folder_open(settings->out, settings, settings->force, error) &&
                           run_folder_curves(settings->out, &run->curves, error))) {
        return false;
    }
    if (settings->csv && !file_create(&run->csv, settings->csv, error)) return false;
    return begin_curves(&run->csv, error) && begin_curves(&run->curves, error);
}

static bool close_outputs(struct run *run, struct error *error) {
    bool csv = run->csv.descriptor < 0 || file_commit(&run->csv, error);
    return (run->curves.descriptor < 0 || file_commit(&run->curves, error)) && csv;
}

static bool read_data(struct run *run, struct train_settings *training, struct error *error) {
    const struct settings *settings = run->settings;
    struct task task = settings_task(settings);
    if (settings->data) {
        if (!dataset_read(&run->data, &task, task.min_pairs, settings->data, error)) return false;
        training->data = &run->data;
    }
    if (settings->eval_data) {
        if (!dataset_read(&run->eval_data, &task, task.min_pairs, settings->eval_data, error)) {
            return false;
        }
        training->eval_data = &run->eval_data;
    }
    return true;
}

/* Outputs that would overwrite each other. */
static bool check_outputs(const struct settings *settings, struct error *error) {
    if (settings->csv && settings->save && strcmp(settings->csv, settings->save) == 0) {
        return error_set(error, STATUS_USAGE, "--csv and --save name the same: %s",
                         file_output_name(settings->csv));
    }
    if (output_is_standard(settings->data) && output_is_standard(settings->eval_data)) {
        return error_set(error, STATUS_USAGE, "--data and --eval-data are both standard input");
    }
    return true;
}

/* Checks all that can be checked before anything is read or written. */
static bool check_settings(struct run *run, struct train_settings *training, struct error *error) {
    const struct settings *settings = run->settings;
    if (settings->save && settings->model_count != 1) {
        return error_set(error, STATUS_USAGE,
                         "--save takes one model, but --model has %zu: say --model attention, or "
                         "--out DIR for all of them",
                         settings->model_count);
    }
    for (size_t i = 0; i < settings->model_count; i++) {
        if (!settings_model(settings, i, &run->models[i], error)) return false;
    }
    return check_outputs(settings, error) && settings_training(settings, training, error);
}

static bool open_run(struct run *run, struct error *error) {
    const struct settings *settings = run->settings;
    struct train_settings training;
    return check_settings(run, &training, error) && read_data(run, &training, error) &&
           train_open(&run->training, &training, run->models, settings->model_count, error) &&
           open_outputs(run, error);
}

static bool save(const struct run *run, struct error *error) {
    const struct settings *settings = run->settings;
    if (settings->save && !run_save_model(settings->save, &run->training, 0, error)) return false;
    return !settings->out || run_folder_finish(settings->out, &run->training, &run->history, error);
}

/* Results go to standard output, unless the curves or the model go there. */
static bool tell(const struct run *run, struct error *error) {
    bool taken = output_is_standard(run->settings->csv) || output_is_standard(run->settings->save);
    int descriptor = taken ? STDERR_FILENO : STDOUT_FILENO;
    struct text text = {0};
    if (run->settings->quiet) return true;
    bool done =
        train_report(&text, &run->training, &run->history, terminal_detect(descriptor), error);
    if (run->settings->out) text_format(&text, "\nrun folder: %s\n", run->settings->out);
    done = done && output_report(taken, &text, error);
    text_free(&text);
    return done;
}

static bool train(struct run *run, struct error *error) {
    struct train_observer observer = {run, write_row, show_progress};
    struct error later;
    if (!open_run(run, error)) return false;
    progress_init(&run->progress, run->settings->quiet);
    bool done = train_run(&run->training, &observer, error);
    progress_clear(&run->progress);
    /* Also a run that stopped keeps its rows and its last good models. */
    bool kept = save(run, done ? error : &later);
    bool closed_well = close_outputs(run, done && kept ? error : &later);
    return done && kept && closed_well && tell(run, error);
}

static bool print_config(const struct settings *settings, struct error *error) {
    struct text text = {0};
    config_text(&text, settings);
    bool done = output_text("-", &text, error);
    text_free(&text);
    return done;
}

static bool run(const struct invocation *invocation, struct error *error) {
    struct run run = {.settings = &invocation->settings, .csv = closed, .curves = closed};
    if (invocation->settings.print_config) return print_config(&invocation->settings, error);
    bool done = train(&run, error);
    file_abandon(&run.csv);
    file_abandon(&run.curves);
    train_close(&run.training);
    history_free(&run.history);
    dataset_free(&run.data);
    dataset_free(&run.eval_data);
    return done;
}

const struct command command_train = {
    .name = "train",
    .arguments = "",
    .summary = "trains models on the same examples and draws their curves",
    .groups = GROUP_TASK | GROUP_MODEL | GROUP_TRAINING | GROUP_OUTPUT,
    .options = (const char *const[]){"config", "print-config", "force", NULL},
    .more = "examples:\n"
            "  attnlearn train --model attention,average,mlp --steps 3000 --out runs/compare\n"
            "  attnlearn train --config configs/unscaled.ini --seed 7 --csv curves.csv --quiet\n",
    .run = run,
};
