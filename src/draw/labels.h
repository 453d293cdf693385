/* Names beside the ends of curves and levels, moved apart where they would lie on each other. */
#ifndef DRAW_LABELS_H
#define DRAW_LABELS_H

#include "draw/figure.h"

#include <stdbool.h>
#include <stddef.h>

struct label {
    const char *text;
    size_t index; /* of its series or level */
    bool is_level;
    bool is_seen; /* false: the series has no point that can be drawn */
    double at;    /* its middle, downwards on paper */
    double sum;   /* scratch of labels_spread */
    size_t members;
};

/* What follows the label's text: " (no data)" where there is none, else "". */
const char *label_note(const struct label *label);

/* A label for each series, at the height of its last point (the bottom if it has none). Fills
 * series_count of them. */
void labels_of_series(struct label *labels, const struct figure *figure, const struct frame *frame);

/* A label for each finite level; fills at most level_count and returns how many. */
size_t labels_of_levels(struct label *labels, const struct figure *figure,
                        const struct frame *frame);

/* Sorts the labels by `at` and moves them as little as possible (least squares, before the ends
 * are kept) so that they are `gap` apart or more and inside low..high. False, and nothing moved,
 * when there are too many for that. */
bool labels_spread(struct label *labels, size_t count, double gap, double low, double high);

#endif
