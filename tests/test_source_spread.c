/* The evaluation stream: the distribution of the training stream, filled more evenly. */
#include "base/random.h"
#include "support_source.h"
#include "task/answer_count.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct task lookup = {6, 6, 8, 10};

/* P(k of m other pairs have the answer's digit). */
static double binomial(size_t m, size_t k, double p) {
    double log_choose = lgamma((double)m + 1) - lgamma((double)k + 1) - lgamma((double)(m - k) + 1);
    return exp(log_choose + (double)k * log(p) + (double)(m - k) * log1p(-p));
}

static void assert_limits(size_t pairs, size_t digits) {
    struct error error;
    uint64_t *limits = answer_count_limits(pairs, digits, &error);
    double sum = 0;
    cr_assert(limits, "%s", error.message);
    for (size_t k = 0; k < pairs; k++) {
        sum += binomial(pairs - 1, k, 1 / (double)digits);
        cr_assert(fabs((double)limits[k] * 0x1p-64 - sum) < 1e-10, "%zu of %zu, %zu digits: %.15g",
                  k, pairs, digits, sum);
        cr_assert_eq(answer_count_others(limits, pairs, limits[k]) <= k, true);
        if (k + 1 < pairs && limits[k + 1] > limits[k]) {
            cr_assert_eq(answer_count_others(limits, pairs, limits[k] + 1), k + 1);
        }
    }
    cr_assert_eq(limits[pairs - 1], UINT64_MAX);
    cr_assert_eq(answer_count_others(limits, pairs, 0), 0);
    free(limits);
}

Test(source_spread, limits_are_binomial) {
    assert_limits(1, 2);
    assert_limits(2, 2);
    assert_limits(6, 10);
    assert_limits(6, 2);
    assert_limits(30, 2);
    assert_limits(1000, 2);
    assert_limits(1000, 10000);
    assert_limits(10000, 3);
}

/* The fractional part of the square root of the sequence's prime is added each time. */
Test(source_spread, weyl_sequences) {
    static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
    struct random_key key = random_key(1, 1);
    cr_assert_eq(RANDOM_WEYL_COUNT, sizeof primes / sizeof *primes);
    for (size_t i = 0; i < RANDOM_WEYL_COUNT; i++) {
        uint64_t start = random_weyl_word(random_weyl(key, i), 0),
                 step = random_weyl_word(random_weyl(key, i), 1) - start;
        double root = sqrt(primes[i]);
        cr_expect(fabs((double)step * 0x1p-64 - (root - floor(root))) < 1e-15, "sqrt %d",
                  primes[i]);
        cr_expect_eq(random_weyl_word(random_weyl(key, i), 1000000007), start + 1000000007 * step);
        for (size_t j = 0; j < i; j++)
            cr_expect_neq(random_weyl_word(random_weyl(key, j), 0), start);
        cr_expect_neq(random_weyl_word(random_weyl(random_key(2, 1), i), 0), start);
    }
}

static size_t answer_count(const struct example *example) {
    size_t count = 0;
    for (size_t i = 0; i < example->count; i++) {
        count += example->digits[i] == example_answer(example);
    }
    return count;
}

/* In every stretch each K comes up as often as it should, to a few; independent draws are 20 off.
 */
static void assert_even(struct task task, uint64_t seed) {
    enum { LENGTH = 2048 };
    struct source *source = stream_of(task, seed, STREAM_EVAL);
    for (uint64_t stretch = 0; stretch < 10; stretch++) {
        double counts[32] = {0};
        for (uint64_t t = 0; t < LENGTH; t++) {
            counts[answer_count(source_draw(source, stretch * 777777 + t)) - 1]++;
        }
        for (size_t k = 0; k < task.pairs; k++) {
            double expected = LENGTH * binomial(task.pairs - 1, k, 1 / (double)task.digits);
            cr_expect(fabs(counts[k] - expected) < 6, "K = %zu: %g, not %g", k + 1, counts[k],
                      expected);
        }
    }
    source_free(source);
}

Test(source_spread, counts_of_the_answer_are_even) {
    for (uint64_t seed = 1; seed < 6; seed++) assert_even(lookup, seed);
    assert_even((struct task){6, 6, 8, 2}, 1);
    assert_even((struct task){2, 2, 8, 10}, 1);
    assert_even((struct task){20, 20, 30, 10}, 1);
}

