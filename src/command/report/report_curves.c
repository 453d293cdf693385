/* The curves of a report: see report_data.h. */
#include "command/report/report_data.h"

#include <inttypes.h>

/* Rows of one run that a page shows; of more, stretches of rows give two each. */
enum { MOST_ROWS = 1200, STRETCHES = MOST_ROWS / 2 };

struct rows {
    size_t at[MOST_ROWS + 2];
    size_t count;
};

static void add_row(struct rows *rows, size_t i) {
    if (!rows->count || rows->at[rows->count - 1] < i) rows->at[rows->count++] = i;
}

/* Adds the rows with the lowest and the highest loss among first..end-1. */
static void add_extremes(struct rows *rows, const double *losses, size_t first, size_t end) {
    size_t low = first, high = first;
    for (size_t i = first; i < end; i++) {
        if (!(losses[low] <= losses[i])) low = i;
        if (!(losses[high] >= losses[i])) high = i;
    }
    add_row(rows, low < high ? low : high);
    add_row(rows, low < high ? high : low);
}

/* All rows, or the first, the last and the extremes between: a curve looks the same. */
static void choose_rows(struct rows *rows, const struct curve_run *run) {
    size_t n = run->count;
    rows->count = 0;
    for (size_t i = 0; n <= MOST_ROWS && i < n; i++) add_row(rows, i);
    if (n <= MOST_ROWS) return;
    add_row(rows, 0);
    for (size_t s = 0; s < STRETCHES; s++) {
        add_extremes(rows, run->values[REPORT_EVAL_LOSS], s * n / STRETCHES,
                     (s + 1) * n / STRETCHES);
    }
    add_row(rows, n - 1);
}

static void append_column(struct text *text, const char *name, const double *values,
                          const struct rows *rows) {
    text_format(text, "\"%s\":[", name);
    for (size_t i = 0; i < rows->count; i++) {
        text_string(text, i ? "," : "");
        text_json_number(text, values[rows->at[i]]);
    }
    text_string(text, "]");
}

static void append_curve(struct text *text, const struct curve_run *run) {
    struct rows rows;
    choose_rows(&rows, run);
    text_string(text, "{\"model\":");
    text_json_string(text, run->key.model);
    text_string(text, ",\"score\":");
    text_json_string(text, run->key.score);
    text_format(text, ",\"seed\":\"%" PRIu64 "\",\"columns\":{", run->key.seed);
    append_column(text, "step", run->steps, &rows);
    for (int c = 0; c < REPORT_COLUMN_COUNT; c++) {
        text_string(text, ",");
        append_column(text, report_columns[c], run->values[c], &rows);
    }
    text_string(text, "}}");
}

void report_curves(struct text *text, const struct report_run *run) {
    text_string(text, "[");
    for (size_t i = 0; i < run->curves.count; i++) {
        text_string(text, i ? ",\n" : "\n");
        append_curve(text, &run->curves.runs[i]);
    }
    text_string(text, "]");
}
