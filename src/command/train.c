/* train: one or more models on the same examples. */
#include "train/train.h"

#include "base/memory.h"
#include "base/signals.h"
#include "command/command.h"
#include "command/config.h"
#include "command/expense.h"
#include "command/from_settings.h"
#include "command/kept_curves.h"
#include "command/output.h"
#include "command/progress.h"
#include "command/resume.h"
#include "command/resume_rules.h"
#include "command/run_folder.h"
#include "command/snapshots.h"
#include "command/train_output.h"
#include "command/train_report.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* A run and what it writes. */
struct run {
    const struct invocation *invocation;
    const struct settings *settings; /* the invocation's, or those of a run that goes on */
    struct lock lock;
    struct resumption resumption;
    struct model models[SETTINGS_MAX_MODELS];
    struct dataset data, eval_data;
    struct training training;
    struct text kept; /* what the curves begin with */
    struct train_output output;
    struct progress progress;
};

static bool write_row(void *context, const struct curve_row *row, struct error *error) {
    struct run *run = context;
    if (output_is_standard(run->settings->csv)) progress_clear(&run->progress);
    return train_output_row(&run->output, row, error);
}

static void show_progress(void *context, const struct training *training) {
    struct run *run = context;
    progress_show(&run->progress, training);
}

static bool save(void *context, const struct training *training, struct error *error) {
    struct run *run = context;
    return train_output_save(&run->output, training, error);
}

static bool keep_snapshot(void *context, const struct training *training, struct error *error) {
    const struct run *run = context;
    return snapshots_write(run->settings->out, training, error);
}

static bool goes_on(void *context) {
    (void)context;
    return !signals_caught();
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
    if (output_is_standard(settings->data) && output_is_standard(settings->eval_data)) {
        return error_set(error, STATUS_USAGE, "--data and --eval-data are both standard input");
    }
    if (!train_output_check(settings, error) || !settings_training(settings, training, error)) {
        return false;
    }
    training->save_every = settings->save_every;
    training->snapshots = settings->snapshots;
    return resume_fingerprint(settings, &training->fingerprint, error);
}

/* Locks the folder of a run that goes on, and takes its settings. */
static bool reopen(struct run *run, struct error *error) {
    const char *folder = run->settings->resume_folder;
    if (!folder) return true;
    if (!run_folder_reopen(folder, &run->lock, error) ||
        !resumption_open(&run->resumption, run->invocation, error)) {
        return false;
    }
    run->settings = &run->resumption.settings;
    return true;
}

/* Takes up where the run that goes on was saved. */
static bool restore(struct run *run, struct error *error) {
    const char *folder = run->resumption.folder;
    if (!folder) {
        curve_header_text(&run->kept);
        return text_finish(&run->kept, error);
    }
    return resumption_state(&run->resumption, &run->training, error) &&
           kept_curves_read(folder, &run->training, &run->kept, &run->output.history, error);
}

/* What stands in the folder after the saved step goes. */
static bool cut_folder(const struct run *run, struct error *error) {
    const char *folder = run->settings->out;
    uint64_t first = run->training.row_step == UINT64_MAX ? 0 : run->training.step + 1;
    return run_folder_config(folder, &run->resumption.comments, run->settings, error) &&
           snapshots_remove(folder, first, error);
}

static bool open_folder(struct run *run, struct error *error) {
    const struct settings *settings = run->settings;
    if (run->resumption.folder) return cut_folder(run, error);
    return !settings->out ||
           run_folder_begin(settings->out, settings, settings->force, &run->lock, error);
}

/* From here on a signal that ends the program waits until all is in order. */
static bool open_outputs(struct run *run, struct error *error) {
    const struct settings *settings = run->settings;
    signals_catch();
    if (settings->save && !file_check_writable(settings->save, error)) return false;
    return open_folder(run, error) && train_output_open(&run->output, settings, &run->kept, error);
}

/* Before the work: what it takes to come to the first step's end. */
static bool tell_expense(const struct run *run, const struct train_settings *training) {
    const struct settings *settings = run->settings;
    double examples = (double)settings->batch + (double)settings->eval_examples, work = 0;
    for (size_t i = 0; i < settings->model_count; i++) {
        work += expense_of_step(&run->models[i], training->engine, examples);
    }
    size_t bytes = train_memory(training, run->models, settings->model_count);
    if (!memory_check(bytes, "training", NULL)) return true; /* train_open refuses it */
    expense_note("the first step", work, bytes, settings->quiet);
    return true;
}

