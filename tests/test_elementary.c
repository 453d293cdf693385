/* Elementary functions, against the C library in a wider format. */
#include "base/elementary.h"
#include "base/random.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

static const struct random_key key = {31, 32};
static const double LIBRARY = LDBL_MANT_DIG > DBL_MANT_DIG ? 0 : 1; /* what it errs itself */
static const double INF = (double)INFINITY;

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Any bits that are a finite number. */
static double random_bits(uint64_t t) {
    uint64_t bits = random_word(key, t, 0);
    return isfinite(double_of(bits)) ? double_of(bits) : double_of(bits & ~(1ULL << 62));
}

static double random_between(uint64_t t, double low, double high) {
    return low + (high - low) * random_unit(key, t, 1);
}

/* The error in units of the last place of a double near the true value. */
static double error_in_places(double found, long double truth) {
    if (fabsl(truth) > DBL_MAX) return isinf(found) && (found > 0) == (truth > 0) ? 0 : INF;
    int exponent = truth == 0 ? -1022 : ilogbl(truth);
    if (exponent < -1022) exponent = -1022;
    return (double)fabsl((found - truth) / ldexpl(1, exponent - 52));
}

struct function {
    const char *name;
    double (*ours)(double x);
    long double (*truth)(long double x);
    double places; /* the most it may err: 2 are promised, and some do better */
};

static const struct function exponential = {"exp", elementary_exp, expl, 1};
static const struct function logarithm = {"log", elementary_log, logl, 1};
static const struct function tangent = {"tanh", elementary_tanh, tanhl, 2};
static const struct function sine = {"sin", elementary_sin, sinl, 2};
static const struct function cosine = {"cos", elementary_cos, cosl, 2};

static void assert_close(const struct function *f, double x) {
    double error = error_in_places(f->ours(x), f->truth(x));
    cr_assert(error <= f->places + LIBRARY, "%s(%a) = %a is %g places from %La", f->name, x,
              f->ours(x), error, f->truth(x));
}

/* The double itself and the two next to it. */
static void assert_close_around(const struct function *f, double x) {
    assert_close(f, x);
    assert_close(f, nextafter(x, -INF));
    assert_close(f, nextafter(x, INF));
}

Test(elementary, exp_is_close) {
    for (uint64_t t = 0; t < 200000; t++) {
        assert_close(&exponential, random_between(t, -745.5, 710));
        assert_close(&exponential, random_between(t, -2, 2));
        assert_close(&exponential, random_between(t, -0.001, 0.001));
    }
    for (uint64_t t = 0; t < 20000; t++) assert_close(&exponential, random_bits(t));
    for (int k = -1075; k <= 1024; k++) {
        assert_close_around(&exponential, k * 0.69314718055994531);
        assert_close_around(&exponential, (k + 0.5) * 0.69314718055994531);
    }
}

Test(elementary, exp_at_the_ends) {
    cr_expect(elementary_exp(0) == 1 && elementary_exp(-0.0) == 1);
    cr_expect(elementary_exp(INF) == INF && elementary_exp(-INF) == 0);
    cr_expect(isnan(elementary_exp((double)NAN)));
    cr_expect(elementary_exp(DBL_MAX) == INF && elementary_exp(-DBL_MAX) == 0);
    cr_expect(elementary_exp(DBL_MIN) == 1 && elementary_exp(-5e-324) == 1);
    cr_expect(isfinite(elementary_exp(0x1.62e42fefa39efp9)), "the last that is finite");
    cr_expect(elementary_exp(0x1.62e42fefa39f0p9) == INF);
    cr_expect(elementary_exp(-0x1.74910d52d3051p9) == 5e-324, "the last that is not 0");
    cr_expect(elementary_exp(-0x1.74910d52d3053p9) == 0);
    cr_expect(elementary_exp(-710) > 0 && elementary_exp(-710) < DBL_MIN);
}

