/* The lanes' elementary functions, over all floats of their range in strides, and their sums. */
#include "model/fast/lanes_cross.h"

#include "support.h"

#include <math.h>
#include <string.h>

enum { STRIDE = 4099 };

static double units_off(float found, double expected) {
    float nearest = fabsf((float)expected);
    double unit = (double)nextafterf(nearest, INFINITY) - (double)nearest;
    return fabs((double)found - expected) / unit;
}

static void check(float x, struct lanes (*function)(struct lanes), double (*exact)(double),
                  const char *name) {
    float y[LANES];
    lanes_store(y, function(lanes_all(x)));
    cr_assert(units_off(y[0], exact((double)x)) <= 2, "%s(%a): %a", name, (double)x, (double)y[0]);
    for (int i = 1; i < LANES; i++) cr_assert(y[i] == y[0]);
}

static struct lanes exponential(struct lanes x) {
    return lanes_exp(x);
}

static struct lanes logarithm(struct lanes x) {
    return lanes_log(x);
}

static struct lanes hyperbolic_tangent(struct lanes x) {
    return lanes_tanh(x);
}

static float from_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

Test(lanes, exp_is_within_two_units_in_the_last_place) {
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += STRIDE) {
        float x = from_bits((uint32_t)bits);
        if (x <= 88 && x > -87.33f) check(x, exponential, exp, "exp");
    }
    float low[LANES];
    lanes_store(low, lanes_exp(lanes_all(-88)));
    cr_assert(low[0] == 0);
    lanes_store(low, lanes_exp(lanes_all(-1e30f)));
    cr_assert(low[0] == 0);
    lanes_store(low, lanes_exp(lanes_all(0)));
    cr_assert(low[0] == 1);
    lanes_store(low, lanes_exp(lanes_all(NAN)));
    cr_assert(isnan(low[0]));
}

Test(lanes, tanh_is_within_two_units_in_the_last_place) {
    float end[LANES];
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += STRIDE / 2) {
        float x = from_bits((uint32_t)bits);
        if (fabsf(x) <= 100 && fabsf(x) > 1e-36f) check(x, hyperbolic_tangent, tanh, "tanh");
    }
    lanes_store(end, lanes_tanh(lanes_all(INFINITY)));
    cr_assert(end[0] == 1);
    lanes_store(end, lanes_tanh(lanes_all(-INFINITY)));
    cr_assert(end[0] == -1);
    lanes_store(end, lanes_tanh(lanes_all(0)));
    cr_assert(end[0] == 0 && !signbit(end[0]));
    lanes_store(end, lanes_tanh(lanes_all(NAN)));
    cr_assert(isnan(end[0]));
}

Test(lanes, log_is_within_two_units_in_the_last_place) {
    for (uint64_t bits = 0x00800000; bits < 0x7f800000; bits += STRIDE / 4) {
        check(from_bits((uint32_t)bits), logarithm, log, "log");
    }
    for (uint32_t bits = 0x3f7f0000; bits < 0x3f810000; bits += 7) { /* around 1 */
        check(from_bits(bits), logarithm, log, "log");
    }
}

Test(lanes, sums_have_one_order) {
    struct lanes x[LANES];
    float sums[LANES];
    for (int e = 0; e < LANES; e++) {
        float row[LANES];
        for (int i = 0; i < LANES; i++) {
            row[i] = sinf((float)(e * 17 + i * 3)) * powf(10, (float)((i * 7 + e) % 5));
        }
        x[e] = lanes_load(row);
    }
    lanes_store(sums, lanes_sums(x));
    for (int e = 0; e < LANES; e++) {
        float row[LANES];
        lanes_store(row, x[e]);
        cr_assert(sums[e] == lanes_sum(x[e]));
        for (int step = 8; step; step /= 2) {
            for (int i = 0; i < step; i++) row[i] += row[i + step];
        }
        cr_assert(sums[e] == row[0], "i with i+8, +4, +2, +1");
    }
}

Test(lanes, rows_become_columns) {
    float from[LANES * 20], to[LANES * LANES];
    for (int i = 0; i < LANES * 20; i++) from[i] = (float)i;
    transpose_columns(10, from, 20, to);
    for (int c = 0; c < 10; c++) {
        for (int e = 0; e < LANES; e++) cr_assert(to[c * LANES + e] == from[e * 20 + c]);
    }
}

Test(lanes, numbers_are_gathered_and_the_first_of_the_largest_is_noted) {
    static const uint32_t at[LANES] = {3, 0, 3, 1, 2, 2, 1, 0, 0, 1, 2, 3, 1, 3, 0, 2};
    static const float x[] = {-1, 4, 4, 2};
    float gathered[LANES];
    lanes_store(gathered, lanes_gather(x, at));
    for (int e = 0; e < LANES; e++) cr_assert(gathered[e] == x[at[e]]);
    struct lanes most = lanes_all(-2);
    struct words number = {0};
    uint32_t noted[LANES];
    for (uint32_t n = 0; n < 4; n++) lanes_note_larger(lanes_all(x[n]), n, &most, &number);
    words_store(noted, number);
    for (int e = 0; e < LANES; e++) cr_assert_eq(noted[e], 1);
}
