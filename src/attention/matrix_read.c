/* Matrices from CSV: see matrix.h. */
#include "attention/matrix.h"
#include "base/csv.h"
#include "base/memory.h"
#include "base/number.h"

#include <float.h>

/* Makes room for one more row. */
static bool make_room(struct matrix *matrix, size_t *capacity, struct error *error) {
    if (matrix->rows < *capacity) return true;
    size_t more = *capacity ? 2 * *capacity : 1, row = matrix->columns * sizeof(double);
    double *grown = memory_grow(matrix->x, more, row, "a matrix", error);
    if (!grown) return false;
    matrix->x = grown;
    *capacity = more;
    return true;
}

static bool check_length(const struct matrix *matrix, const struct csv *csv, struct error *error) {
    if (csv->count == matrix->columns) return true;
    return csv_error(csv, error, "row %zu has %zu column%s, and row 1 has %zu", matrix->rows + 1,
                     csv->count, csv->count == 1 ? "" : "s", matrix->columns);
}

static bool read_cell(const struct csv *csv, size_t row, size_t column, double *x,
                      struct error *error) {
    struct error fault;
    if (number_real(csv->fields[column], -DBL_MAX, DBL_MAX, x, &fault)) return true;
    return csv_error(csv, error, "row %zu, column %zu: %s%s", row + 1, column + 1, fault.message,
                     row == 0 ? " (a matrix is rows of numbers without a header)" : "");
}

static bool read_row(struct matrix *matrix, size_t *capacity, const struct csv *csv,
                     struct error *error) {
    if (!matrix->rows) matrix->columns = csv->count;
    if (!check_length(matrix, csv, error) || !make_room(matrix, capacity, error)) return false;
    for (size_t c = 0; c < csv->count; c++) {
        if (!read_cell(csv, matrix->rows, c, matrix_row(matrix, matrix->rows) + c, error)) {
            return false;
        }
    }
    matrix->rows++;
    return true;
}

static bool read_rows(struct matrix *matrix, struct csv *csv, struct error *error) {
    size_t capacity = 0;
    bool failed;
    for (size_t line = csv->next_line; csv_row(csv, &failed, error); line = csv->next_line) {
        if (csv->line != line) { /* of a column, an empty line is an empty cell */
            csv->line = line;
            return csv_error(csv, error, "row %zu is empty", matrix->rows + 1);
        }
        if (!read_row(matrix, &capacity, csv, error)) return false;
    }
    if (failed) return false;
    if (matrix->rows) return true;
    return error_set(error, STATUS_FAILED, "%s: the file holds no numbers", csv->name);
}

bool matrix_read(struct matrix *matrix, const char *path, struct error *error) {
    struct csv csv;
    *matrix = (struct matrix){0};
    if (!csv_open(&csv, path, error)) return false;
    bool done = read_rows(matrix, &csv, error);
    csv_close(&csv);
    return done;
}
