/* Sine and cosine in double precision: see elementary.h. */
#include "base/elementary.h"

#include <math.h>
#include <stddef.h>

static const double TAU = 0x1.921fb54442d18p2;
static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

/* pi/2 in parts; all but the last have at most 26 bits, so that k times each of them is exact for
 * |k| <= 2^27. */
static const double half_pi[] = {0x1.921fb5p0, 0x1.110b46p-26, 0x1.1a6263p-54, 0x1.8a2e03p-81};
static const double HALF_PI_REST = 0x1.c1cd129024e09p-107;

/* cos x and sin x for |x| <= pi/4 by their Taylor series. */
static double cos_small(double x) {
    double x2 = x * x, series = 0;
    for (int i = 18; i >= 2; i -= 2) series = (1 - series) * x2 / (i * (i - 1));
    return 1 - series;
}

static double sin_small(double x) {
    double x2 = x * x, series = 0;
    for (int i = 19; i >= 3; i -= 2) series = (1 - series) * x2 / (i * (i - 1));
    return x - x * series;
}

double elementary_cos_turns(double u) {
    u = fabs(u);
    double turn = u - floor(u);
    int quarter = (int)(turn * 4 + 0.5); /* the nearest quarter: 0..4 */
    double x = (turn - quarter * 0.25) * TAU;
    switch (quarter % 4) {
    case 0:
        return cos_small(x);
    case 1:
        return -sin_small(x);
    case 2:
        return -cos_small(x);
    default:
        return sin_small(x);
    }
}

/* x = k pi/2 + r + low with |r| <= pi/4, for 0 <= x <= 2^26; returns k mod 4. The differences lose
 * nothing: what rounding took from each is kept (Knuth's exact sum). */
static int reduce(double x, double *r, double *low) {
    double k = floor(x * TWO_OVER_PI + 0.5), rest = x, lost = 0;
    for (size_t i = 0; i < sizeof half_pi / sizeof *half_pi; i++) {
        double part = -k * half_pi[i], next = rest + part, taken = next - rest;
        lost += (rest - (next - taken)) + (part - taken);
        rest = next;
    }
    lost -= k * HALF_PI_REST;
    *r = rest + lost;
    *low = (rest - *r) + lost;
    return (int)(k - 4 * floor(k / 4));
}

/* sin(x + quarters pi/2) for 0 <= x <= 2^26. */
static double sin_from(double x, int quarters) {
    double r, low;
    quarters = (quarters + reduce(x, &r, &low)) % 4;
    double value = quarters % 2 ? cos_small(r) - low * r : sin_small(r) + low * (1 - r * r / 2);
    return quarters < 2 ? value : -value;
}

double elementary_sin(double x) {
    double value = sin_from(fabs(x), 0);
    return signbit(x) ? -value : value;
}

double elementary_cos(double x) {
    return sin_from(fabs(x), 1);
}
