/* report: one page of a run. */
#include "command/command.h"
#include "command/output.h"
#include "command/overwritten.h"
#include "command/report/report_data.h"
#include "command/train/run_files.h"
#include "page/page.h"

#include <stdio.h>

static bool write_page(const struct report_run *run, const char *path, struct error *error) {
    struct text json = {0}, page = {0};
    bool done = report_data(&json, run, error);
    if (done) {
        page_append(&page, &json);
        done = output_text(path, &page, error);
    }
    text_free(&json);
    text_free(&page);
    return done;
}

/* The page shows what there is; that not all is there has to be said. Lost is what training had
 * saved. */
static bool tell_missing(const struct report_run *run, struct error *error) {
    struct text names = {0};
    bool lost = run->is_lacking && run->is_saved, done = true;
    for (size_t i = 0; i < run->missing_count; i++) {
        text_format(&names, "%s%s", i ? ", " : "", run->missing[i]);
    }
    if (lost) {
        done = error_set(error, STATUS_FAILED, "%s has lost %s: the page is written without",
                         run->folder, names.failed ? "models" : names.data);
    } else if (run->missing_count && !names.failed) {
        fprintf(stderr, "attnlearn: the page is without %s%s\n", names.data,
                run->is_saved ? "" : ": nothing was saved yet");
    }
    text_free(&names);
    return done;
}

/* The page would replace what it is made of. */
static bool check_outside(const char *path, const char *folder, struct error *error) {
    if (!run_files_have(folder, path)) return true;
    return error_set(error, STATUS_USAGE,
                     "--output: %s is a file of the run, and the page would replace it", path);
}

/* Nor what the run learned from, and may go on with. */
static bool check_examples(const struct report_run *run, const char *path, struct error *error) {
    const struct settings *settings = &run->settings;
    const char *const read[][2] = {{"data", settings->data}, {"eval-data", settings->eval_data}};
    if (!file_is_replaced(path)) return true;
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        if (!read[i][1] || !file_is_same(path, read[i][1])) continue;
        return refuse_overwriting("output", path, "the run's --", read[i][0], error);
    }
    return true;
}

static bool run(const struct invocation *invocation, struct error *error) {
    const char *path = invocation->settings.output;
    struct report_run run;
    if (!path) {
        return error_set(error, STATUS_USAGE, "report needs a file for its page: say -o FILE.html");
    }
    const char *folder = invocation->arguments[0];
    if (!output_check_html(path, error) || !check_outside(path, folder, error)) return false;
    bool done = report_run_open(&run, folder, error) && check_examples(&run, path, error) &&
                file_check_writable(path, error) && write_page(&run, path, error) &&
                tell_missing(&run, error);
    report_run_close(&run);
    return done;
}

const struct command command_report = {
    .name = "report",
    .arguments = "RUN",
    .summary = "one page of a run: its curves, training as a film, the model to ask",
    .least_arguments = 1,
    .most_arguments = 1,
    .options = (const char *const[]){"output", NULL},
    .more = "RUN is a folder that train --out made; with --snapshots the page moves through its\n"
            "training. The page is one HTML file that works without a network. Where a model\n"
            "of the run was lost, the page is written without it, and the status is 1.\n"
            "\n"
            "example:\n"
            "  attnlearn train --out runs/first --snapshots 40\n"
            "  attnlearn report runs/first -o first.html\n",
    .files = "/",
    .output = ".html",
    .run = run,
};
