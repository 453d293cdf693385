/* report: one page of a run. */
#include "command/command.h"
#include "command/output.h"
#include "command/report_data.h"
#include "page/page.h"

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

static bool run(const struct invocation *invocation, struct error *error) {
    const char *path = invocation->settings.output;
    struct report_run run;
    if (!path) {
        return error_set(error, STATUS_USAGE, "report needs a file for its page: say -o FILE.html");
    }
    if (!output_check_html(path, error)) return false;
    bool done =
        report_run_open(&run, invocation->arguments[0], error) && write_page(&run, path, error);
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
            "training. The page is one HTML file that works without a network.\n"
            "\n"
            "example:\n"
            "  attnlearn train --out runs/first --snapshots 40\n"
            "  attnlearn report runs/first -o first.html\n",
    .files = "/",
    .output = ".html",
    .run = run,
};
