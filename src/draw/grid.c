/* A grid of numbers: see grid.h. */
#include "draw/grid.h"

#include "draw/columns.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { INDENT = 2, GAP = 2, NUMBER_SIZE = 400 };

bool grid_shows(size_t i, size_t count, size_t marked) {
    return count <= GRID_WHOLE || i < GRID_SHOWN || i == marked;
}

size_t grid_left_out(size_t count, size_t marked) {
    if (count <= GRID_WHOLE) return 0;
    return count - GRID_SHOWN - (marked >= GRID_SHOWN && marked < count);
}

void grid_add(struct grid *grid, const double *numbers, size_t stride, const char *format, ...) {
    if (grid->column_count == GRID_COLUMNS) {
        grid->columns_left_out++;
        return;
    }
    struct grid_column *column = &grid->columns[grid->column_count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(column->name, sizeof column->name, format, arguments);
    va_end(arguments);
    column->numbers = numbers;
    column->stride = stride;
}

/* Whether numbers up to this size want an exponent. */
static bool needs_exponent(double largest, int decimals) {
    double least = 1;
    for (int i = 0; i < decimals / 2; i++) least /= 10;
    return (largest > 0 && largest < least) || (largest >= 1e6 && isfinite(largest));
}

static void write_number(char text[NUMBER_SIZE], double number, int decimals, bool exponent) {
    char *digits = text;
    if (number == 0) {
        strcpy(text, "0");
    } else if (isnan(number)) {
        strcpy(text, "nan");
    } else {
        snprintf(text, NUMBER_SIZE, exponent ? "%.*e" : "%.*f", exponent ? decimals - 1 : decimals,
                 number);
        if (text[0] == '-' && !strpbrk(text, "123456789i")) digits++;
    }
    memmove(text, digits, strlen(digits) + 1);
}

void grid_number(struct text *text, double number, int decimals) {
    char written[NUMBER_SIZE];
    write_number(written, number, decimals, needs_exponent(fabs(number), decimals));
    text_string(text, written);
}

/* How the columns are laid out. */
struct layout {
    size_t names; /* columns of the rows' names */
    size_t widths[GRID_COLUMNS];
    bool exponents[GRID_COLUMNS];
};

/* The largest size of a column's numbers that are shown. */
static double largest_of(const struct grid *grid, size_t c) {
    double largest = 0;
    for (size_t r = 0; r < grid->row_count; r++) {
        double size = fabs(grid->columns[c].numbers[r * grid->columns[c].stride]);
        bool shown = grid_shows(r, grid->row_count, grid->marked);
        if (shown && isfinite(size) && size > largest) largest = size;
    }
    return largest;
}

static void choose_exponents(const struct grid *grid, struct layout *layout) {
    double largest = 0;
    for (size_t c = 0; c < grid->column_count; c++) largest = fmax(largest, largest_of(grid, c));
    for (size_t c = 0; c < grid->column_count; c++) {
        double size = grid->alike ? largest : largest_of(grid, c);
        layout->exponents[c] = needs_exponent(size, grid->decimals);
    }
}

static void write_cell(const struct grid *grid, const struct layout *layout, size_t r, size_t c,
                       char text[NUMBER_SIZE]) {
    const struct grid_column *column = &grid->columns[c];
    write_number(text, column->numbers[r * column->stride], grid->decimals, layout->exponents[c]);
}

static void widen(size_t *width, const char *string) {
    size_t columns = columns_of(string);
    if (columns > *width) *width = columns;
}

static void measure_column(const struct grid *grid, struct layout *layout, size_t c) {
    char number[NUMBER_SIZE];
    layout->widths[c] = columns_of(grid->columns[c].name);
    for (size_t r = 0; r < grid->row_count; r++) {
        if (!grid_shows(r, grid->row_count, grid->marked)) continue;
        write_cell(grid, layout, r, c, number);
        widen(&layout->widths[c], number);
    }
}

static void measure(const struct grid *grid, struct layout *layout) {
    size_t widest = 0;
    choose_exponents(grid, layout);
    layout->names = columns_of(grid->corner);
    for (size_t r = 0; r < grid->row_count; r++) {
        char name[GRID_NAME_SIZE];
        if (!grid_shows(r, grid->row_count, grid->marked)) continue;
        grid->row_name(grid->context, r, name);
        widen(&layout->names, name);
    }
    for (size_t c = 0; c < grid->column_count; c++) {
        measure_column(grid, layout, c);
        if (layout->widths[c] > widest) widest = layout->widths[c];
    }
    for (size_t c = 0; c < grid->column_count && grid->alike; c++) layout->widths[c] = widest;
}

static void draw_cell(struct text *text, const char *cell, size_t width, size_t gap) {
    text_repeat(text, " ", gap);
    columns_put_right(text, cell, width, true);
}

static void draw_header(struct text *text, const struct grid *grid, const struct layout *layout,
                        size_t first, size_t end) {
    draw_cell(text, grid->corner, layout->names, INDENT);
    for (size_t c = first; c < end; c++) {
        draw_cell(text, grid->columns[c].name, layout->widths[c], GAP);
    }
    text_string(text, "\n");
}

static void draw_row(struct text *text, const struct grid *grid, const struct layout *layout,
                     size_t r, size_t first, size_t end) {
    char name[GRID_NAME_SIZE], number[NUMBER_SIZE];
    grid->row_name(grid->context, r, name);
    draw_cell(text, name, layout->names, INDENT);
    for (size_t c = first; c < end; c++) {
        write_cell(grid, layout, r, c, number);
        draw_cell(text, number, layout->widths[c], GAP);
    }
    if (r == grid->marked && grid->mark) text_format(text, "  %s", grid->mark);
    text_string(text, "\n");
}

static void draw_block(struct text *text, const struct grid *grid, const struct layout *layout,
                       size_t first, size_t end) {
    draw_header(text, grid, layout, first, end);
    for (size_t r = 0; r < grid->row_count; r++) {
        if (!grid_shows(r, grid->row_count, grid->marked)) continue;
        if (grid->group && r && r % grid->group == 0) text_string(text, "\n");
        draw_row(text, grid, layout, r, first, end);
    }
    size_t left_out = grid_left_out(grid->row_count, grid->marked);
    if (left_out) text_format(text, "  ... %zu more rows\n", left_out);
}

/* How many of the columns from `first` on fit in a line. */
static size_t count_fitting(const struct grid *grid, const struct layout *layout, size_t first,
                            size_t width) {
    size_t used = INDENT + layout->names, count = 0;
    if (grid->mark) used += GAP + columns_of(grid->mark);
    while (first + count < grid->column_count) {
        used += GAP + layout->widths[first + count];
        if (used > width && count) break;
        count++;
    }
    return count;
}

/* Blocks of about the same number of columns. */
static size_t block_end(const struct grid *grid, const struct layout *layout, size_t first,
                        size_t width) {
    size_t fitting = count_fitting(grid, layout, first, width), left = grid->column_count - first;
    size_t blocks = (left + fitting - 1) / fitting;
    return first + (left + blocks - 1) / blocks;
}

void grid_draw(struct text *text, const struct grid *grid, size_t width) {
    struct layout layout;
    measure(grid, &layout);
    for (size_t first = 0, end; first < grid->column_count; first = end) {
        end = block_end(grid, &layout, first, width);
        if (first) text_string(text, "\n");
        draw_block(text, grid, &layout, first, end);
    }
    if (grid->columns_left_out) {
        text_format(text, "  ... %zu more columns\n", grid->columns_left_out);
    }
}
