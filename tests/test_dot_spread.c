/* The simulation of how dot products spread. */
#include "attention/dot_spread.h"
#include "base/random.h"
#include "support.h"

#include <math.h>

/* How many of the 95 % intervals hold the truth. */
struct covered {
    int mean, variance, scaled_mean, scaled_variance;
};

static bool holds(const struct estimate *estimate, double truth) {
    cr_assert(estimate->margin > 0);
    return fabs(estimate->value - truth) <= estimate->margin;
}

Test(dot_spread, intervals_hold_the_truth_as_often_as_they_say) {
    enum { SEEDS = 200, QUERIES = 200, D = 8 };
    struct covered covered = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct dot_spread spread;
        dot_spread_simulate(D, QUERIES, seed, &spread);
        covered.mean += holds(&spread.dot.mean, 0);
        covered.variance += holds(&spread.dot.variance, D);
        covered.scaled_mean += holds(&spread.scaled.mean, 0);
        covered.scaled_variance += holds(&spread.scaled.variance, 1);
    }
    /* 190 expected, deviation 3; squares are skewed, so a little fewer. */
    cr_expect(covered.mean >= 178 && covered.mean <= 199, "%d", covered.mean);
    cr_expect(covered.variance >= 175 && covered.variance <= 199, "%d", covered.variance);
    cr_expect_eq(covered.scaled_mean, covered.mean);
    cr_expect_eq(covered.scaled_variance, covered.variance);
}

Test(dot_spread, the_largest_weight_is_between_a_share_and_all) {
    struct dot_spread narrow, wide;
    dot_spread_simulate(1, 500, 1, &narrow);
    dot_spread_simulate(400, 500, 1, &wide);
    cr_expect_eq(narrow.dot.largest.value, narrow.scaled.largest.value, "d = 1: nothing to scale");
    cr_expect(wide.dot.largest.value > 0.9 && wide.dot.largest.value < 1);
    cr_expect(wide.scaled.largest.value > 1.0 / DOT_SPREAD_KEYS && wide.scaled.largest.value < 0.5);
}

/* Of one query, whose largest weight is near 1; of another one more, or of none, it would not be. */
Test(dot_spread, takes_as_many_queries_as_it_is_asked) {
    struct dot_spread one;
    dot_spread_simulate(10000, 1, 1, &one);
    cr_expect(one.dot.largest.value > 0.9 && one.dot.largest.value <= 1, "%g",
              one.dot.largest.value);
}

/* The score of a query and a key as the header has it. */
static double score_of(struct random_key key, uint64_t query, uint64_t d, uint64_t i) {
    double sum = 0;
    for (uint64_t j = 0, word = 0; j < d; j++, word += 1 + DOT_SPREAD_KEYS) {
        double q = random_unit(key, query, word) - 0.5;
        sum += 12 * q * (random_unit(key, query, word + 1 + i) - 0.5);
    }
    return sum;
}

Test(dot_spread, mean_is_that_of_the_scores) {
    enum { QUERIES = 5, D = 3 };
    struct random_key key = random_key(9, random_name("dot spread") + D);
    struct dot_spread spread;
    double sum = 0;
    dot_spread_simulate(D, QUERIES, 9, &spread);
    for (uint64_t t = 0; t < QUERIES; t++) {
        for (uint64_t i = 0; i < DOT_SPREAD_KEYS; i++) sum += score_of(key, t, D, i);
    }
    assert_near(spread.dot.mean.value, sum / (QUERIES * DOT_SPREAD_KEYS), 1e-14, "mean");
    assert_near(spread.scaled.mean.value, spread.dot.mean.value / sqrt(D), 1e-14, "scaled");
}

Test(dot_spread, depends_on_the_seed_and_on_nothing_else) {
    struct dot_spread a, b, other;
    dot_spread_simulate(16, 50, 7, &a);
    dot_spread_simulate(16, 50, 7, &b);
    dot_spread_simulate(16, 50, 8, &other);
    cr_expect(a.dot.mean.value == b.dot.mean.value && a.dot.mean.margin == b.dot.mean.margin);
    cr_expect(a.dot.mean.value != other.dot.mean.value);
}
