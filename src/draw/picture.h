/* The layout of a figure in a terminal, and its canvas: what figure_terminal.c writes out. */
#ifndef DRAW_PICTURE_H
#define DRAW_PICTURE_H

#include "draw/canvas.h"
#include "draw/figure.h"
#include "draw/labels.h"
#include "draw/terminal.h"

enum { PICTURE_COLUMNS = 160 };

struct picture {
    const struct figure *figure;
    struct terminal terminal;
    size_t gutter, plot, rows; /* columns of tick labels and axis, of the plotting area; its rows */
    struct frame frame;        /* in dots of the canvas */
    struct canvas canvas;
    struct label *labels; /* their `at` in rows */
    size_t label_count;
    bool is_beside; /* labels stand beside the plotting area, not in a key below */
};

/* Lays the figure out and draws levels, curves and marks; false where there is no memory. Given
 * back with picture_free in both cases. */
bool picture_init(struct picture *picture, const struct figure *figure, struct terminal terminal,
                  size_t rows);
void picture_free(struct picture *picture);

/* The columns of a label with the blank and the sample before it. */
size_t picture_label_width(const struct label *label);

#endif
