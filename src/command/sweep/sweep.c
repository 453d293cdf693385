/* sweep: many seeds and settings in one go. */
#include "train/sweep.h"

#include "base/memory.h"
#include "base/signals.h"
#include "command/command.h"
#include "command/expense.h"
#include "command/output.h"
#include "command/progress.h"
#include "command/sweep/sweep_output.h"
#include "command/sweep/sweep_plan.h"
#include "command/sweep/sweep_repeat.h"
#include "command/sweep/sweep_report.h"
#include "train/evaluation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A sweep and where it goes. */
struct job {
    const struct settings *settings;
    const char *rows; /* the file, or "-" */
    struct sweep_plan plan;
    struct sweep_result *results;
    struct sweep_output output;
    size_t done; /* runs whose rows are written */
    struct progress progress;
};

static bool write_run(void *context, size_t run, const struct sweep_result *result,
                      const struct text *curves, struct error *error) {
    struct job *job = context;
    if (output_is_standard(job->rows)) progress_clear(&job->progress);
    if (!sweep_output_add(&job->output, &job->plan.sweep, run, result, curves, error)) return false;
    job->done++;
    return true;
}

static bool goes_on(void *context) {
    (void)context;
    return !signals_caught();
}

static void show_progress(void *context, size_t finished, double part) {
    struct job *job = context;
    const struct sweep *sweep = &job->plan.sweep;
    progress_show_runs(&job->progress, finished, sweep->end - sweep->first, part);
}

/* The columns of curves do not tell varied settings, but the score. */
static bool check_curves(const struct sweep *sweep, struct error *error) {
    for (size_t k = 0; sweep->curves && k < sweep->key_count; k++) {
        if (strcmp(sweep->keys[k], "score") == 0) continue;
        return error_set(error, STATUS_USAGE,
                         "--curves has no column for %s, which varies: its curves could not be "
                         "told apart; make a sweep for each value",
                         sweep->keys[k]);
    }
    return true;
}

static bool check_files(const struct job *job, struct error *error) {
    const struct settings *settings = job->settings;
    const char *curves = settings->curves;
    if (settings->resume && (output_is_standard(job->rows) || output_is_standard(curves))) {
        return error_set(error, STATUS_USAGE,
                         "--resume goes on with files: say which, by -o FILE%s",
                         curves ? " and --curves FILE" : "");
    }
    return output_check_apart("curves", curves, "output", job->rows, error) &&
           sweep_file_check_lock("curves", curves, job->rows, error) &&
           sweep_file_check_lock("output", job->rows, curves, error) &&
           sweep_axes_check_apart(&job->plan.axes, "output", job->rows, error) &&
           sweep_axes_check_apart(&job->plan.axes, "curves", curves, error) &&
           check_curves(&job->plan.sweep, error);
}

/* From here on a signal that ends the program waits until all is in order. */
static bool open_output(struct job *job, struct error *error) {
    const struct sweep *sweep = &job->plan.sweep;
    size_t count = sweep->end - sweep->first;
    job->results = memory_take(count, sizeof *job->results, "the sweep", error);
    if (!job->results) return false;
    signals_catch();
    if (!sweep_output_open(&job->output, sweep, job->rows, job->settings->curves,
                           job->settings->resume, job->results, error)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) job->done += job->results[i].done;
    return job->settings->quiet || tell_other_settings(sweep, job->results, job->rows, error);
}

static bool open_job(struct job *job, const struct invocation *invocation, struct error *error) {
    const struct settings *settings = job->settings;
    struct sweep *sweep = &job->plan.sweep;
    if (!sweep_plan_make(&job->plan, invocation, error)) return false;
    sweep->curves = settings->curves != NULL;
    sweep->in_order = !sweep_output_sorts(job->rows, settings->curves);
    return check_files(job, error) && open_output(job, error);
}

/* What the dearest run here takes to come to its first step's end. */
static void tell_expense(const struct job *job) {
    const struct sweep *sweep = &job->plan.sweep;
    double work = 0;
    size_t bytes = 0;
    for (size_t run = sweep->first; run < sweep->end; run++) {
        const struct sweep_point *point = sweep_point_of(sweep, run);
        const struct train_settings *training = &point->training;
        double examples = (double)training->batch + (double)train_eval_count(training);
        size_t memory = train_memory(training, &point->model, 1);
        if (job->results[run - sweep->first].done) continue;
        work = fmax(work, expense_of_step(&point->model, training->engine, examples));
        bytes = memory > bytes ? memory : bytes;
    }
    expense_note("the first step of a run", work, bytes, job->settings->quiet);
}

