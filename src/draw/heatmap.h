/* Heat maps: matrices of plain numbers as coloured cells.
 *
 * A figure is a column of groups; a group is one or more matrices that share one scale of colours,
 * such as the weights of all heads, side by side where they have room.
 *
 * Rules: the caller owns every string and number, and they are only read. A string may be NULL
 * (left out) and may hold any bytes: whoever draws it makes it harmless. A masked cell is drawn as
 * not being there; nan is grey, and an infinite number has the colour of its end of the scale. Any
 * sizes and numbers make a sound picture. */
#ifndef DRAW_HEATMAP_H
#define DRAW_HEATMAP_H

#include "base/text.h"
#include "draw/terminal.h"

#include <stdbool.h>
#include <stddef.h>

/* How numbers become colours. */
enum heat_scale {
    HEAT_WEIGHTS, /* viridis, always from 0 to 1 */
    HEAT_RANGE,   /* viridis, over an axis (ticks.h) of the finite numbers of the group */
    HEAT_SIGNED   /* blue below 0, white at 0, vermillion above, equally far to both sides */
};

struct heatmap {
    const char *title;                                    /* "head 1" */
    const char *row_name, *column_name;                   /* what the rows and the columns are */
    const char *const *row_labels, *const *column_labels; /* one each; NULL: 1, 2, 3, ... */
    size_t rows, columns;
    const double *values; /* [rows][columns] */
    const bool *masked;   /* [rows][columns] the cell is left out; NULL: none is */
};

struct heat_group {
    const char *value_name; /* "weight" */
    enum heat_scale scale;
    const struct heatmap *maps;
    size_t count;
    const char *title; /* what all its maps show; or NULL */
};

struct heat_figure {
    const char *title;
    const struct heat_group *groups;
    size_t count;
};

/* Appends the figure as text. No line is longer than terminal.columns, which counts as at least 20.
 *
 * The number stands in every cell, with as many decimals (4 to 2) as let the whole row stand in a
 * line. A map that is too wide even so is folded: its columns follow in stretches below each other,
 * each with the row labels. Maps that have room stand side by side. The group's title
 * stands above them, or its value_name where maps have no titles of their own. With colours the cells have the scale's colour
 * behind the number; without them, in UTF-8, a block from empty to full stands after it (of
 * HEAT_SIGNED by how far the number is from 0); ASCII has the numbers alone. A masked cell is a dot
 * ('-' in ASCII). Of a map with more than 100 rows or columns the first 100 are written, and a line
 * says so. */
void heat_draw_terminal(struct text *text, const struct heat_figure *figure,
                        struct terminal terminal);

/* Appends the figure as an SVG picture, under the rules of figure_svg.h: one <svg> element, no
 * script, no reference to the outside, no ids; every coordinate inside the view box; equal figures
 * are equal bytes.
 *
 * Numbers stand in the cells while they fit, black or white by the luminance of the cell. Masked
 * cells are hatched. The picture is at most 760 wide and has at most about 25,000 cells: of larger
 * maps a cell stands for a block, with the block's largest number (of HEAT_SIGNED: the one
 * furthest from 0), and a line below says so. Of more than 64 maps in a group the first 64 are
 * drawn. text->failed where there is no memory. */
void heat_draw_svg(struct text *text, const struct heat_figure *figure);

#endif
