/* Curves in a CSV file, which are drawn where they are read. */
#include "fuzz.h"

#include "command/plot/curve_figure.h"
#include "draw/figure_svg.h"
#include "draw/figure_terminal.h"
#include "train/curves_read.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const columns[] = {"eval_loss", "answer_weight"};
enum { COLUMN_COUNT = sizeof columns / sizeof *columns };

static void append_quoted(struct text *text, const char *string) {
    text_string(text, "\"");
    for (; *string; string++)
        text_append(text, *string == '"' ? "\"\"" : string, *string == '"' ? 2 : 1);
    text_string(text, "\",");
}

static void append_real(struct text *text, double value) {
    text_string(text, ",");
    if (!isnan(value)) text_double(text, value);
}

static void append_run(struct text *text, const struct curve_run *run) {
    for (size_t i = 0; i < run->count; i++) {
        append_quoted(text, run->key.model);
        append_quoted(text, run->key.score);
        text_format(text, "%" PRIu64 ",%.0f", run->key.seed, run->steps[i]);
        for (size_t c = 0; c < COLUMN_COUNT; c++) append_real(text, run->values[c][i]);
        for (size_t l = 0; l < CURVE_LEVELS; l++) append_real(text, run->levels[l]);
        text_string(text, "\n");
    }
}

static void append_runs(struct text *text, const struct curve_runs *runs) {
    text_string(text, "model,score,seed,step,eval_loss,answer_weight,"
                      "uniform_loss,average_floor,blind_floor\n");
    for (size_t i = 0; i < runs->count; i++) append_run(text, &runs->runs[i]);
}

/* Whether every step is a whole number in double precision, as it is kept. */
static bool are_exact(const struct curve_runs *runs) {
    for (size_t i = 0; i < runs->count; i++) {
        const struct curve_run *run = &runs->runs[i];
        if (run->steps[run->count - 1] >= 9007199254740992.0) return false;
    }
    return true;
}

/* Written and read again they are the same curves. */
static void check_again(const struct curve_runs *runs) {
    struct text first = {0}, second = {0};
    struct curve_runs again = {.columns = columns, .column_count = COLUMN_COUNT};
    append_runs(&first, runs);
    PROPERTY(!first.failed);
    PROPERTY(curves_read(&again, fuzz_file(first.data, first.length), 0, NULL));
    append_runs(&second, &again);
    fuzz_same(&first, &second);
    curve_runs_free(&again);
    text_free(&first);
    text_free(&second);
}

static void draw(const struct curve_runs *runs, bool is_log) {
    const struct curve_choice choice = {.is_log = is_log};
    const struct terminal terminal = {.columns = 80, .unicode = is_log};
    struct curve_figure figure;
    struct text text = {0};
    struct error error;
    if (curve_figure_init(&figure, runs, &choice, &error)) {
        figure_draw_svg(&text, &figure.figure);
        PROPERTY(!text.failed && strstr(text.data, "</svg>"));

        figure_draw_terminal(&text, &figure.figure, terminal, FIGURE_ROWS);
        PROPERTY(!text.failed);
    } else {
        fuzz_refused(&error);
    }
    curve_figure_free(&figure);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct curve_runs runs = {.columns = columns, .column_count = COLUMN_COUNT};
    struct error error;
    if (curves_read(&runs, fuzz_file(bytes, size), 0, &error)) {
        PROPERTY(runs.count);
        if (are_exact(&runs)) check_again(&runs);
        draw(&runs, false);
        draw(&runs, true);
    } else {
        fuzz_refused(&error);
    }
    curve_runs_free(&runs);
    return 0;
}
