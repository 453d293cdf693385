/* Counter-based random numbers: see random.h. */
#include "base/random.h"

#include "base/elementary.h"

#include <math.h>

struct random_key random_key(uint64_t seed, uint64_t stream) {
    uint64_t start = random_mix(random_mix(seed + RANDOM_GOLDEN) + stream * RANDOM_GOLDEN + 1);
    return (struct random_key){random_mix(start + RANDOM_GOLDEN),
                               random_mix(start + 2 * RANDOM_GOLDEN)};
}

/* 2^64 times the fractional parts of the square roots of 2, 3, 5, ... 53. */
static const uint64_t ROOTS[RANDOM_WEYL_COUNT] = {
    0x6a09e667f3bcc908ULL, 0xbb67ae8584caa73bULL, 0x3c6ef372fe94f82bULL, 0xa54ff53a5f1d36f1ULL,
    0x510e527fade682d1ULL, 0x9b05688c2b3e6c1fULL, 0x1f83d9abfb41bd6bULL, 0x5be0cd19137e2179ULL,
    0xcbbb9d5dc1059ed8ULL, 0x629a292a367cd507ULL, 0x9159015a3070dd17ULL, 0x152fecd8f70e5939ULL,
    0x67332667ffc00b31ULL, 0x8eb44a8768581511ULL, 0xdb0c2e0d64f98fa7ULL, 0x47b5481dbefa4fa4ULL,
};

struct random_weyl random_weyl(struct random_key key, size_t sequence) {
    uint64_t start = random_mix(key.a + random_mix(key.b + sequence * RANDOM_GOLDEN));
    return (struct random_weyl){start, ROOTS[sequence]};
}

uint64_t random_name(const char *name) {
    uint64_t hash = 0xcbf29ce484222325ULL;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 0x100000001b3ULL;
    return hash;
}

/* How many of the bounds form the next group; *product is theirs. */
static size_t group_size(const uint32_t *bounds, size_t count, uint64_t *product) {
    size_t size = 0;
    for (*product = 1; size < count; size++) {
        uint64_t larger;
        if (random_multiply(*product, bounds[size], &larger) || larger > RANDOM_GROUP_LIMIT) break;
        *product = larger;
    }
    return size;
}

static void group_fill(struct random_cursor *cursor, const uint32_t *bounds, size_t size,
                       uint64_t product, uint32_t *values) {
    uint64_t left;
    do {
        left = random_word(cursor->key, cursor->t, cursor->next++);
        for (size_t i = 0; i < size; i++) {
            values[i] = (uint32_t)random_multiply(left, bounds[i], &left);
        }
    } while (random_rejects(left, product));
}

void random_fill(struct random_cursor *cursor, const uint32_t *bounds, size_t count,
                 uint32_t *values) {
    while (count) {
        uint64_t product;
        size_t size = group_size(bounds, count, &product);
        group_fill(cursor, bounds, size, product, values);
        bounds += size;
        values += size;
        count -= size;
    }
}

double random_unit(struct random_key key, uint64_t t, uint64_t j) {
    return ((double)(random_word(key, t, j) >> 12) + 0.5) * 0x1p-52;
}

double random_normal(struct random_key key, uint64_t t) {
    double radius = sqrt(-2 * elementary_log(random_unit(key, t, 0)));
    return radius * elementary_cos_turns(random_unit(key, t, 1));
}

uint64_t random_below(struct random_cursor *cursor, uint64_t bound) {
    uint64_t value, left;
    do {
        value = random_multiply(random_word(cursor->key, cursor->t, cursor->next++), bound, &left);
    } while (random_rejects(left, bound));
    return value;
}
