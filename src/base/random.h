/* Counter-based random numbers: every word is a pure function of (key, index, word number).
 *
 * word(key, t, j) = mix(mix(key.a + t g) + key.b + j g), where g is 2^64 divided by the golden
 * ratio and mix is the output function of SplitMix64 (Steele, Lea, Flood 2014, doi
 * 10.1145/2660193.2660195, with the constants of Stafford's variant 13). The key stands between
 * the two mixes, so two seeds are not shifted copies of one sequence. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct random_key {
    uint64_t a, b;
};

/* The key of one stream of one seed. */
struct random_key random_key(uint64_t seed, uint64_t stream);

/* 2^64 divided by the golden ratio. */
#define RANDOM_GOLDEN 0x9e3779b97f4a7c15ULL

/* mix(x): a bijection of 64 bits. */
static inline uint64_t random_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/* Word number j of index t. */
static inline uint64_t random_word(struct random_key key, uint64_t t, uint64_t j) {
    return random_mix(random_mix(key.a + t * RANDOM_GOLDEN) + key.b + j * RANDOM_GOLDEN);
}

/* A Weyl sequence: number t is (u_0 + t sqrt(p)) mod 1 as 64 bits, where p is the prime of that
 * sequence (0..RANDOM_WEYL_COUNT-1) and u_0 comes from the key. Each number is uniform; together
 * they fill the interval, and several sequences the cube, more evenly than independent ones. */
enum { RANDOM_WEYL_COUNT = 16 };
struct random_weyl {
    uint64_t start, step;
};
struct random_weyl random_weyl(struct random_key key, size_t sequence);

static inline uint64_t random_weyl_word(struct random_weyl weyl, uint64_t t) {
    return weyl.start + t * weyl.step;
}

/* A hash of a string, to name a stream by a tensor's name (FNV-1a, 64 bits). */
uint64_t random_name(const char *name);

/* a*b as 128 bits: returns the upper half, sets *low. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 random_wide;

static inline uint64_t random_multiply(uint64_t a, uint64_t b, uint64_t *low) {
    *low = a * b;
    return (uint64_t)((random_wide)a * b >> 64);
}
#else
static inline uint64_t random_multiply(uint64_t a, uint64_t b, uint64_t *low) {
    uint64_t a0 = a & 0xffffffffU, a1 = a >> 32, b0 = b & 0xffffffffU, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (middle & 0xffffffffU);
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
#endif

/* The most that the product of the bounds of one group of draws may be, see random_fill. */
#define RANDOM_GROUP_LIMIT (1ULL << 56)

/* Whether a group of draws with this product of bounds must be drawn anew, from what is left of its
 * word: Lemire's condition. */
static inline bool random_rejects(uint64_t left, uint64_t product) {
    return left < product && left < -product % product;
}

/* A place in the words of index t. */
struct random_cursor {
    struct random_key key;
    uint64_t t;
    uint64_t next; /* number of the next unused word */
};

/* Sets values[i] to a number uniform in 0..bounds[i]-1, exactly unbiased, bounds >= 1.
 * One word serves a whole group of draws: x * bound gives the value in the upper 64 bits, and the
 * lower 64 bits are the x of the next draw. A group ends before the product of its bounds would
 * pass 2^56. The group is the same as one draw from their product, so Lemire's rejection (2019,
 * doi 10.1145/3230636) makes it exact: it is drawn anew when what is left at its end is less than
 * 2^64 mod product (Brackett-Rozinsky and Lemire 2024, doi 10.1002/spe.3369). */
void random_fill(struct random_cursor *cursor, const uint32_t *bounds, size_t count,
                 uint32_t *values);

/* Word j of index t as a number in (0,1): (k + 1/2) / 2^52, k its upper 52 bits: k + 1/2
 * takes 53 bits, so it is exact and never rounds to 1. */
double random_unit(struct random_key key, uint64_t t, uint64_t j);

/* Normal, mean 0 and variance 1, from words 0 and 1 of index t (Box and Muller 1958). */
double random_normal(struct random_key key, uint64_t t);

/* One number uniform in 0..bound-1 for the whole 64 bits, from the cursor's next words. */
uint64_t random_below(struct random_cursor *cursor, uint64_t bound);

#endif
