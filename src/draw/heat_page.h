/* The layout of heat maps on an SVG page: what heatmap_svg.c draws. Pixels, all of them whole. */
#ifndef DRAW_HEAT_PAGE_H
#define DRAW_HEAT_PAGE_H

#include "draw/heat_key.h"

#define HEAT_EDGE       16.0
#define HEAT_WIDTH      760.0 /* the most */
#define HEAT_TITLE_SIZE 16.0
#define HEAT_NAME_SIZE  12.5
#define HEAT_GROUP_SIZE 14.0
#define HEAT_GROUP_LINE 24.0 /* height of a group's title */
#define HEAT_LABEL_FONT 11.5
#define HEAT_LINE       18.0  /* height of a line of captions */
#define HEAT_GAP        24.0  /* between maps, and between groups */
#define HEAT_BAR        14.0  /* width of the colour bar */
#define HEAT_NOTE       500.0 /* room for a note on what the cells are */
#define HEAT_NARROWEST  288.0 /* the least, without the edges */

#define HEAT_TITLE_OVER 18.0  /* what a title may stand out over the gap beside its map */
#define HEAT_TITLE_MOST 150.0 /* what a map's place is widened to for its title */

enum { HEAT_BAR_NAME_MOST = 20 }; /* characters */

/* A group on the page. Its maps stand in lines of `per_line`, all in places of one size; the
 * colour bar stands to the right of the first line. */
struct heat_block {
    const struct heat_group *group;
    struct heat_key key;
    size_t count;         /* maps that are drawn */
    size_t side;          /* a cell stands for side x side numbers */
    size_t rows, columns; /* cells of the largest map */
    double cell_width, cell_height;
    double font; /* of the numbers; 0: they do not fit */
    size_t per_line;
    double gutter, head;          /* left of and above the cells of a map */
    double title_width;           /* of the longest title of a map */
    double map_width, map_height; /* of a place, with gutter and head */
    double bar_left, bar_height;
    bool is_masked, has_note; /* a line below says what cells stand for */
    double top, height;       /* top: on the page, for the caller to set */
};

/* How many maps of the group are drawn. */
size_t heat_block_count(const struct heat_group *group);

/* Lays a group out. */
void heat_block_init(struct heat_block *block, const struct heat_figure *figure,
                     const struct heat_group *group);

/* The width that the group takes on the page, without the page's edges. */
double heat_block_width(const struct heat_block *block);

/* The upper left corner of the cells of map number m on the page. */
struct heat_corner {
    double x, y;
};
struct heat_corner heat_block_corner(const struct heat_block *block, size_t m);

/* How many cells so many rows or columns take. */
size_t heat_block_cells(const struct heat_block *block, size_t count);

/* The white line that large cells leave between them, 0 or 1. */
double heat_block_seam(const struct heat_block *block);

/* Every how many rows or columns (1, 2, 5, 10, ...) a label has room: `need` pixels a label, `each`
 * pixels a row or column. */
size_t heat_label_step(double need, double each);

#endif
