/* bench: what a step of training costs. */
#include "train/bench.h"

#include "base/memory.h"
#include "command/bench/bench_plan.h"
#include "command/bench/bench_rows.h"
#include "command/expense.h"
#include "command/output.h"
#include "command/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A benchmark and where it goes. */
struct job {
    const struct settings *settings;
    struct bench_plan plan;
    struct bench_result *results;
    struct bench_row *rows;
    struct progress progress;
};

static void show_progress(void *context, size_t finished, size_t count) {
    struct job *job = context;
    progress_show_runs(&job->progress, finished, count, (double)finished / (double)count);
}

static bool is_csv_standard(const struct settings *settings) {
    return output_is_standard(settings->csv);
}

static bool open_job(struct job *job, const struct invocation *invocation, struct error *error) {
    const struct settings *settings = job->settings;
    if (!output_check_json(settings->json, "csv", settings->csv, error) ||
        !bench_plan_make(&job->plan, invocation, error)) {
        return false;
    }
    size_t count = job->plan.bench.count;
    job->results = memory_take(count, sizeof *job->results, "the benchmark", error);
    if (!job->results) return false;
    job->rows = memory_take(count, sizeof *job->rows, "the benchmark", error);
    return job->rows && output_check_writable(settings->csv, error);
}

/* What it takes to come to the end of the first round, with a step of every case at least. */
static void tell_expense(const struct job *job) {
    const struct bench *bench = &job->plan.bench;
    size_t bytes = bench_memory(bench);
    double work = 0;
    for (size_t i = 0; i < bench->count; i++) {
        const struct bench_case *of = &bench->cases[i];
        work += expense_of_step(&of->model, of->engine, (double)of->batch);
    }
    if (!memory_check(bytes, "the benchmark", NULL)) return; /* bench_run refuses it */
    expense_note("the warm-up", work, bytes, job->settings->quiet);
}

static bool measure(struct job *job, struct error *error) {
    const struct bench *bench = &job->plan.bench;
    struct bench_observer observer = {job, show_progress};
    tell_expense(job);
    progress_init(&job->progress, job->settings->quiet);
    bool done = bench_run(bench, &observer, job->results, error);
    progress_clear(&job->progress);
    for (size_t i = 0; done && i < bench->count; i++) {
        job->rows[i] = bench_row_make(bench, i, &job->results[i]);
    }
    return done;
}

static bool write_csv(struct job *job, struct error *error) {
    struct text text = {0};
    if (!job->settings->csv) return true;
    bench_rows_csv(&text, job->rows, job->plan.bench.count);
    bool done = output_text(job->settings->csv, &text, error);
    text_free(&text);
    return done;
}

static bool append_table(struct text *text, const struct job *job, struct error *error) {
    if (!bench_rows_table(text, job->rows, job->plan.bench.count, error)) return false;
    text_string(text, "medians, between quartiles (low, high); interleaved; drawing the examples "
                      "is included\n");
    if (job->plan.left_out) {
        text_string(text, "the reference engine is left out where it is slow: --engine reference "
                          "times it all the same\n");
    }
    return text_finish(text, error);
}

/* The table goes to standard output, unless the CSV goes there. */
static bool tell(const struct job *job, struct error *error) {
    struct text text = {0};
    bool done = true;
    if (job->settings->json) {
        bench_rows_json(&text, job->rows, job->plan.bench.count);
    } else if (!job->settings->quiet) {
        done = append_table(&text, job, error);
    }
    if (done && text.length) done = output_report(is_csv_standard(job->settings), &text, error);
    text_free(&text);
    return done;
}

static bool run(const struct invocation *invocation, struct error *error) {
    struct job job = {.settings = &invocation->settings};
    bool done = open_job(&job, invocation, error) && measure(&job, error) &&
                write_csv(&job, error) && tell(&job, error);
    bench_plan_free(&job.plan);
    free(job.results);
    free(job.rows);
    return done;
}

const struct command command_bench = {
    .name = "bench",
    .arguments = "",
    .summary = "what a step of training costs: nanoseconds an example, steps a second",
    .groups = GROUP_TASK | GROUP_MODEL,
    .options = (const char *const[]){"engine", "kernel", "batch", "threads", "repetitions",
                                     "seconds", "ladder", "csv", "json", "quiet", NULL},
    .defaults = (const char *const[][2]){{"model", "attention,average,mlp"}, {NULL, NULL}},
    .told = (const char *const[][2]){{"engine", "all"},
                                     {"kernel", "in use"},
                                     {"batch", "64 and 1024; --ladder: 64"},
                                     {NULL, NULL}},
    .more =
        "A row is an engine (the fast one with a kernel), a size, a model and a batch. Each takes\n"
        "the steps that train takes by default, and drawing the examples is part of them. After a\n"
        "warm-up the repetitions go round all rows, so that all share a busy machine's moods; "
        "told\n"
        "are their median and quartiles. The method is what the fast engine does for the size and\n"
        "batch: tables of all queries and pairs, or direct, an example at a time. Without\n"
        "--engine, the reference engine is left out where a step of it takes long. The columns of\n"
        "--csv, which are also the names of --json:\n"
        "  engine,kernel,method,model,score,pairs,letters,digits,width,batch,threads,\n"
        "  repetitions,ns_per_example,ns_per_example_low,ns_per_example_high,\n"
        "  examples_per_second,steps_per_second\n"
        "The environment variable ATTNLEARN_KERNEL picks the kernel of every command; all of\n"
        "them compute the same bits. --ladder is attention, unless --model says otherwise, for\n"
        "(pairs, letters, digits, width) of\n"
        "  (6,8,10,16) (16,32,32,32) (64,128,128,64) (256,512,512,128) (64,8192,8192,64).\n"
        "\n"
        "examples:\n"
        "  attnlearn bench\n"
        "  attnlearn bench --model attention --engine fast --kernel all --batch 256\n"
        "  attnlearn bench --ladder --csv ladder.csv\n",
    .run = run,
};
