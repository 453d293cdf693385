/* Random numbers of the unit interval and of the normal distribution. */
#include "base/random.h"

#include <criterion/criterion.h>
#include <math.h>

/* Keys whose word 0 of index 0 is 0, and 2^64 - 1: the ends of the interval. */
Test(random_real, the_ends_are_never_reached) {
    struct random_key lowest = {0, 0}, highest = {0, 0xcf9a04affa6badc0ULL};
    cr_assert_eq(random_word(lowest, 0, 0), 0);
    cr_assert_eq(random_word(highest, 0, 0), UINT64_MAX);
    cr_expect_gt(random_unit(lowest, 0, 0), 0);
    cr_expect_lt(random_unit(highest, 0, 0), 1);
    cr_expect(random_unit(lowest, 0, 0) == 1 - random_unit(highest, 0, 0), "they are symmetric");
    cr_expect(isfinite(random_normal(lowest, 0)) && fabs(random_normal(lowest, 0)) < 9);
    cr_expect(isfinite(random_normal(highest, 0)));
}

/* Where the first 52 bits of the word say, to the middle of the cell. */
Test(random_real, units_follow_their_words) {
    struct random_key key = random_key(1, 2);
    for (uint64_t t = 0; t < 10000; t++) {
        double word = (double)(random_word(key, t, 3) >> 32) * 0x1p-32;
        double unit = random_unit(key, t, 3);
        cr_assert(unit > 0 && unit < 1);
        cr_assert(unit >= word && unit <= word + 0x1p-32);
    }
}

struct moments {
    double count, sum[5]; /* of the powers */
};

static void add(struct moments *moments, double value) {
    double power = 1;
    moments->count++;
    for (int i = 0; i < 5; i++, power *= value) moments->sum[i] += power;
}

/* The mean of a power, against its expectation and 5 standard deviations. */
static void assert_mean(const struct moments *moments, int power, double mean, double variance) {
    double found = moments->sum[power] / moments->count,
           allowed = 5 * sqrt(variance / moments->count);
    cr_expect(fabs(found - mean) <= allowed, "power %d: %g, not %g +- %g", power, found, mean,
              allowed);
}

Test(random_real, units_are_uniform) {
    struct random_key key = random_key(2, 3);
    struct moments moments = {0};
    for (uint64_t t = 0; t < 200000; t++) add(&moments, random_unit(key, t, 0));
    for (int i = 1; i < 5; i++) {
        double mean = 1.0 / (i + 1);
        assert_mean(&moments, i, mean, 1.0 / (2 * i + 1) - mean * mean);
    }
}

Test(random_real, normals_are_normal) {
    struct random_key key = random_key(3, 4);
    struct moments moments = {0}, neighbours = {0}, beyond = {0};
    double last = random_normal(key, UINT64_MAX);
    for (uint64_t t = 0; t < 200000; t++) {
        double value = random_normal(key, t);
        add(&moments, value);
        add(&neighbours, value * last);
        add(&beyond, fabs(value) > 2);
        last = value;
    }
    assert_mean(&moments, 1, 0, 1);
    assert_mean(&moments, 2, 1, 2);
    assert_mean(&moments, 3, 0, 15);
    assert_mean(&moments, 4, 3, 96);
    assert_mean(&neighbours, 1, 0, 1);
    double tail = erfc(sqrt(2));
    assert_mean(&beyond, 1, tail, tail * (1 - tail));
}

Test(random_real, normals_by_the_formula) {
    struct random_key key = random_key(4, 5);
    for (uint64_t t = 0; t < 10000; t++) {
        double radius = sqrt(-2 * log(random_unit(key, t, 0)));
        double expected = radius * cos(2 * 3.14159265358979323846 * random_unit(key, t, 1));
        cr_assert(fabs(random_normal(key, t) - expected) < 1e-14, "%g", expected);
    }
}
