/* Matrices of doubles, row-major: x[row * columns + column]. */
#ifndef ATTENTION_MATRIX_H
#define ATTENTION_MATRIX_H

#include "base/error.h"

#include <stddef.h>

struct matrix {
    size_t rows, columns;
    double *x;
};

/* Takes memory for a matrix of zeros; the error names `what`. Given back with matrix_free. */
bool matrix_init(struct matrix *matrix, size_t rows, size_t columns, const char *what,
                 struct error *error);
void matrix_free(struct matrix *matrix);

/* Reads a file ("-": standard input) of numbers: a row a line, commas between, no header, as CSV
 * (base/csv.h) has it. Given back with matrix_free, also when this fails.
 *
 * A cell that is not a finite number is an error "FILE:LINE: row R, column C: ..."; a row of another
 * length than the first, or an empty line before the last row, "FILE:LINE: row R ..."; and an empty file
 * "FILE: ...". */
bool matrix_read(struct matrix *matrix, const char *path, struct error *error);

/* Row i. */
static inline double *matrix_row(const struct matrix *matrix, size_t i) {
    return matrix->x + i * matrix->columns;
}

/* Y = X W:    y_ij = sum_c x_ic w_cj    X [n][m], W [m][p], sets Y [n][p].
 * Y = X W^T:  y_ij = sum_c x_ic w_jc    X [n][m], W [p][m], sets Y [n][p].
 *
 * Each is the other's backward: of Y = X W, dX = dY W^T; of Y = X W^T, dX = dY W. */
void matrix_multiply(const struct matrix *X, const struct matrix *W, struct matrix *Y);
void matrix_multiply_transposed(const struct matrix *X, const struct matrix *W, struct matrix *Y);

/* X += Y, of the same shape. */
void matrix_add(struct matrix *X, const struct matrix *Y);

/* Fails where a number is not finite: "the WHAT is not finite in row R, column C: ...". */
bool matrix_check_finite(const struct matrix *matrix, const char *what, struct error *error);

#endif
