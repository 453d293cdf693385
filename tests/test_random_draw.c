/* Bounded draws: in range, exactly uniform, and the words they take. */
#include "base/random.h"
#include "support_random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const uint64_t GOLDEN = 0x9e3779b97f4a7c15ULL;

/* One draw from the product of the bounds, taken apart: what random_fill says it is the same as. */
static void fill_by_product(struct random_cursor *cursor, const uint32_t *bounds, size_t count,
                            uint32_t *values, size_t *rejected) {
    uint64_t product = 1, low, high;
    for (size_t i = 0; i < count; i++) product *= bounds[i];
    uint64_t excess = (UINT64_MAX % product + 1) % product; /* 2^64 mod product */
    for (;; ++*rejected) {
        high = random_multiply(random_word(cursor->key, cursor->t, cursor->next++), product, &low);
        if (low >= excess) break;
    }
    for (size_t i = count; i-- > 0; high /= bounds[i]) values[i] = (uint32_t)(high % bounds[i]);
}

/* Draws one group both ways; returns how many words were rejected. */
static size_t compare_group(const uint32_t *bounds, size_t count, uint64_t draws) {
    size_t rejected = 0;
    for (uint64_t t = 0; t < draws; t++) {
        struct random_cursor cursor = {.key = random_key(9, 9), .t = t}, other = cursor;
        uint32_t values[64], expected[64];
        random_fill(&cursor, bounds, count, values);
        fill_by_product(&other, bounds, count, expected, &rejected);
        cr_assert(memcmp(values, expected, count * sizeof *values) == 0, "draw %zu", (size_t)t);
        cr_assert_eq(cursor.next, other.next, "draw %zu", (size_t)t);
    }
    return rejected;
}

/* The default task's draws, and products whose remainder of 2^64 is nearly themselves, so that one
 * word of 257 is rejected. */
Test(random_draw, a_group_is_one_draw_from_the_product) {
    compare_group((const uint32_t[]){8, 7, 6, 5, 4, 3, 10, 10, 10, 10, 10, 10, 6}, 13, 20000);
    compare_group((const uint32_t[]){1}, 1, 100);
    compare_group((const uint32_t[]){1u << 31, 1u << 25}, 2, 20000);
    compare_group((const uint32_t[]){1, 1, 7, 1}, 4, 20000);
    compare_group((const uint32_t[]){UINT32_MAX, 16777216}, 2, 20000);
    size_t rejected = compare_group((const uint32_t[]){268435182, 267391233}, 2, 100000);
    cr_expect(fabs((double)rejected - 389) < 5 * sqrt(389), "%zu were rejected", rejected);
    rejected = compare_group((const uint32_t[]){267391233, 2, 3, 44739197}, 4, 100000);
    cr_expect(fabs((double)rejected - 389) < 5 * sqrt(389), "%zu were rejected", rejected);
}

/* The first word of this key is 0, which every bound but a power of two rejects. */
Test(random_draw, a_rejected_word_is_followed_by_the_next) {
    struct random_cursor cursor = {.key = {0, 0}};
    uint32_t bounds[] = {10, 7}, values[2];
    random_fill(&cursor, bounds, 2, values);
    cr_expect_eq(cursor.next, 2);
    uint64_t left = 0xe220a8397b1dcdafULL; /* word 1 */
    cr_expect_eq(values[0], random_multiply(left, 10, &left));
    cr_expect_eq(values[1], random_multiply(left, 7, &left));
    cursor.next = 0;
    cr_expect_eq(random_below(&cursor, 1000), 0xe220a8397b1dcdafULL / (UINT64_MAX / 1000));
    cr_expect_eq(cursor.next, 2);
    cursor.next = 0;
    cr_expect_eq(random_below(&cursor, 1024), 0);
    cr_expect_eq(cursor.next, 1, "no word is rejected for a power of two");
}