Test(elementary, log_is_close) {
    for (uint64_t t = 0; t < 200000; t++) {
        assert_close(&logarithm, fabs(random_bits(t)));
        assert_close(&logarithm, random_between(t, 0.5, 2));
        assert_close(&logarithm, random_between(t, 0.999, 1.001));
    }
    for (uint64_t t = 0; t < 20000; t++) {
        assert_close(&logarithm, double_of(1 + (random_word(key, t, 2) >> 12)));
    }
    for (int k = -1074; k < 1024; k++) {
        assert_close_around(&logarithm, ldexp(1, k) + 5e-324);
        assert_close_around(&logarithm, ldexp(1.4142135623730951, k) + 5e-324);
    }
}

Test(elementary, log_at_the_ends) {
    cr_expect(elementary_log(1) == 0 && !signbit(elementary_log(1)));
    cr_expect(elementary_log(0) == -INF && elementary_log(-0.0) == -INF);
    cr_expect(elementary_log(INF) == INF);
    cr_expect(isnan(elementary_log((double)NAN)) && isnan(elementary_log(-INF)));
    cr_expect(isnan(elementary_log(-1)) && isnan(elementary_log(-5e-324)));
    assert_close(&logarithm, 5e-324);
    assert_close_around(&logarithm, DBL_MIN);
    assert_close(&logarithm, DBL_MAX);
    assert_close_around(&logarithm, 1);
}

Test(elementary, tanh_is_close) {
    for (uint64_t t = 0; t < 200000; t++) {
        assert_close(&tangent, random_between(t, -23, 23));
        assert_close(&tangent, random_between(t, -1, 1));
        assert_close(&tangent, random_between(t, -0.01, 0.01));
    }
    for (uint64_t t = 0; t < 20000; t++) assert_close(&tangent, random_bits(t));
    assert_close_around(&tangent, 0.55);
    assert_close_around(&tangent, -0.55);
    assert_close_around(&tangent, 22);
}

Test(elementary, tanh_at_the_ends) {
    cr_expect(elementary_tanh(0) == 0 && !signbit(elementary_tanh(0)));
    cr_expect(elementary_tanh(-0.0) == 0 && signbit(elementary_tanh(-0.0)));
    cr_expect(elementary_tanh(INF) == 1 && elementary_tanh(-INF) == -1);
    cr_expect(elementary_tanh(DBL_MAX) == 1 && elementary_tanh(-DBL_MAX) == -1);
    cr_expect(isnan(elementary_tanh((double)NAN)));
    cr_expect(elementary_tanh(5e-324) == 5e-324 && elementary_tanh(-DBL_MIN) == -DBL_MIN);
    for (uint64_t t = 0; t < 10000; t++) {
        double x = random_between(t, 0, 25);
        cr_assert(elementary_tanh(-x) == -elementary_tanh(x) && elementary_tanh(x) <= 1, "%a", x);
    }
}

/* cos(2 pi u) by what is left to the nearest quarter of a turn, which is exact. */
static long double cos_turns(double u) {
    double turn = fmod(fabs(u), 1), quarter = floor(turn * 4 + 0.5);
    long double angle = (turn - quarter / 4) * 6.283185307179586476925286766559005768L;
    int which = (int)quarter % 4;
    return which == 0   ? cosl(angle)
           : which == 1 ? -sinl(angle)
           : which == 2 ? -cosl(angle)
                        : sinl(angle);
}

static void assert_cos(double u) {
    double found = elementary_cos_turns(u), error = error_in_places(found, cos_turns(u));
    cr_assert(error <= 2 + LIBRARY, "cos(%a turns) = %a is %g places from %La", u, found, error,
              cos_turns(u));
    if (fabs(u) > 1) return;
    double direct = cos(6.283185307179586 * u);
    cr_assert(fabs(found - direct) < 2e-15, "cos(%a turns) = %a, not %a", u, found, direct);
}

