/* train: one or more models on the same examples. */
#include "train/train.h"

#include "base/signals.h"
#include "command/command.h"
#include "command/config.h"
#include "command/output.h"
#include "command/progress.h"
#include "command/train/snapshots.h"
#include "command/train/train_job.h"
#include "command/train/train_report.h"

#include <inttypes.h>
#include <unistd.h>

/* A run as its observer sees it. */
struct run {
    struct train_job job;
    struct progress progress;
};

static bool write_row(void *context, const struct curve_row *row, struct error *error) {
    struct run *run = context;
    if (output_is_standard(run->job.settings->csv)) progress_clear(&run->progress);
    return train_output_row(&run->job.output, row, error);
}

static void show_progress(void *context, const struct training *training) {
    struct run *run = context;
    progress_show(&run->progress, training);
}

static bool save(void *context, const struct training *training, struct error *error) {
    struct run *run = context;
    return train_output_save(&run->job.output, training, error);
}

static bool keep_snapshot(void *context, const struct training *training, struct error *error) {
    const struct run *run = context;
    return snapshots_write(run->job.settings->out, training, error);
}

static bool goes_on(void *context) {
    (void)context;
    return !signals_caught();
}

static bool interrupted(const struct train_job *job, int signal, struct error *error) {
    const struct settings *settings = job->settings;
    struct text text = {0};
    char word[ERROR_WORD_SIZE];
    if (settings->out) {
        text_format(&text, "attnlearn train --resume %s goes on", error_word(settings->out, word));
    } else {
        text_format(&text, "%s%s%sonly a run with --out DIR can go on",
                    settings->save ? "the model is in " : "", settings->save ? settings->save : "",
                    settings->save ? ", but " : "");
    }
    signals_error(error, signal, "interrupted after step %" PRIu64 " of %" PRIu64 ": %s",
                  job->training.step, settings->steps, text.failed ? "" : text.data);
    text_free(&text);
    return false;
}

/* Results go to standard output, unless the curves or the model go there. */
static bool tell(const struct train_job *job, struct error *error) {
    const struct settings *settings = job->settings;
    bool taken = output_is_standard(settings->csv) || output_is_standard(settings->save);
    int descriptor = taken ? STDERR_FILENO : STDOUT_FILENO;
    struct text text = {0};
    if (settings->quiet) return true;
    bool done = train_report(&text, &job->training, &job->output.history,
                             terminal_detect(descriptor), error);
    if (settings->out) text_format(&text, "\nrun folder: %s\n", settings->out);
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
    struct train_job *job = &run->job;
    struct error later;
    if (!train_job_open(job, error)) return false;
    progress_init(&run->progress, job->settings->quiet);
    run->progress.first_step = job->training.step;
    bool done = train_run(&job->training, &observer, error);
    progress_clear(&run->progress);
    bool finished = train_output_finish(&job->output, &job->training, done ? error : &later);
    lock_release(&job->lock);
    int signal = signals_release();
    if (!done || !finished) return false;
    return signal ? interrupted(job, signal, error) : tell(job, error);
}

static bool print_config(struct run *run, struct error *error) {
    struct train_job *job = &run->job;
    struct text text = {0};
    bool done =
        !job->settings->resume_folder || resumption_open(&job->resumption, job->invocation, error);
    config_text(&text, job->resumption.folder ? &job->resumption.settings : job->settings);
    done = done && output_text("-", &text, error);
    text_free(&text);
    return done;
}

static bool run(const struct invocation *invocation, struct error *error) {
    struct run run = {.job = train_job_of(invocation)};
    bool done = (invocation->settings.print_config ? print_config : train)(&run, error);
    train_job_close(&run.job);
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
