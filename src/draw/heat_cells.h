/* The cells of a heat map in SVG, and the numbers in them. */
#ifndef DRAW_HEAT_CELLS_H
#define DRAW_HEAT_CELLS_H

#include "draw/heat_page.h"

/* The steps of the scale that have a colour of their own. */
enum { HEAT_STEPS = 256 };

/* The colour of a step, 0..HEAT_STEPS-1. */
struct colour heat_step_colour(const struct heat_key *key, size_t step);

/* Appends a path for each colour, with all cells of it; corner is that of the upper left cell.
 * False where there is no memory. */
bool heat_put_cells(struct text *text, const struct heat_block *block, const struct heatmap *map,
                    struct heat_corner corner);

/* Appends the numbers, where they fit into the cells. */
void heat_put_numbers(struct text *text, const struct heat_block *block, const struct heatmap *map,
                      struct heat_corner corner);

#endif