Test(elementary, cos_is_close) {
    for (uint64_t t = 0; t < 200000; t++) {
        assert_cos(random_between(t, 0, 1));
        assert_cos(random_between(t, -1000, 1000));
        assert_cos(0.25 * (double)(t % 5) + random_between(t, -0.0001, 0.0001));
    }
    for (uint64_t t = 0; t < 50000; t++) {
        double u = random_bits(t);
        if (fabs(u) <= 0x1p51) assert_cos(u);
    }
    for (int i = 0; i <= 16; i++) {
        assert_cos(nextafter(i / 8.0, INF));
        assert_cos(nextafter(i / 8.0, -INF));
    }
}

Test(elementary, cos_of_quarters_is_exact) {
    static const double quarters[] = {1, 0, -1, 0};
    for (int i = 0; i < 4000; i++) {
        cr_assert(elementary_cos_turns(i / 4.0) == quarters[i % 4], "%d quarters", i);
        cr_assert(elementary_cos_turns(-i / 4.0) == quarters[i % 4], "%d quarters", i);
        cr_assert(elementary_cos_turns(0x1p50 - i / 4.0) == quarters[i % 4], "%d quarters", i);
    }
    cr_expect(elementary_cos_turns(0x1p51) == 1 && elementary_cos_turns(-0.0) == 1);
    cr_expect(elementary_cos_turns(5e-324) == 1);
}

static void assert_circle_around(double x) {
    assert_close_around(&sine, x);
    assert_close_around(&cosine, x);
}

Test(elementary, sin_and_cos_are_close) {
    for (uint64_t t = 0; t < 200000; t++) {
        assert_circle_around(random_between(t, -4, 4));
        assert_circle_around(random_between(t, -ELEMENTARY_MOST_RADIANS, ELEMENTARY_MOST_RADIANS) /
                             1.0001);
        assert_circle_around((double)t);
    }
    for (uint64_t t = 0; t < 50000; t++) {
        double x = random_bits(t);
        if (fabs(x) < ELEMENTARY_MOST_RADIANS) assert_circle_around(x);
    }
}

/* Where one of them is nearly 0, and where the quarter changes. */
Test(elementary, sin_and_cos_at_the_ends) {
    for (int i = 1; i < 200000; i++) {
        assert_circle_around((double)(i * 0.78539816339744830961566L));
        assert_circle_around((double)(-i * 200 * 1.57079632679489661923L));
    }
    cr_expect(elementary_cos(0) == 1 && elementary_cos(-0.0) == 1);
    cr_expect(elementary_sin(0) == 0 && !signbit(elementary_sin(0)));
    cr_expect(elementary_sin(-0.0) == 0 && signbit(elementary_sin(-0.0)));
    cr_expect(elementary_sin(5e-324) == 5e-324 && elementary_sin(-DBL_MIN) == -DBL_MIN);
    assert_close(&sine, ELEMENTARY_MOST_RADIANS);
    assert_close(&cosine, ELEMENTARY_MOST_RADIANS);
}

Test(elementary, powers) {
    cr_expect(elementary_power(7, 0) == 1 && elementary_power(0, 0) == 1);
    cr_expect(elementary_power(0.9, 1) == 0.9 && elementary_power(0, 5) == 0);
    cr_expect(elementary_power(3, 20) == 3486784401.0);
    cr_expect(elementary_power(-2, 63) == -0x1p63 && elementary_power(-1, UINT64_MAX) == -1);
    cr_expect(elementary_power(2, 1023) == 0x1p1023 && elementary_power(2, 1024) == INF);
    cr_expect(elementary_power(0.9, UINT64_MAX) == 0 && elementary_power(1, UINT64_MAX) == 1);
    for (uint64_t n = 1; n < 100000; n += 1 + n / 50) {
        long double truth = powl(0.999L + (0.999 - 0.999L), n);
        double error = error_in_places(elementary_power(0.999, n), truth);
        cr_assert(error <= (double)n, "0.999^%llu is %g places off", (unsigned long long)n, error);
    }
}
