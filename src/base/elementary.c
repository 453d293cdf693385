/* Elementary functions in double precision: see elementary.h. */
#include "base/elementary.h"

#include <math.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "attnlearn promises the same bytes everywhere: it cannot be built with -ffast-math"
#endif
#if defined __FLT_EVAL_METHOD__ &&                                                                 \
    (__FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2)
#error "attnlearn needs arithmetic in the digits of its types: -msse2 -mfpmath=sse on 32-bit x86"
#endif

/* ln 2 in two parts; the first has 21 trailing zero bits, so that k * LN2_HIGH is exact. */
static const double LN2_HIGH = 0x1.62e42fee00000p-1;
static const double LN2_LOW = 0x1.a39ef35793c76p-33;
static const double LOG2_E = 0x1.71547652b82fep0;

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t to_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* 2^k for k in the range of normal numbers. */
static double two_to(int k) {
    return from_bits((uint64_t)(1023 + k) << 52);
}

/* x * 2^k, rounded once, also where the result is subnormal. */
static double scale(double x, int k) {
    if (k > 1023) return x * two_to(1023) * two_to(k - 1023);
    if (k < -1022) return x * two_to(k + 1022 < -1022 ? -1022 : k + 1022) * two_to(-1022);
    return x * two_to(k);
}

/* e^x = 2^k e^r with |r| <= ln(2)/2, e^r by its Taylor series: r^14/14! < 5e-18. */
double elementary_exp(double x) {
    if (isnan(x)) return x;
    if (x > 709.8) return (double)INFINITY;
    if (x < -745.2) return 0;
    int k = (int)(x * LOG2_E + (x < 0 ? -0.5 : 0.5));
    double high = x - k * LN2_HIGH, low = k * LN2_LOW;
    double r = high - low;
    static const double inverse_factorial[] = {
        1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
        1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
        1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0,
    };
    double series = 0;
    for (int i = 11; i >= 0; i--) series = series * r + inverse_factorial[i];
    double lost = (high - r) - low; /* what rounding took from r */
    return scale(1 + (r + (series * r * r + lost)), k);
}

/* ln x = k ln 2 + ln(1+f), 1+f in [sqrt(1/2), sqrt 2); with s = f/(2+f),
 * ln(1+f) = 2 atanh s = f - f^2/2 + s (f^2/2 + R), R = 2 s^2 (1/3 + s^2/5 + s^4/7 + ...). */
double elementary_log(double x) {
    if (isnan(x) || x < 0) return (double)NAN;
    if (x == 0) return -(double)INFINITY;
    if (isinf(x)) return x;
    int k = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        k = -54;
    }
    k += (int)(to_bits(x) >> 52) - 1023;
    double m = from_bits((to_bits(x) & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
    if (m > 0x1.6a09e667f3bcdp0) {
        m /= 2;
        k++;
    }
    double f = m - 1, s = f / (2 + f), s2 = s * s, half = f * f / 2;
    double series = 0;
    for (int i = 25; i >= 3; i -= 2) series = series * s2 + 1.0 / i;
    double r = 2 * s2 * series;
    return k * LN2_HIGH - ((half - (s * (half + r) + k * LN2_LOW)) - f);
}

/* With u = 1 + x rounded, ln u times x / (u - 1) takes back what rounding did to u (Kahan). */
double elementary_log1p(double x) {
    double u = 1 + x;
    if (u == 1) return x;
    return isinf(u) ? elementary_log(x) : elementary_log(u) * (x / (u - 1));
}

/* Small x: Lambert's continued fraction x / (1 + x^2 / (3 + x^2 / (5 + ...))).
 * Others: 1 - 2 / (e^2x + 1). */
double elementary_tanh(double x) {
    double size = fabs(x);
    if (size < 0.55) {
        double x2 = x * x, tail = 21;
        for (int odd = 19; odd >= 1; odd -= 2) tail = odd + x2 / tail;
        return x / tail;
    }
    double value = size > 22 ? 1 : 1 - 2 / (elementary_exp(2 * size) + 1);
    return isnan(x) ? x : x < 0 ? -value : value;
}

double elementary_power(double x, uint64_t n) {
    double power = 1;
    for (; n; n >>= 1, x *= x) {
        if (n & 1) power *= x;
    }
    return power;
}
