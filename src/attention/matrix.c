/* Matrices of doubles: see matrix.h. */
#include "attention/matrix.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

bool matrix_init(struct matrix *matrix, size_t rows, size_t columns, const char *what,
                 struct error *error) {
    *matrix = (struct matrix){.rows = rows, .columns = columns};
    matrix->x = memory_take(size_multiply(rows, columns), sizeof(double), what, error);
    return matrix->x;
}

void matrix_free(struct matrix *matrix) {
    free(matrix->x);
    *matrix = (struct matrix){0};
}

void matrix_multiply(const struct matrix *X, const struct matrix *W, struct matrix *Y) {
    for (size_t i = 0; i < X->rows; i++) {
        const double *x = matrix_row(X, i);
        double *y = matrix_row(Y, i);
        for (size_t j = 0; j < W->columns; j++) {
            y[j] = 0;
            for (size_t c = 0; c < W->rows; c++) y[j] += x[c] * matrix_row(W, c)[j];
        }
    }
}

void matrix_multiply_transposed(const struct matrix *X, const struct matrix *W, struct matrix *Y) {
    for (size_t i = 0; i < X->rows; i++) {
        const double *x = matrix_row(X, i);
        double *y = matrix_row(Y, i);
        for (size_t j = 0; j < W->rows; j++) {
            y[j] = 0;
            for (size_t c = 0; c < W->columns; c++) y[j] += x[c] * matrix_row(W, j)[c];
        }
    }
}

void matrix_add(struct matrix *X, const struct matrix *Y) {
    for (size_t i = 0; i < X->rows * X->columns; i++) X->x[i] += Y->x[i];
}

bool matrix_check_finite(const struct matrix *matrix, const char *what, struct error *error) {
    for (size_t i = 0; i < matrix->rows * matrix->columns; i++) {
        if (isfinite(matrix->x[i])) continue;
        return error_set(error, STATUS_FAILED,
                         "the %s is not finite in row %zu, column %zu: the numbers that go into it "
                         "are too large",
                         what, i / matrix->columns + 1, i % matrix->columns + 1);
    }
    return true;
}