/* The summary goes to standard output, unless rows or curves go there. */
static bool tell(const struct job *job, struct error *error) {
    bool taken = output_is_standard(job->rows) || output_is_standard(job->settings->curves);
    struct text text = {0};
    if (job->settings->quiet) return true;
    bool done = sweep_report(&text, &job->plan.sweep, job->results, error);
    done = done && output_report(taken, &text, error);
    text_free(&text);
    return done;
}

static bool interrupted(const struct job *job, int signal, struct error *error) {
    const struct sweep *sweep = &job->plan.sweep;
    size_t count = sweep->end - sweep->first;
    if (!sweep->in_order) {
        return signals_error(error, signal,
                             "interrupted when %zu of %zu runs were done: the same command with "
                             "--resume does the others",
                             job->done, count);
    }
    return signals_error(error, signal,
                         "interrupted when %zu of %zu runs were done: only a sweep with -o FILE%s "
                         "can go on",
                         job->done, count, sweep->curves ? " and --curves FILE" : "");
}

static bool sweep(struct job *job, const struct invocation *invocation, struct error *error) {
    struct sweep_observer observer = {job, write_run, show_progress, goes_on};
    struct error later;
    if (!open_job(job, invocation, error)) return false;
    tell_expense(job);
    progress_init(&job->progress, job->settings->quiet);
    bool done = sweep_run(&job->plan.sweep, job->results, &observer, error);
    progress_clear(&job->progress);
    bool closed = sweep_output_close(&job->output, done ? error : &later);
    int signal = signals_release();
    if (!done || !closed) return false;
    return signal ? interrupted(job, signal, error) : tell(job, error);
}

static bool run(const struct invocation *invocation, struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct job job = {.settings = settings,
                      .rows = settings->output ? settings->output : "-",
                      .output = sweep_output_none()};
    bool done = sweep(&job, invocation, error);
    sweep_output_free(&job.output);
    free(job.results);
    sweep_plan_free(&job.plan);
    return done;
}

const struct command command_sweep = {
    .name = "sweep",
    .arguments = "",
    .summary = "trains over seeds and settings: a row a run, and a summary of them",
    .groups = GROUP_TASK | GROUP_MODEL | GROUP_TRAINING,
    .options = (const char *const[]){"seeds", "vary", "shard", "curves", "resume", "output",
                                     "config", "quiet", NULL},
    .more =
        "Every combination of the varied values is run with every model and every seed. That is\n"
        "also the order of the rows: combinations (the last --vary goes fastest), models, seeds.\n"
        "The columns of a row: model,score,seed, the varied settings, and\n"
        "  steps,steps_to_blind,steps_to_99,steps_to_loss_0_1,final_loss,final_accuracy,\n"
        "  answer_weight,outcome\n"
        "Steps to a loss below the blind floor, to 99 %, to a loss below 0.1 are those of the\n"
        "first evaluation there, empty where it was not reached. An outcome is retrieval,\n"
        "query-blind, chance or diverged, which is a result and not a failure: its means are of\n"
        "the last good evaluation. What varies wins over the option of that name, and --seeds\n"
        "over --seed. --threads is the number of runs at a time. Where --min-pairs\n"
        "is as --pairs, it stays so when pairs vary. --curves can be had when nothing varies but\n"
        "models, seeds and scores. Of the [output] of a configuration only quiet is heeded.\n"
        "\n"
        "The blocks of --shard follow one another: block 2 goes on where block 1 ends. Each file\n"
        "has a header, so that it can be read alone; all of them in one, as if not shared:\n"
        "  awk 'NR == 1 || FNR > 1' rows-1.csv rows-2.csv rows-3.csv > rows.csv\n"
        "A sweep that is interrupted, or killed, keeps the rows of all runs that were finished; "
        "the\n"
        "same command with --resume does the others, and so does one with more seeds or values.\n"
        "Rows do not tell all settings: where a run is short, one that is there is done again, "
        "and\n"
        "unless --quiet is set you are told where that gives another row.\n"
        "While a sweep goes on its rows stand in the order in which the runs were finished.\n"
        "\n"
        "examples:\n"
        "  attnlearn sweep --seeds 1..20 -o runs.csv\n"
        "  attnlearn sweep --model attention --seeds 1..5 --vary lr=0.001,0.003,0.01 \\\n"
        "    --vary batch=32,64 --threads 2 -o runs.csv\n"
        "  attnlearn sweep --seeds 1..1000 --shard 3/8 --resume -o runs-3.csv\n",
    .output = ".csv",
    .run = run,
};
