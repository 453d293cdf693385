/* Curves files in the tests: see support_curves.h. */
#include "support_curves.h"

#include "support.h"

#include <stdlib.h>
#include <string.h>

static const char header[] =
    "model,score,seed,step,examples,train_loss,eval_loss,eval_accuracy,answer_weight,"
    "attention_entropy,grad_norm,learning_rate,uniform_loss,average_floor,blind_floor\n";

static size_t count_lines(const char *text) {
    size_t count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

/* Cuts one line into cells; returns what follows it. */
static char *read_row(char *line, char *row[COLUMN_COUNT]) {
    char *end = strchr(line, '\n');
    cr_assert(end, "a torn row: '%s'", line);
    *end = '\0';
    size_t column = 0;
    for (char *cell = line; cell; column++) {
        cr_assert(column < COLUMN_COUNT, "too many cells in '%s'", cell);
        row[column] = cell;
        cell = strchr(cell, ',');
        if (cell) *cell++ = '\0';
    }
    cr_assert_eq(column, COLUMN_COUNT, "a row of %zu cells", column);
    return end + 1;
}

struct curves read_curves(const char *text) {
    size_t length = strlen(header);
    cr_assert(strncmp(text, header, length) == 0, "the header is '%.200s'", text);
    struct curves curves = {.bytes = malloc(strlen(text) + 1), .count = count_lines(text) - 1};
    curves.rows = calloc(curves.count + 1, sizeof *curves.rows);
    cr_assert(curves.bytes && curves.rows);
    strcpy(curves.bytes, text);
    char *at = curves.bytes + length;
    for (size_t i = 0; i < curves.count; i++) at = read_row(at, curves.rows[i]);
    cr_assert(!*at, "a torn row at the end: '%s'", at);
    return curves;
}

void curves_free(struct curves *curves) {
    free(curves->bytes);
    free(curves->rows);
    *curves = (struct curves){0};
}

struct curves train_curves(const char *options) {
    struct outcome outcome = run("attnlearn train --eval-examples 100 -q --csv - %s", options);
    cr_assert_eq(outcome.status, 0, "train %s: %s", options, outcome.err);
    cr_assert_eq(outcome.err_size, 0, "train %s: %s", options, outcome.err);
    struct curves curves = read_curves(outcome.out);
    outcome_free(&outcome);
    return curves;
}

struct curves select_model(const struct curves *all, const char *model) {
    struct curves some = {.rows = calloc(all->count + 1, sizeof *some.rows)};
    cr_assert(some.rows);
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->rows[i][MODEL], model) != 0) continue;
        memcpy(some.rows[some.count++], all->rows[i], sizeof *some.rows);
    }
    return some;
}

static bool same_key(char *const a[COLUMN_COUNT], char *const b[COLUMN_COUNT]) {
    return strcmp(a[MODEL], b[MODEL]) == 0 && strcmp(a[STEP], b[STEP]) == 0;
}

void assert_rows_in(const struct curves *fewer, const struct curves *more,
                    enum curve_column left_out) {
    for (size_t i = 0; i < fewer->count; i++) {
        size_t j = 0;
        while (j < more->count && !same_key(fewer->rows[i], more->rows[j])) j++;
        cr_assert(j < more->count, "no row of %s at step %s", fewer->rows[i][MODEL],
                  fewer->rows[i][STEP]);
        for (int c = 0; c < COLUMN_COUNT; c++) {
            if (c == (int)left_out) continue;
            cr_assert_str_eq(fewer->rows[i][c], more->rows[j][c], "%s, step %s, column %d",
                             fewer->rows[i][MODEL], fewer->rows[i][STEP], c);
        }
    }
}

double cell_number(const struct curves *curves, size_t row, enum curve_column column) {
    char *cell = curves->rows[row][column], *end;
    double number = strtod(cell, &end);
    cr_assert(*cell && !*end, "row %zu, column %d: '%s' is no number", row, (int)column, cell);
    return number;
}
