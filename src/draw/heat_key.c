/* What the heat maps of a group share: see heat_key.h. */
#include "draw/heat_key.h"

#include "draw/columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool heatmap_is_masked(const struct heatmap *map, size_t row, size_t column) {
    return map->masked && map->masked[row * map->columns + column];
}

const char *heatmap_label(const char *const *labels, size_t i, char number[HEAT_LABEL_SIZE]) {
    if (labels) return labels[i];
    snprintf(number, HEAT_LABEL_SIZE, "%zu", i + 1);
    return number;
}

size_t heatmap_label_width(const char *const *labels, size_t count, size_t most) {
    char number[HEAT_LABEL_SIZE];
    size_t width = 0;
    for (size_t i = labels || !count ? 0 : count - 1; i < count && width < most; i++) {
        size_t columns = columns_of(heatmap_label(labels, i, number));
        if (columns > width) width = columns;
    }
    return width < most ? width : most;
}

/* Calls `take` with every number that a cell of the group shows. */
static void each_value(struct heat_key *key, const struct heat_group *group,
                       void (*take)(struct heat_key *key, double value)) {
    for (size_t m = 0; m < group->count; m++) {
        const struct heatmap *map = &group->maps[m];
        for (size_t i = 0; i < map->rows * map->columns; i++) {
            if (!map->masked || !map->masked[i]) take(key, map->values[i]);
        }
    }
}

/* The range is collected in the ends of the axis. */
static void take_range(struct heat_key *key, double value) {
    struct range range = {key->axis.min, key->axis.max};
    range_include(&range, value);
    if (key->scale == HEAT_SIGNED) range_include(&range, -value);
    key->axis.min = range.min;
    key->axis.max = range.max;
}

/* Numbers from 0 to 1 are as wide as each other, and need not all be written to see it. */
static bool is_wide_enough(const struct heat_key *key, double value) {
    return value >= 0 && value <= 1 && !key->is_exponent && key->width >= (size_t)key->decimals + 2;
}

static void take_width(struct heat_key *key, double value) {
    char number[HEAT_NUMBER_SIZE];
    if (is_wide_enough(key, value)) return;
    size_t width = strlen(heat_key_number(key, value, number));
    if (width > key->width) key->width = width;
}

/* The exponent of ten of a number as it is written with so many digits in all. */
static int exponent_of(double value, int digits) {
    char decimal[64];
    snprintf(decimal, sizeof decimal, "%.*e", digits - 1, value);
    return atoi(strchr(decimal, 'e') + 1);
}

static void choose_form(struct heat_key *key, struct range range, int decimals) {
    double largest = range.min > range.max ? 0 : fmax(fabs(range.min), fabs(range.max));
    int exponent = largest > 0 ? exponent_of(largest, decimals + 1) : 0;
    key->is_exponent = exponent > 5 || exponent < -3;
    if (key->is_exponent) {
        key->decimals = decimals - 1;
    } else if (exponent >= 0) {
        key->decimals = exponent < decimals ? decimals - exponent : 0;
    } else {
        key->decimals = decimals - exponent - 1;
    }
}

void heat_key_init(struct heat_key *key, const struct heat_group *group, int decimals) {
    struct range range = range_empty();
    *key = (struct heat_key){.scale = group->scale, .width = 1};
    key->axis.min = range.min;
    key->axis.max = range.max;
    each_value(key, group, take_range);
    range = (struct range){key->axis.min, key->axis.max};
    choose_form(key, range, decimals);
    if (key->scale == HEAT_WEIGHTS) {
        range = (struct range){0, 1};
        key->decimals = decimals;
        key->is_exponent = false;
    }
    /* what an axis takes for nothing at all */
    if (key->scale == HEAT_SIGNED && !(range.max > 1e-300)) range = (struct range){-1, 1};
    axis_init(&key->axis, range, 6);
    each_value(key, group, take_width);
}

/* Takes the sign off a number that was rounded to zero. */
static void drop_sign_of_zero(char *number) {
    if (*number != '-' || number[1 + strspn(number + 1, "0.")]) return;
    memmove(number, number + 1, strlen(number));
}

/* 1.2e9 and 1.2e-9, without the plus sign and the zeros of printf's exponent. */
static void shorten_exponent(char *number) {
    char *exponent = strchr(number, 'e');
    if (exponent) snprintf(exponent, 8, "e%d", atoi(exponent + 1));
}

char *heat_key_number(const struct heat_key *key, double value, char number[HEAT_NUMBER_SIZE]) {
    if (isnan(value)) return strcpy(number, "nan");
    if (isinf(value)) return strcpy(number, value < 0 ? "-inf" : "inf");
    if (value != 0 && (key->is_exponent || fabs(value) >= 1e15)) {
        snprintf(number, HEAT_NUMBER_SIZE, "%.*e", key->is_exponent ? key->decimals : 1, value);
        shorten_exponent(number);
    } else {
        snprintf(number, HEAT_NUMBER_SIZE, "%.*f", key->is_exponent ? 0 : key->decimals, value);
        drop_sign_of_zero(number);
    }
    return number;
}

double heat_key_fraction(const struct heat_key *key, double value) {
    if (isinf(value)) return value > 0;
    return axis_fraction(&key->axis, value);
}

struct colour heat_key_colour(const struct heat_key *key, double value) {
    if (isnan(value)) return (struct colour){215, 215, 215};
    double fraction = heat_key_fraction(key, value);
    return key->scale == HEAT_SIGNED ? colours_two_sided(fraction) : colours_viridis(fraction);
}
