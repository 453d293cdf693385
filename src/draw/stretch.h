/* A curve in stretches without gaps, and these in buckets, for the drawing of very many points. */
#ifndef DRAW_STRETCH_H
#define DRAW_STRETCH_H

#include "draw/figure.h"

/* The points begin..end-1; `seen` of them are, the first one always. Those between are not. */
struct stretch {
    const struct frame *frame;
    const struct series *series;
    bool (*is_seen)(const struct series *series, size_t i);
    double bucket; /* its width on paper: a gap that is narrower does not end a stretch */
    size_t begin, end, seen;
};

/* What stretch_next begins with. */
struct stretch stretch_first(const struct frame *frame, const struct series *series,
                             bool (*is_seen)(const struct series *series, size_t i), double bucket);

/* Moves on to the next stretch; false after the last. */
bool stretch_next(struct stretch *stretch);

/* The number of the bucket in which a point lies; it never falls along a curve. */
double stretch_bucket(const struct stretch *stretch, size_t i);

#endif
