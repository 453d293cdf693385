/* Axes with ticks as people choose them: 1, 2 or 5 times a power of ten apart, or on a logarithmic
 * axis 1, 2 and 5 in each decade, or powers of ten.
 *
 * Rules: any two doubles make an axis. It has at least 2 and at most AXIS_TICKS ticks, increasing,
 * none outside min..max, and min < max. Logarithms are those of base/elementary.h, and no power of
 * libm is used, so that the same data give the same axis on every machine. */
#ifndef DRAW_TICKS_H
#define DRAW_TICKS_H

#include <stdbool.h>
#include <stddef.h>

enum { AXIS_TICKS = 12 };

/* The smallest and largest of some values; min > max: of none. */
struct range {
    double min, max;
};

/* The range of no values, inf to -inf. */
struct range range_empty(void);

/* Widens the range to hold the value; passes over one that is not finite. */
void range_include(struct range *range, double value);

struct tick {
    double value;
    char label[24]; /* ASCII, with just the decimals that the step needs */
};

struct axis {
    double min, max;
    bool is_log; /* min > 0 */
    size_t count;
    struct tick ticks[AXIS_TICKS];
};

/* An axis that holds the range, with `most` ticks (3..AXIS_TICKS) or fewer; up to 5 where that
 * would leave fewer than 2. It begins at 0 where the range is positive and its minimum at most
 * half its maximum, and an end that is less than a third of a step from a tick moves to it. An
 * empty range makes 0..1; a single value c makes the axis from 0 to c. */
void axis_init(struct axis *axis, struct range range, size_t most);

/* The same from the range's own ends, wherever 0 is. Needs min < max. */
void axis_place(struct axis *axis, struct range range, size_t most);

/* A logarithmic axis that holds the range where it is above 0, with `most` or 5 ticks or fewer. An
 * end that is less than a third of the way from a tick moves to it. Where the range is not even
 * twofold its ticks are equally far apart. An empty range makes 1..10; a single value c lies
 * between c/2 and 2c. */
void axis_init_log(struct axis *axis, struct range range, size_t most);

/* As axis_init, with as many of `most` ticks as have room for their labels side by side in `room`
 * characters, 2 apart. */
void axis_init_in(struct axis *axis, struct range range, size_t most, size_t room);

/* The characters of the longest label. */
size_t axis_label_width(const struct axis *axis);

/* Tick number i of those between a logarithmic axis' powers of ten, which have no labels: 2..9 of
 * each decade, where all of these have labels; the first ones may be below min. False after the
 * last. */
bool axis_minor(const struct axis *axis, size_t i, double *value);

/* Where the value lies: 0 at min, 1 at max, never outside. */
double axis_fraction(const struct axis *axis, double value);

#endif
