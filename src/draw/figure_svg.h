/* A figure as an SVG picture for print and screens.
 *
 * Rules: one <svg> element without XML declaration, so that it stands alone or in a page; no
 * script, no reference to the outside, no element ids; every coordinate inside the view box; equal
 * figures are equal bytes. Series differ by colour and by dashes. Their names stand beside their
 * ends, or in a legend below where they are too many or too long. */
#ifndef DRAW_FIGURE_SVG_H
#define DRAW_FIGURE_SVG_H

#include "base/text.h"
#include "draw/figure.h"

/* Appends the picture; text->failed where there is no memory. */
void figure_draw_svg(struct text *text, const struct figure *figure);

#endif
