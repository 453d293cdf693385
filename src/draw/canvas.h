/* A drawing surface of character cells: curves as braille dots (2 by 4 a cell) or as one ASCII
 * mark a cell, with levels and bands behind them.
 *
 * Rules: positions are in dots from the upper left and rounded to the nearest; what lies outside
 * is left out. Where curves meet in a cell its dots are those of all, and the curves take turns in
 * owning it from cell to cell, so that none hides another. */
#ifndef DRAW_CANVAS_H
#define DRAW_CANVAS_H

#include "base/text.h"
#include "draw/figure.h"
#include "draw/terminal.h"

#include <stddef.h>
#include <stdint.h>

/* 0 is no curve; curve c is owner c+1. */
struct cell {
    uint8_t dots;  /* of curves, bits of U+2800 */
    uint8_t level; /* the same for levels, seen where there is no curve */
    uint8_t band;  /* the same for bands */
    uint32_t owner, band_owner;
    uint32_t mark; /* owner whose mark stands in place of the dots */
};

struct canvas {
    size_t columns, rows;           /* in cells */
    size_t cell_width, cell_height; /* in dots: 2 and 4, or 1 and 1 in ASCII */
    struct cell *cells;             /* [rows, columns] */
};

/* An empty canvas, or false where there is no memory; given back with canvas_free. */
bool canvas_init(struct canvas *canvas, size_t columns, size_t rows, bool unicode);
void canvas_free(struct canvas *canvas);

/* A straight line of that curve, both ends included. */
void canvas_line(struct canvas *canvas, struct segment segment, size_t curve);

/* What the lines of a curve have covered of the column of dots where it is: from low to high. Begins
 * with {-1}. */
struct cover {
    double column, low, high;
};

/* As canvas_line for one more line of a curve, but for a part of what is covered already: very many
 * points in a column take no more time than reading them. */
void canvas_next_line(struct canvas *canvas, struct cover *cover, struct segment segment,
                      size_t curve);

/* A dashed line over the whole width. */
void canvas_level(struct canvas *canvas, double y);

/* Every fourth dot of a column of dots from y0 down to y1, in ASCII every cell. */
void canvas_band(struct canvas *canvas, double x, double y0, double y1, size_t curve);

/* The curve's mark in place of the cell's dots, unless another mark is there already. */
void canvas_mark(struct canvas *canvas, double x, double y, size_t curve);

/* Appends a row of cells up to its last one that is not empty, at least `width` columns. */
void canvas_row(struct text *text, const struct canvas *canvas, size_t row, size_t width,
                struct terminal terminal);

#endif
