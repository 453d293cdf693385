/* The curves of a run that goes on: see kept_curves.h. */
#include "command/train/kept_curves.h"

#include "base/file.h"
#include "base/number.h"
#include "command/kept_lines.h"
#include "command/train/run_files.h"
#include "model/kind.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODEL, SCORE, SEED, STEP, EXAMPLES, VALUES };

/* A cell that curve_row_text wrote. */
static bool read_value(const char *cell, double *value) {
    static const struct {
        const char *name;
        double value;
    } names[] = {{"nan", (double)NAN}, {"inf", (double)INFINITY}, {"-inf", -(double)INFINITY}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        *value = names[i].value;
        if (strcmp(cell, names[i].name) == 0) return true;
    }
    return number_real(cell, -DBL_MAX, DBL_MAX, value, NULL);
}

/* The rows up to here. */
struct reading {
    const char *folder;
    const struct training *training;
    struct history *history;
    struct csv csv;
    uint64_t count, step; /* rows, and the step of the last one */
};

static bool has_columns(const struct reading *reading, uint64_t *step) {
    const struct csv *csv = &reading->csv;
    return csv->count == VALUES + CURVE_VALUE_COUNT &&
           number_unsigned(csv->fields[STEP], 0, UINT64_MAX, step, NULL);
}

/* Row r is one of model r mod n; all models of a step come before the next step. */
static bool is_next(const struct reading *reading, uint64_t step) {
    size_t i = (size_t)(reading->count % reading->training->count);
    const struct model *model = reading->training->trainees[i].model;
    const char *score = model->kind->has_score ? model->score->name : "";
    bool later = !reading->count || (i ? step == reading->step : step > reading->step);
    return later && strcmp(reading->csv.fields[MODEL], model->kind->name) == 0 &&
           strcmp(reading->csv.fields[SCORE], score) == 0;
}

/* Sets the values that were measured. */
static bool read_values(const struct csv *csv, struct curve_row *row, struct error *error) {
    for (int i = 0; i < CURVE_VALUE_COUNT; i++) {
        const char *cell = csv->fields[VALUES + i];
        double value;
        if (!*cell) continue;
        if (!read_value(cell, &value)) {
            return csv_error(csv, error, "%s is not a number", curve_value_names[i]);
        }
        curve_row_set(row, (enum curve_value)i, value);
    }
    return true;
}

static bool take_row(struct reading *reading, uint64_t step, struct error *error) {
    char *const *fields = reading->csv.fields;
    struct curve_row row = {.model = fields[MODEL], .score = fields[SCORE], .step = step};
    if (!is_next(reading, step)) {
        return csv_error(&reading->csv, error, "this is not the next row of this run");
    }
    if (!number_unsigned(fields[SEED], 0, UINT64_MAX, &row.seed, NULL)) {
        return csv_error(&reading->csv, error, "the seed is not a number");
    }
    if (!read_values(&reading->csv, &row, error)) return false;
    reading->count++;
    reading->step = step;
    return history_add(reading->history, &row, error);
}

/* Goes through the rows that are kept; *end is where they end. */
static bool read_rows(struct reading *reading, size_t *end, struct error *error) {
    bool failed;
    uint64_t step;
    for (*end = reading->csv.at; csv_row(&reading->csv, &failed, error); *end = reading->csv.at) {
        if (!has_columns(reading, &step)) {
            return csv_error(&reading->csv, error, "this is no row of curves");
        }
        if (step > reading->training->row_step) return true;
        if (!take_row(reading, step, error)) return false;
    }
    return !failed;
}

static bool check_end(const struct reading *reading, const char *path, struct error *error) {
    char anew[RUN_ANEW_SIZE];
    uint64_t wanted = reading->training->row_step;
    bool whole = reading->count && reading->count % reading->training->count == 0;
    if (whole && reading->step == wanted) return true;
    return error_set(error, STATUS_FAILED,
                     "%s lacks rows up to step %" PRIu64
                     ", which the run had when it was saved: put them back, or %s",
                     path, wanted, run_anew(reading->folder, anew));
}

static bool read_file(struct reading *reading, const char *path, const struct text *header,
                      struct text *kept, struct error *error) {
    bool there;
    size_t end = 0, before = kept->length;
    if (!kept_lines_open(&reading->csv, path, header, "this run", &there, error)) return false;
    if (!there) return check_end(reading, path, error);
    text_append(kept, reading->csv.bytes, reading->csv.size); /* before fields are decoded */
    if (!read_rows(reading, &end, error) || !check_end(reading, path, error)) return false;
    if (!text_finish(kept, error)) return false;
    kept->length = before + end;
    return true;
}

bool kept_curves_read(const char *folder, const struct training *training, struct text *kept,
                      struct history *history, struct error *error) {
    struct reading reading = {.folder = folder, .training = training, .history = history};
    struct text header = {0};
    curve_header_text(&header);
    if (training->row_step == UINT64_MAX) {
        text_append(kept, header.data, header.length);
        text_free(&header);
        return text_finish(kept, error);
    }
    char *path = file_join(folder, run_curves, error);
    bool done = path && read_file(&reading, path, &header, kept, error);
    csv_close(&reading.csv);
    text_free(&header);
    free(path);
    return done;
}