/* A group ends before its product passes 2^56; the next one begins with a new word. */
Test(random_draw, groups) {
    static const struct {
        uint32_t bound;
        size_t count, words;
    } cases[] = {{2, 56, 1},  {2, 57, 2},         {256, 7, 1},
                 {256, 8, 2}, {UINT32_MAX, 3, 3}, {5, 0, 0},
                 {1, 500, 1}, {1u << 28, 2, 1},   {(1u << 28) + 1, 2, 2},
                 {2, 113, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct random_cursor cursor = {.key = random_key(1, 1), .t = i};
        uint32_t bounds[500], values[500], alone[500];
        for (size_t j = 0; j < cases[i].count; j++) bounds[j] = cases[i].bound;
        random_fill(&cursor, bounds, cases[i].count, values);
        cr_expect_eq(cursor.next, cases[i].words, "case %zu takes %zu words", i,
                     (size_t)cursor.next);
        if (cases[i].count != 113) continue;
        cursor.next = 1;
        random_fill(&cursor, bounds, 56, alone);
        cr_expect(memcmp(alone, values + 56, sizeof *alone * 56) == 0);
    }
}

Test(random_draw, small_bounds_are_uniform) {
    static const uint32_t bounds[] = {1, 2, 3, 5, 6, 7, 8, 10, 26, 64, 97, 200};
    enum { DRAWS = 40000, BOUNDS = sizeof bounds / sizeof *bounds };
    static uint32_t below[BOUNDS][200], filled[BOUNDS][200];
    for (uint64_t t = 0; t < DRAWS; t++) {
        struct random_cursor cursor = {.key = random_key(3, 4), .t = t};
        uint32_t values[BOUNDS];
        random_fill(&cursor, bounds, BOUNDS, values);
        for (size_t i = 0; i < BOUNDS; i++) {
            uint64_t value = random_below(&cursor, bounds[i]);
            cr_assert(value < bounds[i] && values[i] < bounds[i]);
            below[i][value]++;
            filled[i][values[i]]++;
        }
    }
    for (size_t i = 0; i < BOUNDS; i++) {
        assert_uniform(below[i], bounds[i], DRAWS, "below");
        assert_uniform(filled[i], bounds[i], DRAWS, "fill");
    }
}

/* With these bounds a quarter to a half of all words are rejected; without rejection some
 * remainders would come twice as often. */
Test(random_draw, huge_bounds_are_uniform) {
    static const uint64_t bounds[] = {3ULL << 62, (1ULL << 63) + 1, 5ULL << 61,
                                      0xaaaaaaaaaaaaaaabULL};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        enum { DRAWS = 30000 };
        uint32_t remainders[3] = {0}, parts[7] = {0};
        uint64_t words = 0;
        for (uint64_t t = 0; t < DRAWS; t++) {
            struct random_cursor cursor = {.key = random_key(5, i), .t = t};
            uint64_t value = random_below(&cursor, bounds[i]);
            cr_assert_lt(value, bounds[i]);
            remainders[value % 3]++;
            parts[value / (bounds[i] / 7 + 1)]++;
            words += cursor.next;
        }
        assert_uniform(remainders, 3, DRAWS, "remainders");
        assert_uniform(parts, 7, DRAWS, "parts");
        double kept = (double)bounds[i] * 0x1p-64; /* the share of the words that are kept */
        double sigma = sqrt(DRAWS * (1 - kept)) / kept;
        cr_expect(fabs((double)words - DRAWS / kept) < 5 * sigma, "%g words", (double)words);
    }
}

Test(random_draw, the_largest_bounds) {
    struct random_cursor cursor = {.key = {0, GOLDEN}};
    cr_expect_eq(random_below(&cursor, 1ULL << 63), 0xe220a8397b1dcdafULL >> 1);
    cr_expect_eq(random_below(&cursor, 1), 0);
    cr_expect_eq(cursor.next, 2);
    uint64_t value = random_below(&cursor, UINT64_MAX);
    cr_expect_eq(value, 0x06c45d188009454fULL - 1, "%llx", (unsigned long long)value);
}