/* The mean losses of the blind and the averaging predictor on an evaluation's 2048 examples: within
 * 5 of their standard deviations, which are 0.0005 and 0.0031 (0.0089 and 0.0174 without
 * spreading).
 */
Test(source_spread, evaluations_stand_on_the_floors) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct source *source = stream_of(lookup, seed, STREAM_EVAL);
        double blind = 0, average = 0;
        for (uint64_t t = 0; t < 2048; t++) {
            const struct example *example = source_draw(source, t);
            double sum = 0, count = (double)answer_count(example);
            for (uint32_t c = 0; c < 10; c++) {
                size_t there = 0;
                for (size_t i = 0; i < 6; i++) there += example->digits[i] == c;
                sum += exp(1.3815 * (double)there);
            }
            blind += log(6 / count) / 2048;
            average += (log(sum) - 1.3815 * count) / 2048;
        }
        cr_expect(fabs(blind - 1.472313) < 0.0025, "seed %u: blind %g", (unsigned)seed, blind);
        cr_expect(fabs(average - 1.689340) < 0.0155, "seed %u: average %g", (unsigned)seed,
                  average);
        source_free(source);
    }
}

/* No cell has more or fewer than 5 standard deviations of independent draws. */
static void assert_equal_cells(const char *what, const uint32_t *counts, size_t cells) {
    double total = 0;
    for (size_t i = 0; i < cells; i++) total += counts[i];
    double expected = total / (double)cells, allowed = 5 * sqrt(expected);
    for (size_t i = 0; i < cells; i++) {
        cr_expect(fabs(counts[i] - expected) <= allowed, "%s: cell %zu has %u, not %g +- %g", what,
                  i, counts[i], expected, allowed);
    }
}

Test(source_spread, letters_digits_and_queries_are_uniform) {
    uint32_t letters[6][8] = {{0}}, digits[6][10] = {{0}}, queries[6] = {0}, answers[10] = {0};
    uint32_t asked[48] = {0}, two[3][100] = {{0}};
    struct source *source = stream_of(lookup, 1, STREAM_EVAL);
    for (uint64_t t = 0; t < 100000; t++) {
        const struct example *example = source_draw(source, t);
        const uint32_t *digit = example->digits;
        assert_well_formed(example, &lookup);
        for (size_t i = 0; i < 6; i++) {
            letters[i][example->letters[i]]++;
            digits[i][digit[i]]++;
        }
        queries[example->query]++;
        answers[example_answer(example)]++;
        asked[example->query * 8 + example->letters[example->query]]++;
        for (size_t i = 0; i < 3; i++) two[i][digit[i] * 10 + digit[i == 0 ? 5 : i + 1]]++;
    }
    for (size_t i = 0; i < 6; i++) assert_equal_cells("letter", letters[i], 8);
    for (size_t i = 0; i < 6; i++) assert_equal_cells("digit", digits[i], 10);
    for (size_t i = 0; i < 3; i++) assert_equal_cells("two digits", two[i], 100);
    assert_equal_cells("query", queries, 6);
    assert_equal_cells("answer", answers, 10);
    assert_equal_cells("query and letter", asked, 48);
    source_free(source);
}

/* The query's digit too: all digits of an example together. */
Test(source_spread, all_digits_together_are_uniform) {
    struct task task = {4, 4, 4, 3};
    struct source *source = stream_of(task, 1, STREAM_EVAL);
    uint32_t all[81 * 4] = {0};
    for (uint64_t t = 0; t < 200000; t++) {
        const struct example *example = source_draw(source, t);
        size_t cell = example->query;
        for (size_t i = 0; i < 4; i++) cell = cell * 3 + example->digits[i];
        all[cell]++;
    }
    assert_equal_cells("all digits", all, 81 * 4);
    source_free(source);
}

Test(source_spread, other_sizes_are_well_formed) {
    static const struct task tasks[] = {{1, 1, 1, 2},    {1, 1, 8, 10},      {2, 2, 2, 2},
                                        {6, 6, 6, 2},    {16, 16, 16, 3},    {17, 17, 20, 3},
                                        {18, 18, 18, 2}, {40, 40, 100, 1000}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        struct source *source = stream_of(tasks[i], 2, STREAM_EVAL);
        for (uint64_t t = 0; t < 1000; t++) {
            assert_well_formed(source_draw(source, t), &tasks[i]);
            assert_well_formed(source_draw(source, UINT64_MAX - t), &tasks[i]);
        }
        source_free(source);
    }
}
