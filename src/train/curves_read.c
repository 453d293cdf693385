/* Curves read from CSV: see curves_read.h. */
#include "train/curves_read.h"

#include "base/csv.h"
#include "base/nearest.h"
#include "base/number.h"
#include "train/curves.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const size_t missing = SIZE_MAX;

struct reader {
    struct csv csv;
    struct curve_runs *runs;
    size_t file;
    size_t width; /* columns of the header */
    size_t model, score, seed, step;
    size_t levels[CURVE_LEVELS]; /* or missing */
    size_t values[CURVE_RUNS_COLUMNS];
};

/* Sets where the column is, or missing. */
static bool look_up(const struct csv *csv, const char *name, size_t *at, struct error *error) {
    *at = missing;
    for (size_t i = 0; i < csv->count; i++) {
        if (strcmp(csv->fields[i], name) != 0) continue;
        if (*at != missing) return csv_error(csv, error, "the column '%s' stands twice", name);
        *at = i;
    }
    return true;
}

static bool no_column(const struct csv *csv, const char *name, struct error *error) {
    return csv_error(csv, error,
                     "there is no column '%s': curves are what train and sweep --curves write",
                     name);
}

/* A column that all curves have. */
static bool need(const struct csv *csv, const char *name, size_t *at, struct error *error) {
    return look_up(csv, name, at, error) && (*at != missing || no_column(csv, name, error));
}

/* A column of values, whose name may be mistyped. */
static bool need_values(const struct csv *csv, const char *name, size_t *at, struct error *error) {
    struct nearest nearest = {.typed = name};
    if (!look_up(csv, name, at, error)) return false;
    if (*at != missing) return true;
    for (size_t i = 0; i < csv->count; i++) nearest_offer(&nearest, csv->fields[i]);
    if (!nearest.best) return no_column(csv, name, error);
    return csv_error(csv, error, "there is no column '%s': did you mean '%s'?", name, nearest.best);
}

static bool read_header(struct reader *reader, struct error *error) {
    struct csv *csv = &reader->csv;
    bool failed;
    if (!csv_row(csv, &failed, error)) {
        return failed ? false : error_set(error, STATUS_FAILED, "%s: the file is empty", csv->name);
    }
    reader->width = csv->count;
    if (!need(csv, "model", &reader->model, error) || !need(csv, "score", &reader->score, error) ||
        !need(csv, "seed", &reader->seed, error) || !need(csv, "step", &reader->step, error)) {
        return false;
    }
    for (size_t c = 0; c < reader->runs->column_count; c++) {
        if (!need_values(csv, reader->runs->columns[c], &reader->values[c], error)) return false;
    }
    for (int l = 0; l < CURVE_LEVELS; l++) {
        const char *name = curve_value_names[CURVE_UNIFORM_LOSS + l];
        if (!look_up(csv, name, &reader->levels[l], error)) return false;
    }
    return true;
}

/* "FILE:LINE: COLUMN: what is wrong". */
static bool wrong_number(const struct reader *reader, size_t at, const char *name,
                         const struct error *fault, struct error *error) {
    return csv_error(&reader->csv, error, "%s (column %zu): %s", name, at + 1, fault->message);
}

static bool read_whole(const struct reader *reader, size_t at, const char *name, uint64_t *value,
                       struct error *error) {
    struct error fault;
    if (number_unsigned(reader->csv.fields[at], 0, UINT64_MAX, value, &fault)) return true;
    return wrong_number(reader, at, name, &fault, error);
}

/* Numbers by name that text_double writes. */
static bool is_not_finite(const char *text) {
    return strcmp(text, "nan") == 0 || strcmp(text, "inf") == 0 || strcmp(text, "-inf") == 0;
}

static bool read_real(const struct reader *reader, size_t at, const char *name, double *value,
                      struct error *error) {
    const char *text = reader->csv.fields[at];
    struct error fault;
    *value = NAN;
    if (!*text || is_not_finite(text)) return true;
    if (number_real(text, -DBL_MAX, DBL_MAX, value, &fault)) return true;
    return wrong_number(reader, at, name, &fault, error);
}

static bool read_values(struct reader *reader, double *values, struct error *error) {
    struct curve_runs *runs = reader->runs;
    for (size_t c = 0; c < runs->column_count; c++) {
        size_t at = reader->values[c];
        if (!read_real(reader, at, runs->columns[c], &values[c], error)) return false;
        runs->not_finite += is_not_finite(reader->csv.fields[at]);
    }
    return true;
}

/* Of a run's first row alone. */
static bool read_levels(const struct reader *reader, struct curve_run *run, struct error *error) {
    for (int l = 0; l < CURVE_LEVELS && !run->count; l++) {
        if (reader->levels[l] == missing) continue;
        const char *name = curve_value_names[CURVE_UNIFORM_LOSS + l];
        if (!read_real(reader, reader->levels[l], name, &run->levels[l], error)) return false;
    }
    return true;
}

static bool check_step(const struct reader *reader, const struct curve_run *run, double step,
                       struct error *error) {
    if (!run->count || step > run->steps[run->count - 1]) return true;
    return csv_error(&reader->csv, error,
                     "step %.0f of %s, seed %" PRIu64 ", after its step %.0f: is the run in the "
                     "file twice?",
                     step, run->key.model, run->key.seed, run->steps[run->count - 1]);
}

static bool read_row(struct reader *reader, struct error *error) {
    const struct csv *csv = &reader->csv;
    double values[CURVE_RUNS_COLUMNS];
    struct curve_key key = {.file = reader->file};
    uint64_t step;
    if (csv->count != reader->width) {
        return csv_error(csv, error, "%zu columns, but the header has %zu", csv->count,
                         reader->width);
    }
    key.model = csv->fields[reader->model];
    key.score = csv->fields[reader->score];
    if (!read_whole(reader, reader->seed, "seed", &key.seed, error) ||
        !read_whole(reader, reader->step, "step", &step, error) ||
        !read_values(reader, values, error)) {
        return false;
    }
    struct curve_run *run = curve_runs_find(reader->runs, &key, error);
    if (!run) return error_prefix(error, "%s:%zu", csv->name, csv->line);
    return check_step(reader, run, (double)step, error) && read_levels(reader, run, error) &&
           curve_run_add(reader->runs, run, (double)step, values, error);
}

static bool read_rows(struct reader *reader, struct error *error) {
    bool failed;
    size_t rows = 0;
    for (; csv_row(&reader->csv, &failed, error); rows++) {
        if (!read_row(reader, error)) return false;
    }
    if (failed || rows) return !failed;
    return csv_error(&reader->csv, error,
                     "a header, and no row after it: there is nothing to draw");
}

bool curves_read(struct curve_runs *runs, const char *path, size_t file, struct error *error) {
    struct reader reader = {.runs = runs, .file = file};
    bool done = csv_open(&reader.csv, path, error) && read_header(&reader, error) &&
                read_rows(&reader, error);
    csv_close(&reader.csv);
    return done;
}
