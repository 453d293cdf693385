/* Random words: the stated function, and no two of them related. */
#include "base/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t GOLDEN = 0x9e3779b97f4a7c15ULL;

/* With t = 0 and a = 0 the words are those of SplitMix64 from the seed b - GOLDEN. */
Test(random, words_of_splitmix64) {
    static const uint64_t from_0[] = {0xe220a8397b1dcdafULL, 0x6e789e6aa1b965f4ULL,
                                      0x06c45d188009454fULL, 0xf88bb8a8724c81ecULL};
    static const uint64_t from_1234567[] = {6457827717110365317ULL, 3203168211198807973ULL,
                                            9817491932198370423ULL, 4593380528125082431ULL};
    for (uint64_t j = 0; j < 4; j++) {
        cr_expect_eq(random_word((struct random_key){0, GOLDEN}, 0, j), from_0[j]);
        cr_expect_eq(random_word((struct random_key){0, GOLDEN + 1234567}, 0, j), from_1234567[j]);
    }
}

/* What every file of every user was made with: these must never change. */
Test(random, words_of_a_seed) {
    struct random_key key = random_key(1, 0);
    cr_expect(key.a == 0xbd17853175c4f325ULL && key.b == 0x72c343e604ca3af6ULL);
    cr_expect_eq(random_word(key, 0, 0), 0x8b838672a005a095ULL);
    cr_expect_eq(random_word(random_key(1, 1), 0, 0), 0x83a14ab7e47761d5ULL);
    cr_expect_eq(random_word(random_key(2, 0), 5, 3), 0xffc09edd1b20072cULL);
    cr_expect_eq(random_word(random_key(UINT64_MAX, 2), UINT64_MAX, UINT64_MAX),
                 0x9ab35832e06a709fULL);
}

/* FNV-1a, 64 bits, as published. */
Test(random, names) {
    cr_expect_eq(random_name(""), 0xcbf29ce484222325ULL);
    cr_expect_eq(random_name("a"), 0xaf63dc4c8601ec8cULL);
    cr_expect_eq(random_name("foobar"), 0x85944171f73967e8ULL);
    cr_expect_neq(random_name("W_Q"), random_name("W_K"));
    cr_expect_neq(random_name("\xff"), random_name("\x7f"));
}

static int compare_words(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* 40 seeds, some far apart, 4 streams, 40 indices, 10 words each: two equal ones of 64,000 would be
 * a chance of 1e-10. A seed that is another's sequence shifted would show. */
Test(random, no_word_comes_twice) {
    enum { COUNT = 40 * 4 * 40 * 10 };
    uint64_t *words = malloc(COUNT * sizeof *words), *next = words;
    cr_assert(words);
    for (uint64_t i = 0; i < 40; i++) {
        uint64_t seed = i < 20 ? i : i < 30 ? i * GOLDEN : UINT64_MAX - i;
        for (uint64_t j = 0; j < 4 * 40 * 10; j++) {
            *next++ = random_word(random_key(seed, j % 4), j / 4 % 40, j / 160);
        }
    }
    qsort(words, COUNT, sizeof *words, compare_words);
    for (size_t i = 1; i < COUNT; i++) cr_assert_neq(words[i], words[i - 1]);
    free(words);
}

static unsigned count_bits(uint64_t word) {
    unsigned count = 0;
    for (; word; word &= word - 1) count++;
    return count;
}

/* Words that differ in one number alone agree in half of their bits; each bit on its own too. */
static void assert_unrelated(const char *what, uint64_t (*word)(uint64_t i)) {
    enum { COUNT = 20000 };
    size_t per_bit[64] = {0}, all = 0;
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t difference = word(i) ^ word(i + 1);
        all += count_bits(difference);
        for (unsigned bit = 0; bit < 64; bit++) per_bit[bit] += difference >> bit & 1;
    }
    double sigma = sqrt(COUNT / 4.0);
    cr_expect(fabs((double)all - COUNT * 32.0) < 5 * 8 * sigma, "%s: %zu bits", what, all);
    for (unsigned bit = 0; bit < 64; bit++) {
        cr_expect(fabs((double)per_bit[bit] - COUNT / 2.0) < 5 * sigma, "%s: bit %u: %zu", what,
                  bit, per_bit[bit]);
    }
}

static uint64_t word_of_seed(uint64_t i) {
    return random_word(random_key(i, 0), 3, 0);
}

static uint64_t word_of_stream(uint64_t i) {
    return random_word(random_key(7, i), 3, 0);
}

static uint64_t word_of_index(uint64_t i) {
    return random_word(random_key(7, 0), i, 0);
}

static uint64_t word_of_number(uint64_t i) {
    return random_word(random_key(7, 0), 3, i);
}

static uint64_t word_of_high_seed(uint64_t i) {
    return random_word(random_key(i << 48, 0), 3, 0);
}

Test(random, neighbours_are_unrelated) {
    assert_unrelated("seeds", word_of_seed);
    assert_unrelated("high bits of seeds", word_of_high_seed);
    assert_unrelated("streams", word_of_stream);
    assert_unrelated("indices", word_of_index);
    assert_unrelated("words", word_of_number);
}

/* The product by digits of 32 bits, as on paper. */
static uint64_t multiply_on_paper(uint64_t a, uint64_t b, uint64_t *low) {
    uint32_t product[4] = {0};
    for (unsigned i = 0; i < 2; i++) {
        uint64_t carry = 0, digit = (uint32_t)(a >> 32 * i);
        for (unsigned j = 0; j < 2; j++) {
            carry += digit * (uint32_t)(b >> 32 * j) + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i + 2] = (uint32_t)carry;
    }
    *low = (uint64_t)product[1] << 32 | product[0];
    return (uint64_t)product[3] << 32 | product[2];
}

static void assert_product(uint64_t a, uint64_t b) {
    uint64_t low, expected_low;
    uint64_t high = random_multiply(a, b, &low);
    uint64_t expected = multiply_on_paper(a, b, &expected_low);
    cr_assert(high == expected && low == expected_low, "%llx * %llx", (unsigned long long)a,
              (unsigned long long)b);
}

Test(random, products) {
    static const uint64_t ends[] = {0,
                                    1,
                                    2,
                                    0xffffffff,
                                    0x100000000,
                                    0x100000001,
                                    0x8000000000000000,
                                    0xffffffff00000000,
                                    UINT64_MAX - 1,
                                    UINT64_MAX};
    struct random_key key = {5, 6};
    for (size_t i = 0; i < 10; i++) {
        for (size_t j = 0; j < 10; j++) assert_product(ends[i], ends[j]);
    }
    for (uint64_t t = 0; t < 100000; t++) {
        assert_product(random_word(key, t, 0) >> t % 64, random_word(key, t, 1) >> t / 64 % 64);
    }
}
