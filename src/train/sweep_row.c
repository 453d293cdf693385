/* A sweep's rows: see sweep_row.h. */
#include "train/sweep_row.h"

#include "base/number.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { RESULT_COLUMNS = 7 };

static const char *const result_names[RESULT_COLUMNS] = {
    "steps_to_blind", "steps_to_99", "steps_to_loss_0_1", "final_loss", "final_accuracy",
    "answer_weight",  "outcome"};

/* A field, in quotes where RFC 4180 wants them. */
static void append_field(struct text *text, const char *field) {
    if (!strpbrk(field, ",\"\r\n")) {
        text_string(text, field);
        return;
    }
    text_string(text, "\"");
    for (; *field; field++) {
        if (*field == '"') text_string(text, "\"");
        text_append(text, field, 1);
    }
    text_string(text, "\"");
}

void sweep_header_text(struct text *text, const struct sweep *sweep) {
    for (size_t i = 0; i < sweep_row_columns(sweep); i++) {
        text_format(text, "%s%s", i ? "," : "", sweep_column_name(sweep, i));
    }
    for (size_t i = 0; i < RESULT_COLUMNS; i++) text_format(text, ",%s", result_names[i]);
    text_string(text, "\n");
}

/* The results but the outcome, in the order of their columns: steps, then means. */
enum { STEP_COLUMNS = 3, MEAN_COLUMNS = 3 };

static uint64_t *steps_at(struct sweep_result *result, size_t i) {
    uint64_t *const steps[STEP_COLUMNS] = {&result->steps_to_blind, &result->steps_to_99,
                                           &result->steps_to_loss_0_1};
    return steps[i];
}

static double *mean_at(struct sweep_result *result, size_t i) {
    double *const means[MEAN_COLUMNS] = {&result->final_loss, &result->final_accuracy,
                                         &result->answer_weight};
    return means[i];
}

static const char *outcome_name(int outcome) {
    return outcome == SWEEP_DIVERGED ? "diverged" : verdict_names[outcome];
}

static void append_result(struct text *text, struct sweep_result result) {
    for (size_t i = 0; i < STEP_COLUMNS; i++) {
        uint64_t steps = *steps_at(&result, i);
        text_string(text, ",");
        if (steps != UINT64_MAX) text_format(text, "%" PRIu64, steps);
    }
    for (size_t i = 0; i < MEAN_COLUMNS; i++) {
        double mean = *mean_at(&result, i);
        text_string(text, ",");
        if (!isnan(mean)) text_float(text, (float)mean);
    }
    text_format(text, ",%s\n", outcome_name(result.outcome));
}

void sweep_row_text(struct text *text, const struct sweep *sweep, size_t run,
                    const struct sweep_result *result) {
    struct text field = {0};
    for (size_t i = 0; i < sweep_row_columns(sweep); i++) {
        field.length = 0;
        sweep_column_text(&field, sweep, run, i);
        text_string(text, i ? "," : "");
        if (field.length) append_field(text, field.data);
        text->failed = text->failed || field.failed;
    }
    append_result(text, *result);
    text_free(&field);
}

static bool read_steps(const char *field, uint64_t most, uint64_t *steps, struct error *error) {
    *steps = UINT64_MAX;
    return !*field || number_unsigned(field, 0, most, steps, error);
}

static bool read_mean(const char *field, double *mean, struct error *error) {
    *mean = NAN;
    return !*field || number_real(field, -(double)FLT_MAX, (double)FLT_MAX, mean, error);
}

static bool read_outcome(const char *field, int *outcome, struct error *error) {
    for (*outcome = 0; *outcome < SWEEP_OUTCOME_COUNT; ++*outcome) {
        if (strcmp(outcome_name(*outcome), field) == 0) return true;
    }
    char quote[ERROR_QUOTE_SIZE];
    return error_set(error, STATUS_FAILED, "'%s' is no outcome", error_quote(field, quote));
}

/* Result column i. */
static bool read_result(const char *field, size_t i, uint64_t most, struct sweep_result *result,
                        struct error *error) {
    if (i < STEP_COLUMNS) return read_steps(field, most, steps_at(result, i), error);
    if (i < STEP_COLUMNS + MEAN_COLUMNS) {
        return read_mean(field, mean_at(result, i - STEP_COLUMNS), error);
    }
    return read_outcome(field, &result->outcome, error);
}

bool sweep_row_check(const struct csv *csv, const struct sweep *sweep, struct error *error) {
    size_t count = sweep_row_columns(sweep) + RESULT_COLUMNS;
    if (csv->count == count) return true;
    return csv_error(csv, error, "%zu fields, but a row of this sweep has %zu", csv->count, count);
}

bool sweep_row_read(const struct csv *csv, const struct sweep *sweep, size_t run,
                    struct sweep_result *result, struct error *error) {
    size_t identity = sweep_row_columns(sweep);
    uint64_t most = sweep_point_of(sweep, run)->training.steps;
    struct error fault;
    for (size_t i = 0; i < RESULT_COLUMNS; i++) {
        if (!read_result(csv->fields[identity + i], i, most, result, &fault)) {
            return csv_error(csv, error, "%s: %s", result_names[i], fault.message);
        }
    }
    result->done = true;
    return true;
}
