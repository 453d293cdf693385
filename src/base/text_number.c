/* Numbers as text: see text.h. */
#include "base/text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static bool text_not_finite(struct text *text, double value) {
    if (isfinite(value)) return false;
    text_string(text, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    return true;
}

/* Appends the digits of the value; where they are those of a whole number, without exponent: 10, not
 * 1e+01. */
static void text_digits(struct text *text, const char *digits, double value) {
    bool is_whole = fabs(value) < 1e15 && value == floor(value) && strtod(digits, NULL) == value;
    if (is_whole) {
        text_format(text, "%.0f", value);
    } else {
        text_string(text, digits);
    }
}

/* 10^0 .. 10^12: times a float, 24 bits with at most 28, each is exact in double precision. */
static const double POWERS[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};

/* How many digits of a size from 1e-4 to 1e7 stand before the point; 0.01 has -1. */
static int digits_before_point(double size) {
    int count = 0;
    while (size >= POWERS[count]) count++;
    while (count < 1 && size * POWERS[1 - count] < 1) count--;
    return count;
}

enum reads_back { READS_BACK, READS_OTHERWISE, UNCLEAR };

/* Sets *whole to the first `precision` digits of the size, rounded, and tells whether they read back
 * as that float; at a tie, or where rounding makes a digit more, that is left open. half: see
 * half_distance. */
static enum reads_back round_digits(double size, double half, int precision, int before,
                                    double *whole) {
    double power = POWERS[precision - before], scaled = size * power, rest;
    *whole = floor(scaled);
    rest = scaled - *whole;
    if (rest > 0.5) *whole += 1;
    bool reads_back = fabs(*whole - scaled) < half * power;
    if (rest == 0.5 || (reads_back && *whole == POWERS[precision])) return UNCLEAR;
    return reads_back ? READS_BACK : READS_OTHERWISE;
}

/* Writes that number of digits with the point in its place, none at the end: 0.00123 has
 * `before` = -2. */
static void place_digits(char *to, double whole, int precision, int before) {
    int zeros = before < 1 ? 1 - before : 0, length = precision + zeros + (before < precision);
    uint64_t left = (uint64_t)whole;
    to[length] = '\0';
    for (int i = length - 1; i >= 0; i--) {
        bool point = i == (before < 1 ? 1 : before);
        to[i] = (char)(point ? '.' : '0' + left % 10);
        if (!point) left /= 10;
    }
}

/* Half the distance to the floats beside it. Below a power of two they are closer; those from 1e-4 to
 * 1e7 have the same digits all the same. */
static double half_distance(float value) {
    int exponent;
    frexpf(value, &exponent);
    return ldexp(1, exponent - 25);
}

/* What text_float writes for a float from 1e-4 to 1e7, without asking printf for each number of digits;
 * false for another one, and where a rounding is not clear. Most need 8 digits or 9; where 7 do not
 * read back, fewer do not: see text_double. */
static bool write_quickly(char digits[32], float value) {
    double size = fabs((double)value), whole;
    if (!(size >= 1e-4 && size < 1e7)) return false;
    double half = half_distance(value);
    int before = digits_before_point(size), precision = 7;
    enum reads_back found = round_digits(size, half, precision, before, &whole);
    if (found == READS_BACK) {
        precision = before < 1 ? 0 : before - 1;
        found = READS_OTHERWISE;
    }
    while (found == READS_OTHERWISE) {
        found = round_digits(size, half, ++precision, before, &whole);
    }
    *digits = '-';
    place_digits(digits + (value < 0), whole, precision, before);
    return found == READS_BACK;
}

/* Writes it with that many digits; returns whether they read back as it. */
static bool write_float(char digits[32], int precision, float value) {
    snprintf(digits, 32, "%.*g", precision, (double)value);
    return strtof(digits, NULL) == value;
}

/* Most numbers need 8 digits or 9. Where 7 do not read back, fewer do not: see text_double. */
void text_float(struct text *text, float value) {
    if (text_not_finite(text, (double)value)) return;
    char digits[32];
    if (write_quickly(digits, value)) {
        text_string(text, digits);
        return;
    }
    int precision = write_float(digits, 7, value) ? 1 : 8;
    while (!write_float(digits, precision, value)) precision++;
    text_digits(text, digits, (double)value);
}

/* Where 15 digits do not read back, fewer do not: the 15-digit number nearest to the value is at
 * least as near as any shorter one, and most values need more. */
void text_double(struct text *text, double value) {
    if (text_not_finite(text, value)) return;
    char digits[40];
    snprintf(digits, sizeof digits, "%.15g", value);
    for (int precision = strtod(digits, NULL) == value ? 1 : 16; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    text_digits(text, digits, value);
}
