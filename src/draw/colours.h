/* Colours for numbers.
 *
 * viridis (van der Walt and Smith 2015, given to the public domain as CC0) grows evenly in
 * lightness, so that it reads in grey and with all kinds of sight. The two-sided scale is white in
 * the middle and ends in the blue and the vermillion of palette.h, darkened. */
#ifndef DRAW_COLOURS_H
#define DRAW_COLOURS_H

#include <stdbool.h>

/* Red, green and blue, 0..255 each. */
struct colour {
    int red, green, blue;
};

/* The colour at a fraction of the scale; what is outside 0..1 is taken as its end, nan as 0. */
struct colour colours_viridis(double fraction);
struct colour colours_two_sided(double fraction);

/* Whether white text stands out from the colour more than black: its relative luminance is below
 * 0.179, where both have the same contrast. */
bool colour_is_dark(struct colour colour);

/* The nearest of a terminal's 256 colours that is in its cube of 6 x 6 x 6. */
int colour_of_256(struct colour colour);

#endif
