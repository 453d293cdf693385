/* Ticks of logarithmic axes: see ticks.h. */
#include "draw/ticks.h"

#include "base/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rungs of a ladder: 1, 2 and 5 in each decade (stride 0), or each stride-th power of ten. */
static const int strides[] = {0, 1, 2, 5, 10, 20, 50, 100, 200};

/* What is drawn of the smallest numbers would have ticks that are 0. */
static const double smallest = 1e-300;

struct rung {
    int mantissa, exponent;
};

/* Rung k; rung 0 is 1. */
static struct rung rung_of(int stride, int k) {
    if (stride) return (struct rung){1, k * stride};
    int rest = (k % 3 + 3) % 3;
    return (struct rung){rest == 0 ? 1 : rest == 1 ? 2 : 5, (k - rest) / 3};
}

/* Correctly rounded; 0 or inf beyond the numbers there are. */
static double rung_value(struct rung rung) {
    char decimal[32];
    snprintf(decimal, sizeof decimal, "%de%d", rung.mantissa, rung.exponent);
    return strtod(decimal, NULL);
}

static double value_at(int stride, int k) {
    return rung_value(rung_of(stride, k));
}

/* The last rung at or below x, x > 0. */
static int last_below(int stride, double x) {
    char decimal[32];
    snprintf(decimal, sizeof decimal, "%.17e", x);
    int decade = atoi(strchr(decimal, 'e') + 1);
    int k = stride ? decade / stride - 1 : 3 * decade;
    while (value_at(stride, k + 1) <= x) k++;
    return k;
}

/* How far x is from rung k to the next one, 0..1. */
static double part_of_rung(int stride, int k, double x) {
    double low = elementary_log(value_at(stride, k));
    return (elementary_log(x) - low) / (elementary_log(value_at(stride, k + 1)) - low);
}

/* The rungs first..last inside the range, and one outside that is less than a third away. */
struct rungs {
    int stride, first, last;
};

static struct rungs choose_rungs(struct range range, int stride) {
    int first = last_below(stride, range.min), last = last_below(stride, range.max);
    bool reach = value_at(stride, first) < smallest;
    if (reach ||
        (value_at(stride, first) < range.min && part_of_rung(stride, first, range.min) > 1.0 / 3)) {
        first++;
    }
    if (isfinite(value_at(stride, last + 1)) && part_of_rung(stride, last, range.max) > 2.0 / 3) {
        last++;
    }
    return (struct rungs){stride, first, last};
}

static void label_rung(struct tick *tick, struct rung rung, bool plain) {
    int decimals = rung.exponent < 0 ? -rung.exponent : 0;
    if (plain) {
        snprintf(tick->label, sizeof tick->label, "%.*f", decimals, tick->value);
    } else {
        snprintf(tick->label, sizeof tick->label, "%de%d", rung.mantissa, rung.exponent);
    }
}

static void place_rungs(struct axis *axis, struct range range, struct rungs rungs) {
    int low = rung_of(rungs.stride, rungs.first).exponent;
    int high = rung_of(rungs.stride, rungs.last).exponent;
    *axis = (struct axis){.is_log = true};
    for (int k = rungs.first; k <= rungs.last; k++) {
        struct tick *tick = &axis->ticks[axis->count++];
        tick->value = value_at(rungs.stride, k);
        label_rung(tick, rung_of(rungs.stride, k), low >= -5 && high <= 6);
    }
    axis->min = fmin(range.min, axis->ticks[0].value);
    axis->max = fmax(range.max, axis->ticks[axis->count - 1].value);
}

static void init_narrow(struct axis *axis, struct range range, size_t most) {
    axis_place(axis, range, most);
    axis->is_log = true;
}

/* The finest ladder with few enough rungs; one that has 1 rung gets another. */
static void init_wide(struct axis *axis, struct range range, size_t most) {
    struct rungs rungs = choose_rungs(range, strides[0]);
    for (size_t i = 1; (size_t)(rungs.last - rungs.first) >= most; i++) {
        rungs = choose_rungs(range, strides[i]);
    }
    while (rungs.last <= rungs.first) {
        bool up = isfinite(value_at(rungs.stride, rungs.last + 1));
        *(up ? &rungs.last : &rungs.first) += up ? 1 : -1;
    }
    place_rungs(axis, range, rungs);
}

void axis_init_log(struct axis *axis, struct range range, size_t most) {
    if (range.min > range.max) range = (struct range){1, 10};
    range.min = fmax(range.min, smallest);
    range.max = fmax(range.max, range.min);
    if (range.max / range.min < 1 + 1e-9) {
        range = (struct range){range.min / 2, fmax(range.max, 2 * fmin(range.max, 0.8e308))};
    }
    most = most < 5 ? 5 : most > AXIS_TICKS ? AXIS_TICKS : most;
    (range.max / 2 < range.min ? init_narrow : init_wide)(axis, range, most);
}

bool axis_minor(const struct axis *axis, size_t i, double *value) {
    double first = axis->ticks[0].value, second = axis->ticks[1].value;
    if (!axis->is_log || fabs(second / first - 10) > 1e-6) return false;
    struct rung decade = {1, last_below(1, axis->min)};
    decade.exponent += (int)(i / 8);
    decade.mantissa = 2 + (int)(i % 8);
    *value = rung_value(decade);
    return *value <= axis->max;
}
