/* Drawing the default task's examples sixteen at a time: the numbers of random_fill, by lanes.
 * Included by kernel.c.
 *
 * One word serves an example: its upper bits times 20160 = 8*7*6*5*4*3 are the rank of the letters'
 * arrangement, what is left times 1000 three digits, what is left then times 6000 three digits and
 * the query. The draws of a rank are its digits in the mixed base, the first draw the most significant:
 * the same as one multiplication after the other. */
#ifndef MODEL_FAST_DRAW_H
#define MODEL_FAST_DRAW_H

#include "base/random.h"
#include "model/fast/kernel.h"
#include "model/fast/lanes.h"

INLINE part_word load_words(const uint32_t *x) {
    part_word r;
    __builtin_memcpy(&r, x, sizeof r);
    return r;
}

INLINE void store_words(uint32_t *x, part_word r) {
    __builtin_memcpy(x, &r, sizeof r);
}

/* Exchanges the nibbles i and i + draw of the arrangement; returns what stands at i then. */
INLINE part_word exchange(part_word *arrangement, uint32_t i, part_word draw) {
    part_word other = (draw + i) << 2;
    part_word here = (*arrangement >> 4 * i) & 15, there = (*arrangement >> other) & 15;
    *arrangement ^= (here ^ there) << other;
    *arrangement ^= (here ^ there) << 4 * i;
    return there;
}

/* rank / divisor by multiplication with ceil(2^27 / divisor): exact, and within 32 bits, for ranks
 * below the divisor before (20160 before the first). */
INLINE part_word divide_rank(part_word rank, uint32_t divisor) {
    return rank * (((1U << 27) + divisor - 1) / divisor) >> 27;
}

INLINE part_word place_letters(part_word rank, uint32_t *pairs) {
    static const uint32_t divisors[6] = {2520, 360, 60, 12, 3, 1};
    part_word arrangement = (part_word){0} + 0x76543210U;
    for (uint32_t i = 0; i < 6; i++) {
        part_word draw = i < 5 ? divide_rank(rank, divisors[i]) : rank;
        rank -= draw * divisors[i];
        store_words(pairs + 2 * i * LANES, exchange(&arrangement, i, draw));
    }
    return arrangement;
}

/* Three digits of a number below 1000 to the pairs i, i+1, i+2; returns them as nibbles. */
INLINE part_word place_digits(part_word number, uint32_t *pairs) {
    part_word first = number * 5243 >> 19, rest = number - first * 100;
    part_word second = rest * 205 >> 11, third = rest - second * 10;
    store_words(pairs + LANES, first);
    store_words(pairs + 3 * LANES, second);
    store_words(pairs + 5 * LANES, third);
    return first | second << 4 | third << 8;
}

INLINE void place_part(size_t lane, uint32_t draws[3][LANES], uint32_t *block) {
    uint32_t *pairs = block + 4 * LANES + lane;
    part_word last = load_words(draws[2] + lane), number = last * 10923 >> 16; /* last / 6 */
    part_word position = last - number * 6, shift = position << 2;
    part_word letters = place_letters(load_words(draws[0] + lane), pairs);
    part_word digits = place_digits(load_words(draws[1] + lane), pairs);
    digits |= place_digits(number, pairs + 6 * LANES) << 12;
    store_words(block + lane, letters >> shift & 15);
    store_words(block + LANES + lane, position);
    store_words(block + 2 * LANES + lane, digits >> shift & 15);
    store_words(block + 3 * LANES + lane, (part_word){0} + 6);
}

/* Sets a block to the examples first .. first+15 of a stream of the default task; false where one
 * of them may have to be drawn anew, see random_fill. */
static bool draw_default_task(const uint64_t key[2], uint64_t first, uint32_t *block) {
    const uint64_t product = UINT64_C(20160) * 1000000 * 6;
    struct random_key own = {key[0], key[1]};
    uint32_t draws[3][LANES];
    uint64_t least = UINT64_MAX;
#pragma GCC unroll 4
    for (size_t lane = 0; lane < LANES; lane++) {
        uint64_t left = random_word(own, first + lane, 0);
        draws[0][lane] = (uint32_t)random_multiply(left, 20160, &left);
        draws[1][lane] = (uint32_t)random_multiply(left, 1000, &left);
        draws[2][lane] = (uint32_t)random_multiply(left, 6000, &left);
        least = left < least ? left : least;
    }
    for (size_t lane = 0; lane < LANES; lane += PART_LANES) place_part(lane, draws, block);
    return least >= product;
}

#endif
