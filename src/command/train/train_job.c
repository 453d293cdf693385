/* What one `train` works on: see train_job.h. */
#include "command/train/train_job.h"

#include "base/memory.h"
#include "base/signals.h"
#include "command/expense.h"
#include "command/from_settings.h"
#include "command/output.h"
#include "command/overwritten.h"
#include "command/train/kept_curves.h"
#include "command/train/resume_rules.h"
#include "command/train/run_folder.h"
#include "command/train/snapshots.h"

#include <stdio.h>

static bool read_data(struct train_job *job, struct train_settings *training, struct error *error) {
    const struct settings *settings = job->settings;
    struct task task = settings_task(settings);
    if (settings->data) {
        if (!dataset_read(&job->data, &task, task.min_pairs, settings->data, error)) return false;
        training->data = &job->data;
    }
    if (settings->eval_data) {
        if (!dataset_read(&job->eval_data, &task, task.min_pairs, settings->eval_data, error)) {
            return false;
        }
        training->eval_data = &job->eval_data;
    }
    return true;
}

/* Checks all that can be checked before anything is read or written. */
static bool check_settings(struct train_job *job, struct train_settings *training,
                           struct error *error) {
    const struct settings *settings = job->settings;
    if (settings->save && settings->model_count != 1) {
        return error_set(error, STATUS_USAGE,
                         "--save takes one model, but --model has %zu: say --model attention, or "
                         "--out DIR for all of them",
                         settings->model_count);
    }
    for (size_t i = 0; i < settings->model_count; i++) {
        if (!settings_model(settings, i, &job->models[i], error)) return false;
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
static bool reopen(struct train_job *job, struct error *error) {
    const char *folder = job->settings->resume_folder;
    if (!folder) return true;
    if (!run_folder_reopen(folder, &job->lock, error) ||
        !resumption_open(&job->resumption, job->invocation, error)) {
        return false;
    }
    job->settings = &job->resumption.settings;
    return check_overwritten(job->invocation, job->settings, error);
}

/* Curves without a state are of a run that was killed before it saved, or lost it. */
static void tell_beginning(const struct train_job *job) {
    if (job->training.row_step != UINT64_MAX || job->settings->quiet) return;
    fprintf(stderr, "attnlearn: %s has no state that was saved: training begins at step 0\n",
            job->resumption.folder);
}

/* Takes up where the run that goes on was saved; `kept` is what its curves begin with. */
static bool restore(struct train_job *job, struct text *kept, struct error *error) {
    const char *folder = job->resumption.folder;
    if (!folder) {
        curve_header_text(kept);
        return text_finish(kept, error);
    }
    if (!resumption_state(&job->resumption, &job->training, error)) return false;
    tell_beginning(job);
    return kept_curves_read(folder, &job->training, kept, &job->output.history, error);
}

/* What stands in the folder after the saved step goes. */
static bool cut_folder(const struct train_job *job, struct error *error) {
    const char *folder = job->settings->out;
    uint64_t first = job->training.row_step == UINT64_MAX ? 0 : job->training.step + 1;
    return run_folder_config(folder, &job->resumption.comments, job->settings, error) &&
           snapshots_remove(folder, first, error);
}

static bool open_folder(struct train_job *job, struct error *error) {
    const struct settings *settings = job->settings;
    if (job->resumption.folder) return cut_folder(job, error);
    return !settings->out ||
           run_folder_begin(settings->out, settings, settings->force, &job->lock, error);
}

static bool check_folder(const struct train_job *job, struct error *error) {
    const struct settings *settings = job->settings;
    return job->resumption.folder || !settings->out ||
           run_folder_check(settings->out, settings->force, error);
}

/* From here on a signal that ends the program waits until all is in order. */
static bool open_outputs(struct train_job *job, const struct text *kept, struct error *error) {
    const struct settings *settings = job->settings;
    signals_catch();
    return check_folder(job, error) && train_output_check_places(settings, error) &&
           open_folder(job, error) && train_output_open(&job->output, settings, kept, error);
}

/* Before the work: what it takes to come to the first step's end. */
static bool tell_expense(const struct train_job *job, const struct train_settings *training) {
    const struct settings *settings = job->settings;
    double examples = (double)settings->batch + (double)settings->eval_examples, work = 0;
    for (size_t i = 0; i < settings->model_count; i++) {
        work += expense_of_step(&job->models[i], training->engine, examples);
    }
    size_t bytes = train_memory(training, job->models, settings->model_count);
    if (!memory_check(bytes, "training", NULL)) return true; /* train_open refuses it */
    expense_note("the first step", work, bytes, settings->quiet);
    return true;
}

/* All that stands before anything is written. */
static bool prepare(struct train_job *job, struct error *error) {
    struct train_settings training;
    return reopen(job, error) && check_settings(job, &training, error) &&
           tell_expense(job, &training) && read_data(job, &training, error) &&
           train_open(&job->training, &training, job->models, job->settings->model_count, error);
}

struct train_job train_job_of(const struct invocation *invocation) {
    return (struct train_job){.invocation = invocation,
                              .settings = &invocation->settings,
                              .lock = {.descriptor = -1},
                              .output = train_output_none()};
}

bool train_job_open(struct train_job *job, struct error *error) {
    struct text kept = {0};
    bool done =
        prepare(job, error) && restore(job, &kept, error) && open_outputs(job, &kept, error);
    text_free(&kept);
    return done;
}

void train_job_close(struct train_job *job) {
    train_output_free(&job->output);
    train_close(&job->training);
    dataset_free(&job->data);
    dataset_free(&job->eval_data);
    resumption_close(&job->resumption);
    lock_release(&job->lock);
}
