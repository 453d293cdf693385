/* Counter-based random numbers: every word is a pure function of (key, index, word number).
 *
 * word(key, t, j) = mix(mix(key.a + t g) + key.b + j g), where g is 2^64 divided by the golden
 * ratio and mix is the output function of SplitMix64 (Steele, Lea, Flood 2014, doi
 * 10.1145/2660193.2660195, with the constants of Stafford's variant 13). The key stands between
 * the two mixes, so two seeds are not shifted copies of one sequence. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random_key {
    uint64_t a, b;
};

/* The key of one stream of one seed. */
struct random_key random_key(uint64_t seed, uint64_t stream);

/* Word number j of index t. */
uint64_t random_word(struct random_key key, uint64_t t, uint64_t j);

/* Number t of a Weyl sequence, (u_0 + t sqrt(p)) mod 1 as 64 bits, where p is the prime of that
 * sequence (0..RANDOM_WEYL_COUNT-1) and u_0 comes from the key. Each number is uniform; together
 * they fill the interval, and several sequences the cube, more evenly than independent ones. */
enum { RANDOM_WEYL_COUNT = 16 };
uint64_t random_weyl(struct random_key key, size_t sequence, uint64_t t);

/* A hash of a string, to name a stream by a tensor's name (FNV-1a, 64 bits). */
uint64_t random_name(const char *name);

/* a*b as 128 bits: returns the upper half, sets *low. */
uint64_t random_multiply(uint64_t a, uint64_t b, uint64_t *low);

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

/* Word j of index t as a number in (0,1): (k + 1/2) / 2^53. */
double random_unit(struct random_key key, uint64_t t, uint64_t j);

/* Normal, mean 0 and variance 1, from words 0 and 1 of index t (Box and Muller 1958). */
double random_normal(struct random_key key, uint64_t t);

/* One number uniform in 0..bound-1 for the whole 64 bits, from the cursor's next words. */
uint64_t random_below(struct random_cursor *cursor, uint64_t bound);

#endif
