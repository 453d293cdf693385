/* The layout of a figure on an SVG page, and the parts that figure_svg.c puts together. */
#ifndef DRAW_PAGE_H
#define DRAW_PAGE_H

#include "base/text.h"
#include "draw/figure.h"
#include "draw/labels.h"

/* Pixels; sizes are of fonts. */
#define PAGE_WIDTH      760.0
#define PAGE_HEIGHT     440.0
#define PAGE_EDGE       16.0
#define PAGE_TITLE_SIZE 16.0
#define PAGE_NAME_SIZE  12.5
#define PAGE_TICK_SIZE  11.5
#define PAGE_NAME_GAP   14.0 /* from the plotting area to the names beside it */
#define PAGE_LINE       18.0 /* height of a line of the legend */
#define PAGE_SAMPLE     30.0 /* length of a piece of curve in the legend */

struct page {
    struct text *text;
    const struct figure *figure;
    struct frame frame;   /* the plotting area */
    struct label *labels; /* of the series */
    bool is_beside;       /* they stand beside the ends of the curves, not in a legend below */
    size_t legend_columns, legend_rows;
    double width, height;
    double legend; /* where it begins; height is more by its rows */
    double bucket; /* of curves: see svg_curve */
};

/* Lays the figure out; false where there is no memory. Given back with page_free in both cases. */
bool page_init(struct page *page, struct text *text, const struct figure *figure);
void page_free(struct page *page);

/* Grid, axes, ticks and captions; levels; curves' ends with names, or the legend. Each appends to
 * the page's text; false where there is no memory. */
void page_put_axes(const struct page *page);
void page_put_level_lines(const struct page *page);
bool page_put_level_names(const struct page *page);
void page_put_names(const struct page *page);

#endif
