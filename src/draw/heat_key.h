/* What the heat maps of a group share: the scale from numbers to colours, and the form of numbers. */
#ifndef DRAW_HEAT_KEY_H
#define DRAW_HEAT_KEY_H

#include "draw/colours.h"
#include "draw/heatmap.h"
#include "draw/ticks.h"

enum { HEAT_NUMBER_SIZE = 32, HEAT_LABEL_SIZE = 24 };

struct heat_key {
    enum heat_scale scale;
    struct axis axis; /* the scale's ends, and ticks on it */
    int decimals;     /* of a number */
    bool is_exponent; /* numbers are written as 1.2e9 */
    size_t width;     /* characters of the widest number that is in a cell, at least 1 */
};

/* The key of the group. A number has `decimals` where the largest is below 10, fewer where it is
 * larger, and more where it is below 0.1: as many digits in all. */
void heat_key_init(struct heat_key *key, const struct heat_group *group, int decimals);

/* Writes the number in the key's form (never "-0.00"); returns `number`. */
char *heat_key_number(const struct heat_key *key, double value, char number[HEAT_NUMBER_SIZE]);

/* Where the number lies on the scale, 0..1, and its colour; grey for nan. */
double heat_key_fraction(const struct heat_key *key, double value);
struct colour heat_key_colour(const struct heat_key *key, double value);

/* Whether that cell is masked. */
bool heatmap_is_masked(const struct heatmap *map, size_t row, size_t column);

/* Label i of a row or column: the given one, or else the number i+1, written into `number`. */
const char *heatmap_label(const char *const *labels, size_t i, char number[HEAT_LABEL_SIZE]);

/* The characters of the longest of the first `count` labels, counted at most as `most`. */
size_t heatmap_label_width(const char *const *labels, size_t count, size_t most);

#endif