static bool open_run(struct run *run, struct error *error) {
    struct train_settings training;
    return reopen(run, error) && check_settings(run, &training, error) &&
           tell_expense(run, &training) && read_data(run, &training, error) &&
           train_open(&run->training, &training, run->models, run->settings->model_count, error) &&
           restore(run, error) && open_outputs(run, error);
}

static bool interrupted(const struct run *run, int signal, struct error *error) {
    const struct settings *settings = run->settings;
    struct text text = {0};
    if (settings->out) {
        text_format(&text, "attnlearn train --resume %s goes on", settings->out);
    } else {
        text_format(&text, "%s%s%sonly a run with --out DIR can go on",
                    settings->save ? "the model is in " : "", settings->save ? settings->save : "",
                    settings->save ? ", but " : "");
    }
    signals_error(error, signal, "interrupted after step %" PRIu64 " of %" PRIu64 ": %s",
                  run->training.step, settings->steps, text.failed ? "" : text.data);
    text_free(&text);
    return false;
}

/* Results go to standard output, unless the curves or the model go there. */
static bool tell(const struct run *run, struct error *error) {
    bool taken = output_is_standard(run->settings->csv) || output_is_standard(run->settings->save);
    int descriptor = taken ? STDERR_FILENO : STDOUT_FILENO;
    struct text text = {0};
    if (run->settings->quiet) return true;
    bool done = train_report(&text, &run->training, &run->output.history,
                             terminal_detect(descriptor), error);
    if (run->settings->out) text_format(&text, "\nrun folder: %s\n", run->settings->out);
    done = done && output_report(taken, &text, error);
    text_free(&text);
    return done;
}

static bool train(struct run *run, struct error *error) {
    struct train_observer observer = {.context = run,
                                      .row = write_row,
                                      .progress = show_progress,
                                      .save = save,
                                      .snapshot = keep_snapshot,
                                      .goes_on = goes_on};
    struct error later;
    if (!open_run(run, error)) return false;
    progress_init(&run->progress, run->settings->quiet);
    run->progress.first_step = run->training.step;
    bool done = train_run(&run->training, &observer, error);
    progress_clear(&run->progress);
    bool finished = train_output_finish(&run->output, &run->training, done ? error : &later);
    lock_release(&run->lock);
    int signal = signals_release();
    if (!done || !finished) return false;
    return signal ? interrupted(run, signal, error) : tell(run, error);
}

static bool print_config(struct run *run, struct error *error) {
    struct text text = {0};
    bool done =
        !run->settings->resume_folder || resumption_open(&run->resumption, run->invocation, error);
    config_text(&text, run->resumption.folder ? &run->resumption.settings : run->settings);
    done = done && output_text("-", &text, error);
    text_free(&text);
    return done;
}

static bool run(const struct invocation *invocation, struct error *error) {
    struct run run = {.invocation = invocation,
                      .settings = &invocation->settings,
                      .lock = {.descriptor = -1},
                      .output = train_output_none()};
    bool done = (run.settings->print_config ? print_config : train)(&run, error);
    train_output_free(&run.output);
    train_close(&run.training);
    text_free(&run.kept);
    dataset_free(&run.data);
    dataset_free(&run.eval_data);
    resumption_close(&run.resumption);
    lock_release(&run.lock);
    return done;
}

const struct command command_train = {
    .name = "train",
    .arguments = "",
    .summary = "trains models on the same examples and draws their curves",
    .groups = GROUP_TASK | GROUP_MODEL | GROUP_TRAINING | GROUP_OUTPUT | GROUP_TRAIN,
    .options = (const char *const[]){"config", "print-config", "force", NULL},
    .more =
        "A run folder holds config.ini, curves.csv, curves.svg, a MODEL.safetensors for each\n"
        "model, the state that --resume goes on from, and the weights at the moments of\n"
        "--snapshots in snapshots/MODEL-STEP.safetensors. --save-every writes models and state\n"
        "while the run goes on, and Ctrl-C ends it at the next step and saves. --resume takes the\n"
        "settings of the run: --steps, --eval-every, --threads and what is written may be new, "
        "the\n"
        "task and the models may not, and other settings of training only where they are said on\n"
        "the command line. A run that goes on gives the bytes of one without a pause, unless\n"
        "settings changed; with a schedule that is not constant --steps changes all rates to "
        "come.\n"
        "\n"
        "examples:\n"
        "  attnlearn train --model attention,average,mlp --steps 3000 --out runs/compare\n"
        "  attnlearn train --resume runs/compare --steps 6000\n"
        "  attnlearn train --config configs/unscaled.ini --seed 7 --csv curves.csv --quiet\n",
    .run = run,
};
