/* Heat maps in words, for those who do not see the picture. */
#ifndef DRAW_HEAT_DESCRIPTION_H
#define DRAW_HEAT_DESCRIPTION_H

#include "draw/heatmap.h"

/* Adds an SVG <desc>: of each map its title, its size, and where its largest number stands. */
void heat_describe(struct text *text, const struct heat_figure *figure);

#endif
