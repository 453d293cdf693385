/* Pieces of SVG: strings, lines and curves.
 *
 * Rules: coordinates have 2 decimals; every string is escaped, and what XML cannot hold (controls,
 * bytes that are not UTF-8) becomes U+FFFD. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "base/text.h"
#include "draw/figure.h"

#include <stddef.h>

/* Appends the string escaped for text and attributes, cut to `most` characters; a cut one ends in
 * an ellipsis. NULL appends nothing. */
void svg_string(struct text *text, const char *string, size_t most);

/* The characters of the string that fit into `width` at this font size, by the mean width of a
 * wide sans-serif; and the width that a count of characters may take. */
size_t svg_room(double width, double size);
double svg_width(size_t characters, double size);

/* <line .../> with further attributes as they stand (or ""). */
void svg_line(struct text *text, struct segment segment, const char *attributes);

/* A text element, or nothing where there is no string. anchor: start, middle or end; what is longer
 * than `most` is cut. */
struct caption {
    const char *string, *note; /* the note follows the string; NULL: none */
    double x, y, size;
    const char *anchor, *attributes;
    size_t most; /* characters */
};
void svg_caption(struct text *text, const struct caption *caption);

/* A curve: a path broken at gaps, and a small circle for a point between two gaps. Of the points
 * that follow each other within one bucket of x (so many pixels wide) the first, lowest, highest
 * and last are kept (Jugel and others 2014, doi 10.14778/2732951.2732953), and a gap that is
 * narrower than a bucket is closed: as many points as one likes draw the same picture. */
void svg_curve(struct text *text, const struct frame *frame, const struct series *series,
               size_t index, double bucket);

/* The band of a curve as an area, by the same rules: a bucket reaches from its lowest to its
 * highest. */
void svg_band(struct text *text, const struct frame *frame, const struct series *series,
              size_t index, double bucket);

#endif
