/* A figure: curves over one x axis, and reference levels, as plain numbers.
 *
 * Rules: the caller owns every string and number, and they are only read. A value that is not
 * finite is a gap. A string may be NULL (left out) and may hold any bytes: whoever draws it makes
 * it harmless. A figure without any finite value is still drawn, as empty axes. */
#ifndef DRAW_FIGURE_H
#define DRAW_FIGURE_H

#include "draw/ticks.h"

#include <stdbool.h>
#include <stddef.h>

/* A curve: count points in the order in which they are joined, and around them a band from low[i]
 * to high[i] where these are not NULL. */
struct series {
    const char *label;
    const double *x, *y;
    size_t count;
    const double *low, *high;
};

/* A horizontal reference line over the whole width. */
struct level {
    const char *label;
    double y;
};

struct figure {
    const char *title, *x_label, *y_label;
    const struct series *series;
    size_t series_count;
    const struct level *levels;
    size_t level_count;
    bool is_log;          /* the y axis: what is not above 0 lies on its lower end */
    double width, height; /* of the SVG in pixels; 0: the usual */
};

/* Axes that hold the points with both numbers finite, and along y the bands of these and the finite
 * levels; with `most` ticks or fewer, and along x with their labels in `room` characters. */
void figure_x_axis(const struct figure *figure, struct axis *axis, size_t most, size_t room);
void figure_y_axis(const struct figure *figure, struct axis *axis, size_t most);

/* Whether point i can be drawn, and whether it has a band. */
bool series_seen(const struct series *series, size_t i);
bool series_has_band(const struct series *series, size_t i);

/* The last point that can be drawn; false when there is none. */
bool series_last(const struct series *series, size_t *i);

/* A rectangle on paper and the axes along it: value to position, y upwards in values and downwards
 * on paper. The positions are finite and inside the rectangle whatever the value. */
struct frame {
    double left, top, right, bottom;
    struct axis x, y;
};

/* A straight line on paper. */
struct segment {
    double x0, y0, x1, y1;
};

/* The line to point i from the one before it; from itself where that one cannot be drawn. */
struct segment frame_segment(const struct frame *frame, const struct series *series, size_t i);

/* Where a value stands on paper, along x and along y. */
double frame_x(const struct frame *frame, double value);
double frame_y(const struct frame *frame, double value);

#endif
