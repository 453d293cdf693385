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

/* y_ij = sum_c x_ic w_cj, where w_cj stands at w[c * row_step + j * column_step]. */
static void multiply(const struct matrix *X, const double *w, size_t row_step, size_t column_step,
                     struct matrix *Y) {
    for (size_t i = 0; i < Y->rows; i++) {
        const double *x = matrix_row(X, i);
        for (size_t j = 0; j < Y->columns; j++) {
            double sum = 0;
            for (size_t c = 0; c < X->columns; c++) {
                sum += x[c] * w[c * row_step + j * column_step];
            }
            matrix_row(Y, i)[j] = sum;
        }
    }
}

void matrix_multiply(const struct matrix *X, const struct matrix *W, struct matrix *Y) {
    multiply(X, W->x, W->columns, 1, Y);
}

void matrix_multiply_transposed(const struct matrix *X, const struct matrix *W, struct matrix *Y) {
    multiply(X, W->x, 1, W->columns, Y);
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
