/* «Did you mean». */
#include "base/nearest.h"

#include <criterion/criterion.h>
#include <string.h>

static void assert_distance(const char *from, const char *to, size_t expected) {
    size_t there = nearest_distance(from, to), back = nearest_distance(to, from);
    cr_expect_eq(there, expected, "'%s' to '%s': %zu, not %zu", from, to, there, expected);
    cr_expect_eq(back, expected, "'%s' to '%s': %zu, not %zu", to, from, back, expected);
}

Test(nearest, edits) {
    assert_distance("", "", 0);
    assert_distance("", "abc", 3);
    assert_distance("seed", "seed", 0);
    assert_distance("seed", "seeds", 1);
    assert_distance("seed", "sed", 1);
    assert_distance("seed", "seek", 1);
    assert_distance("seed", "sede", 1); /* neighbours swapped */
    assert_distance("ab", "ba", 1);
    assert_distance("ca", "abc", 3); /* no edit inside what was swapped */
    assert_distance("kitten", "sitting", 3);
    assert_distance("sunday", "saturday", 3);
    assert_distance("abcdef", "badcfe", 3);
    assert_distance("abc", "xyz", 3);
}

Test(nearest, long_names_are_far) {
    char longest[64], longer[65];
    memset(longest, 'a', 63);
    memset(longer, 'a', 64);
    longest[63] = longer[64] = '\0';
    assert_distance(longest, longest, 0);
    assert_distance(longest, "", 63);
    cr_expect_gt(nearest_distance(longer, longer), 3);
    cr_expect_gt(nearest_distance(longer, "a"), 3);
}

static const char *best_of(const char *typed, const char *const *names) {
    struct nearest nearest = {typed, NULL, 0};
    for (; *names; names++) nearest_offer(&nearest, *names);
    return nearest.best;
}

static void assert_best(const char *typed, const char *expected) {
    static const char *const names[] = {"seed", "steps", "letters",       "min-pairs",
                                        "lr",   "pairs", "eval-examples", NULL};
    const char *best = best_of(typed, names);
    if (!expected) {
        cr_expect_null(best, "'%s' gives '%s'", typed, best);
    } else {
        cr_expect(best && strcmp(best, expected) == 0, "'%s' gives '%s', not '%s'", typed,
                  best ? best : "nothing", expected);
    }
}

Test(nearest, one_edit_of_a_short_name) {
    assert_best("sed", "seed");
    assert_best("seeds", "seed");
    assert_best("rl", "lr");
    assert_best("sxd", NULL);
    assert_best("xyz", NULL);
    assert_best("", NULL);
}

Test(nearest, a_third_of_the_length) {
    assert_best("leters", "letters");
    assert_best("letesr", "letters");     /* 6 bytes, 2 edits */
    assert_best("min_pair", "min-pairs"); /* 8 bytes, 2 edits */
    assert_best("min_pa", NULL);          /* 6 bytes, 4 edits */
    assert_best("evla-exmaplse", "eval-examples");
    assert_best("evla_exmaplse", NULL); /* 13 bytes, but 3 edits are the most */
}

Test(nearest, the_nearest_and_then_the_first) {
    static const char *const names[] = {"cost", "cosine", "cast", "coast", NULL};
    cr_expect_str_eq(best_of("cast", names), "cast");
    cr_expect_str_eq(best_of("coat", names), "cost");
    cr_expect_str_eq(best_of("coasts", names), "coast");
}

Test(nearest, hostile_lengths) {
    char longer[10000];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_best(longer, NULL);
}
