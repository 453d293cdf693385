/* Matrices: products, reading from CSV, and sinusoidal positions. */
#include "attention/matrix.h"
#include "attention/positions.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct matrix make(size_t rows, size_t columns) {
    struct matrix matrix;
    struct error error;
    cr_assert(matrix_init(&matrix, rows, columns, "a matrix", &error), "%s", error.message);
    for (size_t i = 0; i < rows * columns; i++) cr_assert(matrix.x[i] == 0);
    return matrix;
}

Test(matrix, products) {
    double x[] = {1, 2, 3, 4, 5, 6}, w[] = {1, -1, 0, 2, 3, 1}, t[] = {1, 0, 3, -1, 2, 1};
    struct matrix X = {2, 3, x}, W = {3, 2, w}, T = {2, 3, t}, Y = make(2, 2), Z = make(2, 2);
    static const double expected[] = {10, 6, 22, 12};
    matrix_multiply(&X, &W, &Y);
    matrix_multiply_transposed(&X, &T, &Z); /* T is W^T */
    cr_expect(!memcmp(Y.x, expected, sizeof expected) && !memcmp(Z.x, expected, sizeof expected));
    matrix_add(&Y, &Z);
    for (int i = 0; i < 4; i++) cr_expect(Y.x[i] == 2 * expected[i]);
    matrix_free(&Y);
    matrix_free(&Z);
}

Test(matrix, names_the_place_of_what_is_not_finite) {
    struct error error;
    struct matrix matrix = make(3, 2);
    cr_expect(matrix_check_finite(&matrix, "output", &error));
    matrix.x[5] = (double)NAN;
    cr_expect_not(matrix_check_finite(&matrix, "output", &error));
    cr_expect(strstr(error.message, "the output is not finite in row 3, column 2"), "%s",
              error.message);
    matrix_free(&matrix);
}

static void assert_reads(const char *text, size_t rows, size_t columns, const double *expected) {
    struct matrix matrix;
    struct error error;
    bool done = matrix_read(&matrix, write_string("m.csv", text), &error);
    cr_assert(done, "%s: %s", text, error.message);
    cr_assert(matrix.rows == rows && matrix.columns == columns, "%s: %zu x %zu", text, matrix.rows,
              matrix.columns);
    cr_expect(!memcmp(matrix.x, expected, rows * columns * sizeof *expected), "%s", text);
    matrix_free(&matrix);
}

Test(matrix, reads_rows_of_numbers) {
    static const double expected[] = {1, -2.5, 0, 3e-7};
    assert_reads("1,-2.5\n0,3e-7\n", 2, 2, expected);
    assert_reads("1,-2.5\n0,3e-7", 2, 2, expected);
    assert_reads("1,-2.5\r\n0,3e-7\r\n", 2, 2, expected);
    assert_reads("\xef\xbb\xbf+1.0,-25e-1\n0.,.0000003\n\n\n", 2, 2, expected);
    assert_reads("\"1\",\"-2.5\"\n0,3E-07\n", 2, 2, expected);
    assert_reads("1,-2.5,0,3e-7", 1, 4, expected);
    assert_reads("1\n-2.5\n0\n3e-7\n", 4, 1, expected);
}

Test(matrix, reads_many_rows) {
    char text[6 * 1000 + 1];
    double expected[1000];
    size_t length = 0;
    for (int i = 0; i < 1000; i++) {
        length += (size_t)snprintf(text + length, 7, "%d\n", i);
        expected[i] = i;
    }
    assert_reads(text, 1000, 1, expected);
}

struct fault {
    const char *text, *message;
};

