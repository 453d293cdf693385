/* Ticks: see ticks.h. */
#include "draw/ticks.h"

#include "base/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* mantissa * 10^exponent, mantissa 1, 2 or 5. */
struct step {
    int mantissa, exponent;
};

/* The ticks are the multiples first..last of the step. */
struct choice {
    struct step step;
    double first, last;
};

struct range range_empty(void) {
    return (struct range){INFINITY, -INFINITY};
}

void range_include(struct range *range, double value) {
    if (!isfinite(value)) return;
    if (value < range->min) range->min = value;
    if (value > range->max) range->max = value;
}

/* n * step, correctly rounded: the C library's decimal reader is exact where pow is not. */
static double multiple(struct step step, double n) {
    char decimal[64];
    snprintf(decimal, sizeof decimal, "%.0fe%d", n * step.mantissa, step.exponent);
    return strtod(decimal, NULL) + 0.0; /* no -0 */
}

static struct step step_after(struct step step) {
    if (step.mantissa == 5) return (struct step){1, step.exponent + 1};
    return (struct step){step.mantissa == 1 ? 2 : 5, step.exponent};
}

static struct step step_before(struct step step) {
    if (step.mantissa == 1) return (struct step){5, step.exponent - 1};
    return (struct step){step.mantissa == 5 ? 2 : 1, step.exponent};
}

/* 10^k <= x < 10^(k+1), for x > 0. */
static struct step step_below(double x) {
    char decimal[64];
    snprintf(decimal, sizeof decimal, "%.17e", x);
    return (struct step){1, atoi(strchr(decimal, 'e') + 1)};
}

/* What an axis can show: not empty, wide against its magnitude, from 0 where 0 is near. */
static struct range widened(struct range range) {
    double size = fmax(fabs(range.min), fabs(range.max));
    if (range.min > range.max || size < 1e-300) return (struct range){0, 1};
    bool constant = range.max / 2 - range.min / 2 < size * 1e-9;
    if (range.min > 0 && (constant || range.min <= range.max / 2)) range.min = 0;
    if (range.max < 0 && constant) range.max = 0;
    return range;
}

/* The multiples inside the range, and one outside where it is less than a third of a step away. */
static struct choice choose(struct range range, struct step step) {
    double size = multiple(step, 1);
    struct choice choice = {step, ceil(range.min / size - 1.0 / 3),
                            floor(range.max / size + 1.0 / 3)};
    if (!isfinite(multiple(step, choice.first))) choice.first++;
    if (!isfinite(multiple(step, choice.last))) choice.last--;
    return choice;
}

static double choice_count(struct choice choice) {
    return choice.last - choice.first + 1;
}

static struct choice choose_step(struct range range, size_t most) {
    double half = range.max / 2 - range.min / 2; /* half: the whole may overflow */
    struct choice choice = choose(range, step_below(half / (double)most));
    while (choice_count(choice) > (double)most) choice = choose(range, step_after(choice.step));
    while (choice_count(choice) < 2) choice = choose(range, step_before(choice.step));
    return choice;
}

/* The digits of an integer but for the zeros at its end, at least 1. */
static int significant_digits(double n) {
    char digits[64];
    int length = snprintf(digits, sizeof digits, "%.0f", fabs(n));
    while (length > 1 && digits[length - 1] == '0') length--;
    return length;
}

/* 1.5e308, without the plus sign and the zeros of printf's exponent. */
static void label_exponent(struct tick *tick, struct step step, double n) {
    char decimal[64];
    int digits = significant_digits(n * step.mantissa);
    snprintf(decimal, sizeof decimal, "%.*e", digits - 1, tick->value);
    char *exponent = strchr(decimal, 'e');
    *exponent = '\0';
    snprintf(tick->label, sizeof tick->label, "%.16se%d", decimal, atoi(exponent + 1));
}

static void label_tick(struct tick *tick, struct step step, double n, bool plain) {
    int decimals = step.exponent < 0 ? -step.exponent : 0;
    if (plain) {
        snprintf(tick->label, sizeof tick->label, "%.*f", decimals, tick->value);
    } else if (n == 0) {
        snprintf(tick->label, sizeof tick->label, "0");
    } else {
        label_exponent(tick, step, n);
    }
}

void axis_init(struct axis *axis, struct range range, size_t most) {
    axis_place(axis, widened(range), most);
}

void axis_place(struct axis *axis, struct range range, size_t most) {
    most = most < 3 ? 3 : most > AXIS_TICKS ? AXIS_TICKS : most;
    struct choice choice = choose_step(range, most);
    bool plain = fmax(fabs(range.min), fabs(range.max)) < 1e7 && choice.step.exponent >= -5;
    *axis = (struct axis){.count = (size_t)choice_count(choice)};
    for (size_t i = 0; i < axis->count; i++) {
        double n = choice.first + (double)i;
        axis->ticks[i].value = multiple(choice.step, n);
        label_tick(&axis->ticks[i], choice.step, n, plain);
    }
    axis->min = fmin(range.min, axis->ticks[0].value);
    axis->max = fmax(range.max, axis->ticks[axis->count - 1].value);
}

void axis_init_in(struct axis *axis, struct range range, size_t most, size_t room) {
    do {
        axis_init(axis, range, most);
    } while (axis->count * (axis_label_width(axis) + 2) > room && most-- > 3);
}

size_t axis_label_width(const struct axis *axis) {
    size_t width = 0;
    for (size_t i = 0; i < axis->count; i++) {
        size_t length = strlen(axis->ticks[i].label);
        if (length > width) width = length;
    }
    return width;
}

static double log_fraction(const struct axis *axis, double value) {
    if (!(value > axis->min)) return 0;
    double min = elementary_log(axis->min), max = elementary_log(axis->max);
    return fmin(1, (elementary_log(value) - min) / (max - min));
}

double axis_fraction(const struct axis *axis, double value) {
    if (axis->is_log) return log_fraction(axis, value);
    double fraction = (value / 2 - axis->min / 2) / (axis->max / 2 - axis->min / 2);
    return fmax(0, fmin(1, fraction));
}
