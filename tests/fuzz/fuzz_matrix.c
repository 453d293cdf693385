/* A matrix in a CSV file. */
#include "fuzz.h"

#include "attention/matrix.h"

#include <math.h>
#include <string.h>

static void append_matrix(struct text *text, const struct matrix *matrix) {
    for (size_t i = 0; i < matrix->rows; i++) {
        for (size_t j = 0; j < matrix->columns; j++) {
            PROPERTY(isfinite(matrix_row(matrix, i)[j]));
            text_string(text, j ? "," : "");
            text_double(text, matrix_row(matrix, i)[j]);
        }
        text_string(text, "\n");
    }
}

/* Written and read again it is the same, to the last bit. */
static void check_again(const struct matrix *matrix) {
    struct text text = {0};
    struct matrix again;
    append_matrix(&text, matrix);
    PROPERTY(!text.failed);
    PROPERTY(matrix_read(&again, fuzz_file(text.data, text.length), NULL));
    PROPERTY(again.rows == matrix->rows && again.columns == matrix->columns);
    PROPERTY(memcmp(again.x, matrix->x, matrix->rows * matrix->columns * sizeof *again.x) == 0);
    matrix_free(&again);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct matrix matrix;
    struct error error;
    if (matrix_read(&matrix, fuzz_file(bytes, size), &error)) {
        PROPERTY(matrix.rows && matrix.columns);
        check_again(&matrix);
    } else {
        fuzz_refused(&error);
    }
    matrix_free(&matrix);
    return 0;
}
