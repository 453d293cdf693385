/* Examples sixteen at a time: see pack.h. */
#include "task/pack.h"

#include "task/source_state.h"

#include <string.h>

enum { QUERY, POSITION, ANSWER, COUNT, PAIRS };

/* The most letters whose arrangement fits into a word, four bits each. */
enum { NIBBLES = 16 };

size_t pack_size(size_t pairs) {
    return (PAIRS + 2 * pairs) * PACK_LANES;
}

static void pack_example(const struct source *source, const struct example *example, size_t lane,
                         uint32_t *block) {
    uint32_t *pairs = block + PAIRS * PACK_LANES + lane;
    size_t n = example->count;
    block[QUERY * PACK_LANES + lane] = example->letters[example->query];
    block[POSITION * PACK_LANES + lane] = (uint32_t)example->query;
    block[ANSWER * PACK_LANES + lane] = example_answer(example);
    block[COUNT * PACK_LANES + lane] = (uint32_t)n;
    for (size_t i = 0; i < source->task.pairs; i++) {
        pairs[2 * i * PACK_LANES] = i < n ? example->letters[i] : (uint32_t)source->task.letters;
        pairs[(2 * i + 1) * PACK_LANES] = i < n ? example->digits[i] : 0;
    }
}

/* The product of all bounds of an example's draws, or 0 where one word does not serve them all. */
static uint64_t one_word_product(const struct source *source) {
    const struct task *task = &source->task;
    uint64_t product = task->pairs;
    if (source->dataset || source->count_limits || task->min_pairs < task->pairs) return 0;
    if (task->letters > NIBBLES || product > RANDOM_GROUP_LIMIT) return 0;
    for (size_t i = 0; i < task->pairs; i++) {
        uint64_t bound = (task->letters - i) * task->digits;
        if (product > RANDOM_GROUP_LIMIT / bound) return 0;
        product *= bound;
    }
    return product;
}

/* As source_draw for a small task of one word: the letters are nibbles of one number, and a swap of
 * two of them is two exclusive ors. Returns whether the draw stands (see random_fill). */
static inline __attribute__((always_inline)) bool pack_from_word(struct random_key key, size_t n,
                                                                 uint64_t count, uint64_t digits,
                                                                 uint64_t product, uint64_t t,
                                                                 size_t lane, uint32_t *block) {
    uint64_t left = random_word(key, t, 0), letters = 0xfedcba9876543210ULL;
    uint32_t *pairs = block + PAIRS * PACK_LANES + lane;
    for (size_t i = 0; i < n; i++) {
        size_t other = i + (size_t)random_multiply(left, count - i, &left);
        uint64_t here = letters >> 4 * i & 15, there = letters >> 4 * other & 15;
        letters ^= (here ^ there) << 4 * other;
        pairs[2 * i * PACK_LANES] = (uint32_t)there;
    }
    for (size_t i = 0; i < n; i++) {
        pairs[(2 * i + 1) * PACK_LANES] = (uint32_t)random_multiply(left, digits, &left);
    }
    size_t position = (size_t)random_multiply(left, n, &left);
    block[QUERY * PACK_LANES + lane] = pairs[2 * position * PACK_LANES];
    block[POSITION * PACK_LANES + lane] = (uint32_t)position;
    block[ANSWER * PACK_LANES + lane] = pairs[(2 * position + 1) * PACK_LANES];
    block[COUNT * PACK_LANES + lane] = (uint32_t)n;
    return !random_rejects(left, product);
}

/* Fills a block from one word an example; returns the lanes whose draws do not stand, as bits. */
static inline __attribute__((always_inline)) unsigned pack_words(struct random_key key, size_t n,
                                                                 uint64_t letters, uint64_t digits,
                                                                 uint64_t product, uint64_t first,
                                                                 size_t count, uint32_t *block) {
    unsigned rejected = 0;
    for (size_t lane = 0; lane < PACK_LANES; lane++) {
        uint64_t t = first + (lane < count ? lane : 0);
        bool stands = pack_from_word(key, n, letters, digits, product, t, lane, block);
        rejected |= (unsigned)!stands << lane;
    }
    return rejected;
}

void source_pack(struct source *source, uint64_t first, size_t count, uint32_t *block) {
    const struct task *task = &source->task;
    uint64_t product = one_word_product(source);
    unsigned rejected = (1U << PACK_LANES) - 1;
    if (product) {
        rejected = pack_words(source->key, task->pairs, task->letters, task->digits, product, first,
                              count, block);
    }
    for (size_t lane = 0; rejected; lane++, rejected >>= 1) {
        uint64_t t = first + (lane < count ? lane : 0);
        if (rejected & 1) pack_example(source, source_draw(source, t), lane, block);
    }
}
