/* What an interrupted sweep left behind: see sweep_resume.h. */
#include "command/sweep/sweep_resume.h"

#include "base/number.h"
#include "command/kept_lines.h"
#include "train/sweep_index.h"
#include "train/sweep_row.h"

#include <inttypes.h>
#include <string.h>

/* One of the files while it is read. */
struct reading {
    const struct sweep *sweep;
    struct sweep_file *file;
    size_t columns; /* that tell a run */
    struct sweep_index index;
    struct csv csv;
    struct text name;
};

/* Finds the run that the row is of; one that has its part already is another one. */
static bool find_run(struct reading *reading, size_t *run, struct error *error) {
    struct text *name = &reading->name;
    size_t count;
    name->length = 0;
    sweep_csv_name(name, &reading->csv, reading->columns);
    if (!text_finish(name, error)) return false;
    const struct sweep_name *found = sweep_index_find(&reading->index, name->data, &count);
    for (size_t i = 0; i < count; i++) {
        *run = found[i].run;
        if (!reading->file->parts[*run].size) return true;
    }
    if (count) return csv_error(&reading->csv, error, "this run stands there twice");
    return sweep_row_unknown(&reading->csv, reading->sweep, reading->columns, error);
}

static bool read_rows(struct reading *reading, struct sweep_result *results, struct error *error) {
    const struct sweep *sweep = reading->sweep;
    struct csv *csv = &reading->csv;
    bool failed;
    size_t run, start = csv->at;
    for (; csv_row(csv, &failed, error); start = csv->at) {
        if (!sweep_row_check(csv, sweep, error) || !find_run(reading, &run, error) ||
            !sweep_row_read(csv, sweep, sweep->first + run, &results[run], error)) {
            return false;
        }
        reading->file->parts[run] = (struct sweep_part){start, csv->at - start};
    }
    return !failed;
}

/* Opens the file and appends it to `kept`, before its fields are decoded in place. */
static bool open_reading(struct reading *reading, const struct text *header, struct text *kept,
                         bool *there, struct error *error) {
    if (!kept_lines_open(&reading->csv, reading->file->path, header, "this sweep", there, error)) {
        return false;
    }
    if (!*there) return true;
    text_append(kept, reading->csv.bytes, reading->csv.size);
    return text_finish(kept, error) &&
           sweep_index_make(&reading->index, reading->sweep, reading->columns, error);
}

static void close_reading(struct reading *reading) {
    sweep_index_free(&reading->index);
    csv_close(&reading->csv);
    text_free(&reading->name);
}

bool sweep_resume_rows(const struct sweep *sweep, struct sweep_file *rows,
                       const struct text *header, struct text *kept, struct sweep_result *results,
                       struct error *error) {
    struct reading reading = {.sweep = sweep, .file = rows, .columns = sweep_row_columns(sweep)};
    bool there;
    bool done = open_reading(&reading, header, kept, &there, error) &&
                (!there || read_rows(&reading, results, error));
    close_reading(&reading);
    return done;
}

/* The curve that the rows are of, from where it begins. */
struct curve {
    size_t run, start;
    uint64_t step;    /* of the last row */
    bool begun, gaps; /* gaps: a row is not the one that follows the row before */
};

static const struct train_settings *training_of(const struct reading *reading,
                                                const struct curve *curve) {
    const struct sweep *sweep = reading->sweep;
    return &sweep_point_of(sweep, sweep->first + curve->run)->training;
}

/* The curve ends here. One that is not whole has no part in the file. */
static void end_curve(struct reading *reading, const struct curve *curve,
                      const struct sweep_result *results, size_t end) {
    const struct sweep_result *result = &results[curve->run];
    if (!curve->begun || curve->gaps) return;
    bool diverged = result->done && result->outcome == SWEEP_DIVERGED;
    if (curve->step != training_of(reading, curve)->steps && !diverged) return;
    reading->file->parts[curve->run] = (struct sweep_part){curve->start, end - curve->start};
}

/* The row goes on with the curve of the row before. */
static bool check_curve(struct reading *reading, const struct curve *curve, struct error *error) {
    const struct csv *csv = &reading->csv;
    struct text wanted = {0};
    sweep_run_name(&wanted, reading->sweep, reading->sweep->first + curve->run, reading->columns);
    reading->name.length = 0;
    sweep_csv_name(&reading->name, csv, reading->columns);
    bool done = text_finish(&wanted, error) && text_finish(&reading->name, error);
    if (done && strcmp(wanted.data, reading->name.data) != 0) {
        done = csv_error(csv, error, "a curve begins at step 0");
    }
    text_free(&wanted);
    return done;
}

/* The step of a row of curves. */
static bool read_step(const struct csv *csv, uint64_t *step, struct error *error) {
    if (csv->count > SWEEP_CURVE_COLUMNS &&
        number_unsigned(csv->fields[SWEEP_CURVE_COLUMNS], 0, UINT64_MAX, step, NULL)) {
        return true;
    }
    return csv_error(csv, error, "this is no row of curves");
}

/* Takes the row, which begins at byte `start`. */
static bool take_curve_row(struct reading *reading, struct curve *curve,
                           const struct sweep_result *results, size_t start, struct error *error) {
    uint64_t step = 0;
    if (!read_step(&reading->csv, &step, error)) return false;
    if (step == 0) {
        end_curve(reading, curve, results, start);
        if (!find_run(reading, &curve->run, error)) return false;
        curve->start = start;
        curve->begun = true;
        curve->gaps = false;
    } else if (!curve->begun) {
        return csv_error(&reading->csv, error, "a curve begins at step 0");
    } else if (!check_curve(reading, curve, error)) {
        return false;
    } else {
        uint64_t next = train_next_row(training_of(reading, curve), curve->step);
        curve->gaps = curve->gaps || step <= curve->step || step != next;
    }
    curve->step = step;
    return true;
}

static bool read_curves(struct reading *reading, const struct sweep_result *results,
                        struct error *error) {
    struct csv *csv = &reading->csv;
    struct curve curve = {.begun = false};
    bool failed;
    for (size_t start = csv->at; csv_row(csv, &failed, error); start = csv->at) {
        if (!take_curve_row(reading, &curve, results, start, error)) return false;
    }
    if (!failed) end_curve(reading, &curve, results, csv->at);
    return !failed;
}

static size_t count_done(const struct sweep *sweep, const struct sweep_result *results) {
    size_t done = 0;
    for (size_t i = 0; i < sweep->end - sweep->first; i++) done += results[i].done;
    return done;
}

bool sweep_resume_curves(const struct sweep *sweep, struct sweep_file *curves,
                         const struct text *header, struct text *kept,
                         const struct sweep_result *results, struct error *error) {
    struct reading reading = {.sweep = sweep, .file = curves, .columns = SWEEP_CURVE_COLUMNS};
    size_t rows = count_done(sweep, results);
    bool there, done = open_reading(&reading, header, kept, &there, error);
    if (done && there && reading.csv.size > header->length) {
        done = read_curves(&reading, results, error);
    } else if (done && rows) {
        done = error_set(error, STATUS_FAILED, "%s has no curves, but there are rows of %zu runs",
                         curves->path, rows);
    }
    close_reading(&reading);
    return done;
}

void sweep_resume_both(const struct sweep *sweep, struct sweep_file *rows,
                       struct sweep_file *curves, struct sweep_result *results) {
    for (size_t i = 0; i < sweep->end - sweep->first; i++) {
        if (rows->parts[i].size && curves->parts[i].size) continue;
        rows->parts[i].size = curves->parts[i].size = 0;
        results[i].done = false;
    }
}