/* The sentence after the file's name. */
static const struct fault faults[] = {
    {"", ": the file holds no numbers"},
    {"\n\r\n\n", ": the file holds no numbers"},
    {"1,2\n3,\n", ":2: row 2, column 2: a number is missing"},
    {",2\n", ":1: row 1, column 1: a number is missing"},
    {"1,,3\n", ":1: row 1, column 2: a number is missing"},
    {"1,2\n3\n", ":2: row 2 has 1 column, and row 1 has 2"},
    {"1,2\n3,4\n5,6,7\n", ":3: row 3 has 3 columns, and row 1 has 2"},
    {"1,2\n3,4,\n", ":2: row 2 has 3 columns, and row 1 has 2"},
    {"x,y\n1,2\n", ":1: row 1, column 1: 'x' is not a number (a matrix is rows of numbers"},
    {"1,2\n3,four\n", ":2: row 2, column 2: 'four' is not a number"},
    {"1,2\n3,nan\n", ":2: row 2, column 2: 'nan' is not a number"},
    {"1,2\n-inf,4\n", ":2: row 2, column 1: '-inf' is not a number"},
    {"1,2\nInfinity,4\n", ":2: row 2, column 1: 'Infinity' is not a number"},
    {"1,2\n3,1e999\n", ":2: row 2, column 2: '1e999' is too large for a number"},
    {"1,2\n3,0x10\n", ":2: row 2, column 2: '0x10' is not a number"},
    {"1 2\n", ":1: row 1, column 1: '1 2' is not a number"},
    {"1;2\n", ":1: row 1, column 1: '1;2' is not a number"},
    {"1, 2\n", ":1: row 1, column 2: ' 2' is not a number"},
    {"1\n\n3\n", ":2: row 2 is empty"},
    {"\n1\n", ":1: row 1 is empty"},
    {"1,2\n\"3,4\n", ":2: a quote is never closed"},
    {"1,2\n3\r4\n", ":2: a carriage return inside a line"},
};

Test(matrix, refuses_each_fault_with_its_place) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct matrix matrix;
        struct error error;
        const char *path = write_string("m.csv", faults[i].text);
        cr_assert_not(matrix_read(&matrix, path, &error), "'%s' was read", faults[i].text);
        cr_expect_eq(error.status, STATUS_FAILED);
        cr_expect(strncmp(error.message, path, strlen(path)) == 0, "%s", error.message);
        cr_expect(strncmp(error.message + strlen(path), faults[i].message,
                          strlen(faults[i].message)) == 0,
                  "'%s': expected '%s', found '%s'", faults[i].text, faults[i].message,
                  error.message);
        matrix_free(&matrix);
    }
}

Test(matrix, refuses_bytes_that_are_no_text) {
    struct matrix matrix;
    struct error error;
    cr_assert_not(matrix_read(&matrix, write_bytes("m.csv", "1,2\n\0,3\n", 8), &error));
    cr_expect(strstr(error.message, "m.csv:2: a zero byte"), "%s", error.message);
    matrix_free(&matrix);
    cr_assert_not(matrix_read(&matrix, "no/such.csv", &error));
    cr_expect(strstr(error.message, "cannot open no/such.csv"), "%s", error.message);
    matrix_free(&matrix);
}

Test(positions, are_the_formula) {
    for (size_t d = 1; d <= 9; d++) {
        struct matrix pe = make(300, d);
        positions_add(&pe);
        for (size_t p = 0; p < 300; p++) {
            for (size_t c = 0; c < d; c++) {
                double angle = (double)p / pow(10000, (double)(c / 2 * 2) / (double)d);
                assert_near(matrix_row(&pe, p)[c], c % 2 ? cos(angle) : sin(angle), 1e-13, "pe");
            }
        }
        matrix_free(&pe);
    }
}

Test(positions, are_added) {
    struct matrix once = make(5, 4), twice = make(5, 4);
    positions_add(&once);
    positions_add(&twice);
    positions_add(&twice);
    for (int i = 0; i < 20; i++) cr_expect(twice.x[i] == 2 * once.x[i]);
    matrix_free(&once);
    matrix_free(&twice);
}

static double dot(const struct matrix *x, size_t i, size_t j) {
    double sum = 0;
    for (size_t c = 0; c < x->columns; c++) sum += matrix_row(x, i)[c] * matrix_row(x, j)[c];
    return sum;
}

Test(positions, product_of_two_depends_on_their_distance_alone) {
    struct matrix pe = make(40, 8);
    positions_add(&pe);
    for (size_t i = 0; i < 40; i++) {
        for (size_t j = i; j < 40; j++) {
            assert_near(dot(&pe, i, j), dot(&pe, 0, j - i), 1e-13, "product");
        }
    }
    matrix_free(&pe);
}
