/* Grids of numbers, to the character. */
#include "draw/grid.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void number_row(const void *context, size_t row, char name[GRID_NAME_SIZE]) {
    (void)context;
    snprintf(name, GRID_NAME_SIZE, "%zu", row + 1);
}

static struct grid make_grid(size_t rows) {
    return (struct grid){.corner = "j",
                         .row_count = rows,
                         .row_name = number_row,
                         .marked = GRID_NONE,
                         .decimals = 4};
}

static void expect_drawn(const struct grid *grid, size_t width, const char *expected) {
    struct text text = {0};
    grid_draw(&text, grid, width);
    cr_expect_str_eq(text.data, expected);
    text_free(&text);
}

Test(grid, stands_at_the_right_with_a_mark) {
    const double x[] = {1, -0.25, 0}, y[] = {123.45678, -1e-9, 0.5};
    struct grid grid = make_grid(3);
    grid.marked = 1, grid.mark = "<- asked";
    grid_add(&grid, x, 1, "x_%d", 1);
    grid_add(&grid, y, 1, "a long name");
    expect_drawn(&grid, 80,
                 "  j      x_1  a long name\n"
                 "  1   1.0000     123.4568\n"
                 "  2  -0.2500       0.0000  <- asked\n"
                 "  3        0       0.5000\n");
}

Test(grid, writes_exponents_by_column_or_in_all_alike) {
    const double x[] = {0.001, 0.00001}, y[] = {2, 1};
    struct grid grid = make_grid(2);
    grid_add(&grid, x, 1, "x");
    grid_add(&grid, y, 1, "y");
    expect_drawn(&grid, 80,
                 "  j          x       y\n"
                 "  1  1.000e-03  2.0000\n"
                 "  2  1.000e-05  1.0000\n");
    grid.alike = true;
    expect_drawn(&grid, 80,
                 "  j       x       y\n"
                 "  1  0.0010  2.0000\n"
                 "  2  0.0000  1.0000\n");
}

Test(grid, goes_on_below_in_blocks_of_about_one_size) {
    const double x[] = {1, 2, 3, 4};
    struct grid grid = make_grid(1);
    for (int c = 0; c < 4; c++) grid_add(&grid, x + c, 0, "%d", c);
    grid.columns_left_out = 7;
    expect_drawn(&grid, 3 + 3 * 8,
                 "  j       0       1\n"
                 "  1  1.0000  2.0000\n"
                 "\n"
                 "  j       2       3\n"
                 "  1  3.0000  4.0000\n"
                 "  ... 7 more columns\n");
    grid.column_count = 1, grid.columns_left_out = 0;
    expect_drawn(&grid, 1, "  j       0\n  1  1.0000\n");
}

Test(grid, groups_rows_and_folds_them) {
    const double x[30] = {0};
    struct grid grid = make_grid(3);
    grid.group = 2;
    grid_add(&grid, x, 1, "x");
    expect_drawn(&grid, 80, "  j  x\n  1  0\n  2  0\n\n  3  0\n");
    struct text text = {0};
    grid = make_grid(30), grid.marked = 27;
    grid_add(&grid, x, 1, "x");
    grid_draw(&text, &grid, 80);
    cr_expect(strstr(text.data, "  16  0\n  28  0\n  ... 13 more rows\n"), "%s", text.data);
    text_free(&text);
    cr_expect_eq(grid_left_out(20, GRID_NONE), 0);
    cr_expect_eq(grid_left_out(21, GRID_NONE), 5);
    cr_expect_eq(grid_left_out(21, 3), 5);
    cr_expect_eq(grid_left_out(21, 16), 4);
}

Test(grid, leaves_out_columns_beyond_its_room) {
    const double x[] = {1};
    struct grid grid = make_grid(1);
    for (int c = 0; c < GRID_COLUMNS + 3; c++) grid_add(&grid, x, 0, "%d", c);
    cr_expect_eq(grid.column_count, GRID_COLUMNS);
    cr_expect_eq(grid.columns_left_out, 3);
}

Test(grid, writes_single_numbers) {
    static const struct {
        double number;
        const char *expected;
    } rows[] = {{0, "0"},
                {-0.0, "0"},
                {1, "1.000000"},
                {-0.25, "-0.250000"},
                {0.001, "0.001000"},
                {0.0009, "9.00000e-04"},
                {-1e-300, "-1.00000e-300"},
                {999999, "999999.000000"},
                {1e6, "1.00000e+06"},
                {(double)INFINITY, "inf"},
                {-(double)INFINITY, "-inf"},
                {(double)NAN, "nan"},
                {-(double)NAN, "nan"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text text = {0};
        grid_number(&text, rows[i].number, 6);
        cr_expect_str_eq(text.data, rows[i].expected);
        text_free(&text);
    }
}
