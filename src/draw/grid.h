/* A grid of numbers: each row and each column has a name, and all stand at the right.
 *
 * Rules: a number is written with the grid's decimals; where the largest of its column is so small
 * that half of them would be zeros, or has more than 6 digits before the point, the column is
 * written with an exponent. 0 itself is written 0. What is wider than the terminal goes on in
 * another block below. A long list is folded: of more than 20 the first 16 are shown, and the marked
 * one; how many more there are is said. */
#ifndef DRAW_GRID_H
#define DRAW_GRID_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum { GRID_SHOWN = 16, GRID_WHOLE = 20, GRID_NAME_SIZE = 24, GRID_COLUMNS = GRID_WHOLE + 4 };

/* The mark of a list in which nothing is marked. */
#define GRID_NONE ((size_t)-1)

struct grid_column {
    char name[GRID_NAME_SIZE];
    const double *numbers; /* that of row r is numbers[r * stride] */
    size_t stride;
};

struct grid {
    const char *corner; /* what the rows are, over their names */
    size_t row_count;
    void (*row_name)(const void *context, size_t row, char name[GRID_NAME_SIZE]);
    const void *context;
    size_t marked;    /* a row, or GRID_NONE */
    const char *mark; /* after that row, as "<- asked"; NULL: it is only kept */
    size_t group;     /* a blank line after as many rows; 0: none */
    int decimals;     /* 1..9 */
    bool alike;       /* the columns are parts of one matrix: written alike */
    struct grid_column columns[GRID_COLUMNS];
    size_t column_count;
    size_t columns_left_out;
};

/* Whether a folded list of `count` shows number i. */
bool grid_shows(size_t i, size_t count, size_t marked);

/* How many it does not show. */
size_t grid_left_out(size_t count, size_t marked);

/* Adds a column, its name as printf writes it; one too many is left out. */
void grid_add(struct grid *grid, const double *numbers, size_t stride, const char *format, ...)
    BASE_PRINTF(4, 5);

/* Appends the grid in lines of at most `width` columns, or as narrow as one column makes it. */
void grid_draw(struct text *text, const struct grid *grid, size_t width);

/* Appends one number as a grid writes it. */
void grid_number(struct text *text, double number, int decimals);

#endif
