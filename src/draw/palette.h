/* The look of each series: colours of Okabe and Ito (2008), which all kinds of sight tell apart.
 *
 * Colour is never alone: each row has its own dashes and marks too. Their yellow is left out, as
 * it cannot be read on white. */
#ifndef DRAW_PALETTE_H
#define DRAW_PALETTE_H

#include <stddef.h>

struct style {
    const char *name;
    const char *line;   /* colour of the curve in SVG */
    const char *ink;    /* the same, dark enough for text on white */
    const char *dashes; /* stroke-dasharray in SVG, NULL: solid */
    const char *mark;   /* on the curve in a UTF-8 terminal without colours */
    char ascii;         /* the curve in an ASCII terminal */
    int colour;         /* of the 256 of a terminal, legible on black and on white */
};

enum { PALETTE_COUNT = 7, PALETTE_GREY = 244 };

/* The style of series `index`; they begin anew after PALETTE_COUNT. */
const struct style *palette_style(size_t index);

/* The dashes of series `index`, those of its style at first: each round of colours goes on with
 * others, so that 49 series differ. */
const char *palette_dashes(size_t index);

#endif
