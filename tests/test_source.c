/* Where examples come from: which example stands where. */
#include "base/random.h"
#include "support_source.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct task lookup = {6, 6, 8, 10};

/* One number for the whole of an example. */
static uint64_t fingerprint(const struct example *example) {
    uint64_t hash = random_word((struct random_key){example->count, example->query}, 0, 0);
    for (size_t i = 0; i < example->count; i++) {
        hash = random_word((struct random_key){hash, example->letters[i]}, example->digits[i], i);
    }
    return hash;
}

static void assert_any_order(struct task task, enum stream stream) {
    enum { COUNT = 500 };
    uint64_t prints[COUNT];
    struct source *source = stream_of(task, 3, stream);
    struct source *other = stream_of(task, 3, stream);
    for (size_t t = 0; t < COUNT; t++) prints[t] = fingerprint(source_draw(source, t));
    for (size_t t = COUNT; t-- > 0;) cr_assert_eq(fingerprint(source_draw(other, t)), prints[t]);
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t t = random_word((struct random_key){1, 1}, i, 0) % COUNT;
        cr_assert_eq(fingerprint(source_draw(source, t)), prints[t]);
        cr_assert_eq(fingerprint(source_draw(source, t)), prints[t]);
        source_draw(other, UINT64_MAX - i);
        cr_assert_eq(fingerprint(source_draw(other, t)), prints[t]);
    }
    source_free(source);
    source_free(other);
}

Test(source, an_example_depends_on_its_number_alone) {
    assert_any_order(lookup, STREAM_TRAIN);
    assert_any_order(lookup, STREAM_EVAL);
    assert_any_order((struct task){6, 1, 8, 10}, STREAM_TRAIN);
    assert_any_order((struct task){6, 1, 8, 10}, STREAM_EVAL);
    assert_any_order((struct task){40, 3, 40, 200}, STREAM_TRAIN);
    assert_any_order((struct task){40, 3, 40, 200}, STREAM_EVAL);
}

static int compare_prints(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* 1.2e11 examples are possible: among 9,000 two are equal with a chance of 3e-4. */
Test(source, seeds_and_streams_share_no_example) {
    enum { EACH = 1000 };
    uint64_t prints[9 * EACH], *next = prints;
    for (uint64_t i = 0; i < 9; i++) {
        struct source *source = stream_of(lookup, i % 3, (enum stream)(i / 3));
        for (uint64_t t = 0; t < EACH; t++) *next++ = fingerprint(source_draw(source, t));
        source_free(source);
    }
    qsort(prints, 9 * EACH, sizeof *prints, compare_prints);
    for (size_t i = 1; i < 9 * EACH; i++) cr_assert_neq(prints[i], prints[i - 1]);
}

/* The draws as the header says them, step by step. */
static void assert_as_stated(struct task task, uint64_t t) {
    struct source *source = stream_of(task, 11, STREAM_TRAIN);
    const struct example *example = source_draw(source, t);
    struct random_cursor cursor = {.key = random_key(11, STREAM_TRAIN), .t = t};
    size_t n = task.pairs;
    uint32_t bounds[64], values[64], letters[64];
    if (task.min_pairs < n) n = task.min_pairs + random_below(&cursor, n - task.min_pairs + 1);
    for (uint32_t i = 0; i < n; i++) bounds[i] = (uint32_t)task.letters - i;
    for (size_t i = n; i < 2 * n; i++) bounds[i] = (uint32_t)task.digits;
    bounds[2 * n] = (uint32_t)n;
    random_fill(&cursor, bounds, 2 * n + 1, values);
    for (uint32_t i = 0; i < task.letters; i++) letters[i] = i;
    cr_assert_eq(example->count, n);
    for (size_t i = 0; i < n; i++) {
        uint32_t letter = letters[i + values[i]];
        letters[i + values[i]] = letters[i];
        cr_assert(example->letters[i] == letter && example->digits[i] == values[n + i]);
    }
    cr_assert_eq(example->query, values[2 * n]);
    source_free(source);
}

Test(source, draws_follow_the_header) {
    for (uint64_t t = 0; t < 200; t++) {
        assert_as_stated(lookup, t);
        assert_as_stated((struct task){6, 1, 8, 10}, t);
        assert_as_stated((struct task){20, 20, 50, 1000}, t);
        assert_as_stated((struct task){1, 1, 1, 2}, t);
    }
}

Test(source, memory_is_told_before_it_is_taken) {
    cr_expect_geq(source_memory(&lookup), (6 * 6 + 8) * sizeof(uint32_t));
    struct task huge = {SIZE_MAX / 10 + 1, 1, 8, 10};
    cr_expect_eq(source_memory(&huge), SIZE_MAX);
    source_free(NULL);
}
