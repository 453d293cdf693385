/* What tells the runs of a sweep: see sweep_identity.h. */
#include "train/sweep_identity.h"

#include "model/kind.h"

#include <inttypes.h>
#include <string.h>

static bool is_column_anyway(const char *key) {
    return strcmp(key, "score") == 0 || strcmp(key, "steps") == 0;
}

size_t sweep_row_columns(const struct sweep *sweep) {
    size_t count = 4;
    for (size_t k = 0; k < sweep->key_count; k++) count += !is_column_anyway(sweep->keys[k]);
    return count;
}

/* The varied setting in a column, 3 <= column < sweep_row_columns - 1. */
static size_t key_of(const struct sweep *sweep, size_t column) {
    size_t k = 0;
    for (size_t at = 3;; k++) {
        if (is_column_anyway(sweep->keys[k])) continue;
        if (at++ == column) return k;
    }
}

const char *sweep_column_name(const struct sweep *sweep, size_t column) {
    static const char *const names[] = {"model", "score", "seed"};
    if (column < 3) return names[column];
    bool last = column + 1 == sweep_row_columns(sweep);
    return last ? "steps" : sweep->keys[key_of(sweep, column)];
}

void sweep_column_text(struct text *text, const struct sweep *sweep, size_t run, size_t column) {
    const struct sweep_point *point = sweep_point_of(sweep, run);
    const struct model *model = &point->model;
    if (column == 0) {
        text_string(text, model->kind->name);
    } else if (column == 1) {
        text_string(text, model->kind->has_score ? model->score->name : "");
    } else if (column == 2) {
        text_format(text, "%" PRIu64, sweep_seed_of(sweep, run));
    } else if (column + 1 < sweep_row_columns(sweep)) {
        text_string(text, point->values[key_of(sweep, column)]);
    } else {
        text_format(text, "%" PRIu64, point->training.steps);
    }
}

/* Between the fields of a name. */
static const char SEPARATOR[] = "\x1f";

void sweep_run_name(struct text *text, const struct sweep *sweep, size_t run, size_t columns) {
    for (size_t i = 0; i < columns; i++) {
        sweep_column_text(text, sweep, run, i);
        text_string(text, SEPARATOR);
    }
}

void sweep_csv_name(struct text *text, const struct csv *csv, size_t columns) {
    for (size_t i = 0; i < columns; i++) {
        text_string(text, csv->fields[i]);
        text_string(text, SEPARATOR);
    }
}

/* Sets *found to whether a run has that field in its row. */
static bool find_field(const struct sweep *sweep, size_t column, const char *field, bool *found,
                       struct error *error) {
    struct text value = {0};
    *found = false;
    for (size_t run = sweep->first; !*found && run < sweep->end && !value.failed; run++) {
        value.length = 0;
        text_string(&value, "");
        sweep_column_text(&value, sweep, run, column);
        *found = !value.failed && strcmp(value.data, field) == 0;
    }
    bool done = text_finish(&value, error);
    text_free(&value);
    return done;
}

bool sweep_row_unknown(const struct csv *csv, const struct sweep *sweep, size_t columns,
                       struct error *error) {
    bool found;
    char quote[ERROR_QUOTE_SIZE];
    for (size_t i = 0; i < columns; i++) {
        if (!find_field(sweep, i, csv->fields[i], &found, error)) return false;
        if (found) continue;
        return csv_error(csv, error, "%s is '%s', which no run of this sweep has",
                         sweep_column_name(sweep, i), error_quote(csv->fields[i], quote));
    }
    return csv_error(csv, error, "this is no run of this sweep");
}
