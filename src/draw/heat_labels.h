/* The words around the cells of a heat map in SVG. */
#ifndef DRAW_HEAT_LABELS_H
#define DRAW_HEAT_LABELS_H

#include "draw/heat_page.h"

/* Attributes of captions. */
#define HEAT_INK  " fill=\"#222222\""
#define HEAT_GREY " fill=\"#555555\""

/* Appends a caption of `size` pixels at that point, as svg_caption does: anchor is start, middle or
 * end, and what is longer than `most` characters is cut. Nothing where there is no string. */
void heat_put_caption(struct text *text, const char *string, struct heat_corner at, double size,
                      const char *anchor, const char *attributes, size_t most);

/* Appends a map's title, the names of its rows and columns, and their labels, as many as have room;
 * corner is that of the upper left cell. */
void heat_put_labels(struct text *text, const struct heat_block *block, const struct heatmap *map,
                     struct heat_corner corner);

#endif
