/* Progress of training: see progress.h. */
#include "command/progress.h"

#include "base/clock.h"
#include "draw/terminal.h"
#include "model/kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

void progress_init(struct progress *progress, bool quiet) {
    *progress = (struct progress){
        .quiet = quiet, .terminal = isatty(STDERR_FILENO) != 0, .started = clock_seconds()};
    if (progress->terminal) progress->columns = terminal_detect(STDERR_FILENO).columns;
}

/* 1.2 as "1.2 s", 75 as "1 min 15 s". */
static void append_time(struct text *text, double seconds) {
    if (seconds < 10) {
        text_format(text, "%.1f s", seconds);
    } else if (seconds < 59.5) {
        text_format(text, "%.0f s", seconds);
    } else if (seconds < 3600) {
        int whole = (int)(seconds + 0.5);
        text_format(text, "%d min %d s", whole / 60, whole % 60);
    } else {
        text_format(text, "%.1f h", seconds / 3600);
    }
}

/* 76600 as "76.6 thousand examples/s". */
static void append_rate(struct text *text, double rate) {
    bool millions = rate >= 999500;
    text_format(text, "  %.3g %s examples/s", rate / (millions ? 1e6 : 1e3),
                millions ? "million" : "thousand");
}

/* What is left when this part of the work is done. */
static void append_left(struct text *text, const struct progress *progress, double part) {
    double seconds = clock_seconds() - progress->started;
    if (!(part > 0)) return;
    text_string(text, "  left ");
    append_time(text, seconds / part * (1 - part));
}

static void append_line(struct text *text, const struct progress *progress,
                        const struct training *training) {
    const struct trainee *first = &training->trainees[0];
    uint64_t steps = training->settings.steps, step = training->step;
    double seconds = clock_seconds() - progress->started;
    double taken = (double)(step - progress->first_step);
    double examples = taken * (double)training->settings.batch * (double)training->count;
    text_format(text, "%3.0f %%  step %" PRIu64 " of %" PRIu64 "  %s loss %.4f",
                100 * (double)step / (double)steps, step, steps, first->model->kind->name,
                first->last_step.loss);
    if (seconds > 0) append_rate(text, examples / seconds);
    append_left(text, progress, taken / (double)(steps - progress->first_step));
}

static bool is_due(struct progress *progress, double part) {
    double now = clock_seconds();
    int tenth = (int)(10 * part);
    if (progress->quiet) return false;
    bool due = progress->terminal ? now - progress->shown > 0.1 : tenth > progress->tenth;
    if (due) progress->shown = now;
    progress->tenth = tenth;
    return due;
}

static void show_line(struct progress *progress, struct text *line) {
    if (!line->failed && progress->terminal) {
        size_t width = line->length < progress->columns ? line->length : progress->columns - 1;
        int pad = width < progress->width ? (int)(progress->width - width) : 0;
        fprintf(stderr, "\r%.*s%*s", (int)width, line->data, pad, "");
        progress->width = width;
    } else if (!line->failed) {
        fprintf(stderr, "%s\n", line->data);
    }
    fflush(stderr);
    text_free(line);
}

void progress_show(struct progress *progress, const struct training *training) {
    struct text line = {0};
    if (training->step == progress->first_step) return;
    if (!is_due(progress, (double)training->step / (double)training->settings.steps)) return;
    append_line(&line, progress, training);
    show_line(progress, &line);
}

void progress_show_runs(struct progress *progress, size_t finished, size_t count, double part) {
    struct text line = {0};
    if (!is_due(progress, part)) return;
    text_format(&line, "%3.0f %%  %zu of %zu runs", 100 * part, finished, count);
    append_left(&line, progress, part);
    show_line(progress, &line);
}

void progress_clear(struct progress *progress) {
    if (!progress->width) return;
    fprintf(stderr, "\r%*s\r", (int)progress->width, "");
    progress->width = 0;
}
