/* Progress of training: see progress.h. */
#include "command/progress.h"

#include "base/clock.h"
#include "model/kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

void progress_init(struct progress *progress, bool quiet) {
    *progress = (struct progress){
        .quiet = quiet, .terminal = isatty(STDERR_FILENO) != 0, .started = clock_seconds()};
}

/* 1.2 as "1.2 s", 75 as "1 min 15 s". */
static void append_time(struct text *text, double seconds) {
    if (seconds < 10) {
        text_format(text, "%.1f s", seconds);
    } else if (seconds < 60) {
        text_format(text, "%.0f s", seconds);
    } else if (seconds < 3600) {
        text_format(text, "%.0f min %.0f s", (double)(int)(seconds / 60),
                    seconds - 60 * (double)(int)(seconds / 60));
    } else {
        text_format(text, "%.1f h", seconds / 3600);
    }
}

static void append_line(struct text *text, const struct progress *progress,
                        const struct training *training) {
    const struct trainee *first = &training->trainees[0];
    uint64_t steps = training->settings.steps, step = training->step;
    double seconds = clock_seconds() - progress->started;
    double examples = (double)step * (double)training->settings.batch * (double)training->count;
    text_format(text, "%3.0f %%  step %" PRIu64 " of %" PRIu64 "  %s loss %.4f",
                100 * (double)step / (double)steps, step, steps, first->model->kind->name,
                first->last_step.loss);
    if (seconds > 0) text_format(text, "  %.3g examples/s", examples / seconds);
    text_string(text, "  left ");
    append_time(text, seconds / (double)step * (double)(steps - step));
}

static bool is_due(struct progress *progress, const struct training *training) {
    double now = clock_seconds();
    uint64_t tenth = 10 * training->step / training->settings.steps;
    bool due = progress->terminal ? now - progress->shown > 0.1 : tenth > progress->tenth;
    if (due) progress->shown = now;
    progress->tenth = tenth;
    return due;
}

void progress_show(struct progress *progress, const struct training *training) {
    struct text line = {0};
    if (progress->quiet || !is_due(progress, training)) return;
    append_line(&line, progress, training);
    if (!line.failed && progress->terminal) {
        int pad = line.length < progress->width ? (int)(progress->width - line.length) : 0;
        fprintf(stderr, "\r%s%*s", line.data, pad, "");
        progress->width = line.length;
    } else if (!line.failed) {
        fprintf(stderr, "%s\n", line.data);
    }
    fflush(stderr);
    text_free(&line);
}

void progress_clear(struct progress *progress) {
    if (!progress->width) return;
    fprintf(stderr, "\r%*s\r", (int)progress->width, "");
    progress->width = 0;
}
