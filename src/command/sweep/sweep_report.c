/* What a sweep tells at its end: see sweep_report.h. */
#include "command/sweep/sweep_report.h"

#include "base/memory.h"
#include "draw/table.h"
#include "model/kind.h"
#include "train/sweep_summary.h"

#include <math.h>
#include <stdlib.h>

enum { FIXED_COLUMNS = 7 };

static const struct column fixed_columns[FIXED_COLUMNS] = {
    {"model", false},        {"runs", true},      {"retrieval", true},  {"diverged", true},
    {"steps to 99 %", true}, {"quartiles", true}, {"final loss", true},
};

/* The cells of a table, one after another. */
struct cells {
    struct text *texts;
    size_t count;
};

static struct text *next_cell(struct cells *cells) {
    return &cells->texts[cells->count++];
}

/* "180", or "-" where it was not reached. */
static void append_steps(struct text *text, double steps) {
    if (isinf(steps)) {
        text_string(text, "-");
    } else {
        text_format(text, "%.6g", steps);
    }
}

static void append_quartiles(struct text *text, double first, double third) {
    append_steps(text, first);
    if (isinf(first)) return;
    text_string(text, "..");
    append_steps(text, third);
}

static void append_loss(struct text *text, double loss) {
    if (isinf(loss)) {
        text_string(text, "-");
    } else {
        text_format(text, loss < 1e4 ? "%.4f" : "%.4g", loss);
    }
}

static void fill_row(struct cells *cells, const struct sweep *sweep,
                     const struct sweep_point *point, const struct sweep_summary *summary) {
    for (size_t k = 0; k < sweep->key_count; k++) text_string(next_cell(cells), point->values[k]);
    text_string(next_cell(cells), point->model.kind->name);
    text_format(next_cell(cells), "%zu", summary->runs);
    text_format(next_cell(cells), "%zu", summary->retrieval);
    text_format(next_cell(cells), "%zu", summary->diverged);
    append_steps(next_cell(cells), summary->steps_to_99[1]);
    append_quartiles(next_cell(cells), summary->steps_to_99[0], summary->steps_to_99[2]);
    append_loss(next_cell(cells), summary->final_loss);
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* A row for each point that has runs here. */
static bool fill_rows(struct cells *cells, const struct sweep *sweep,
                      const struct sweep_result *results, struct error *error) {
    for (size_t p = 0; p < sweep->point_count; p++) {
        struct sweep_summary summary;
        size_t first = larger(p * sweep->seed_count, sweep->first);
        size_t end = smaller((p + 1) * sweep->seed_count, sweep->end);
        if (first >= end) continue;
        if (!sweep_summarise(results + (first - sweep->first), end - first, &summary, error)) {
            return false;
        }
        fill_row(cells, sweep, &sweep->points[p], &summary);
    }
    return true;
}

static void draw(struct text *text, const struct sweep *sweep, const struct cells *cells,
                 struct column *columns, const char **words) {
    size_t keys = sweep->key_count, count = keys + FIXED_COLUMNS;
    for (size_t k = 0; k < keys; k++) columns[k] = (struct column){sweep->keys[k], true};
    for (size_t c = 0; c < FIXED_COLUMNS; c++) columns[keys + c] = fixed_columns[c];
    for (size_t i = 0; i < cells->count; i++) {
        words[i] = cells->texts[i].data;
        text->failed = text->failed || cells->texts[i].failed;
    }
    table_draw(text, &(struct table){columns, count, words, cells->count / count});
    text_string(text, "medians over the runs; one that did not get there counts as the last\n");
}

bool sweep_report(struct text *text, const struct sweep *sweep, const struct sweep_result *results,
                  struct error *error) {
    size_t columns = sweep->key_count + FIXED_COLUMNS, most = sweep->point_count * columns;
    struct cells cells = {memory_take(most, sizeof *cells.texts, "the summary", error), 0};
    struct column *heads = memory_take(columns, sizeof *heads, "the summary", error);
    const char **words = memory_take(most, sizeof *words, "the summary", error);
    bool done = cells.texts && heads && words && fill_rows(&cells, sweep, results, error);
    if (done) draw(text, sweep, &cells, heads, words);
    for (size_t i = 0; i < cells.count; i++) text_free(&cells.texts[i]);
    free(cells.texts);
    free(heads);
    free(words);
    return done && text_finish(text, error);
}
