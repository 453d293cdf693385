/* What brings numbers into lanes and from lanes to lanes: gathering, transposing, and comparing with
 * whole numbers. As lanes.h, which it goes with, the same on every machine. */
#ifndef MODEL_FAST_LANES_CROSS_H
#define MODEL_FAST_LANES_CROSS_H

#include "model/fast/lanes.h"

enum { QUAD = 4, PART_QUADS = PART_LANES / QUAD };

typedef float quad __attribute__((vector_size(4 * QUAD)));

INLINE quad load_quad(const float *x) {
    quad q;
    __builtin_memcpy(&q, x, sizeof q);
    return q;
}

/* A part's quads one after another. */
INLINE part join_quads(const quad q[PART_QUADS]) {
#if PART_LANES == 16
    typedef float octet __attribute__((vector_size(32)));
    octet low = SHUFFLE(q[0], q[1], 0, 1, 2, 3, 4, 5, 6, 7);
    octet high = SHUFFLE(q[2], q[3], 0, 1, 2, 3, 4, 5, 6, 7);
    return SHUFFLE(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif PART_LANES == 8
    return SHUFFLE(q[0], q[1], 0, 1, 2, 3, 4, 5, 6, 7);
#else
    return q[0];
#endif
}

/* Lane e is x[at[e]]. */
INLINE struct lanes lanes_gather(const float *x, const uint32_t *at) {
    struct lanes r;
    EACH_PART(quad q[PART_QUADS]; for (int i = 0; i < PART_QUADS; i++) {
        const uint32_t *from = at + k * PART_LANES + i * QUAD;
        q[i] = (quad){x[from[0]], x[from[1]], x[from[2]], x[from[3]]};
    } r.p[k] = join_quads(q);)
    return r;
}

#if PART_LANES == 16
#define SHUFFLE_QUADS(u, v, a, b, c, d)                                                            \
    SHUFFLE(u, v, a, b, c + 12, d + 12, a + 4, b + 4, c + 16, d + 16, a + 8, b + 8, c + 20,        \
            d + 20, a + 12, b + 12, c + 24, d + 24)
#elif PART_LANES == 8
#define SHUFFLE_QUADS(u, v, a, b, c, d)                                                            \
    SHUFFLE(u, v, a, b, c + 4, d + 4, a + 4, b + 4, c + 8, d + 8)
#else
#define SHUFFLE_QUADS(u, v, a, b, c, d) SHUFFLE(u, v, a, b, c, d)
#endif

INLINE void store_part(float *x, part a) {
    __builtin_memcpy(x, &a, sizeof a);
}

/* Row j, QUAD + j, ... of PART_LANES rows: their first four numbers one after another. */
INLINE part load_quads(const float *x, size_t row) {
    quad q[PART_QUADS];
    for (size_t i = 0; i < PART_QUADS; i++) q[i] = load_quad(x + i * QUAD * row);
    return join_quads(q);
}

/* Four columns of PART_LANES rows become four rows. */
INLINE void transpose_part(const float *from, size_t from_row, float *to, size_t to_row) {
    part a = load_quads(from, from_row), b = load_quads(from + from_row, from_row);
    part c = load_quads(from + 2 * from_row, from_row),
         d = load_quads(from + 3 * from_row, from_row);
    part low = SHUFFLE_QUADS(a, b, 0, 1, 4, 5), high = SHUFFLE_QUADS(a, b, 2, 3, 6, 7);
    part low2 = SHUFFLE_QUADS(c, d, 0, 1, 4, 5), high2 = SHUFFLE_QUADS(c, d, 2, 3, 6, 7);
    store_part(to, SHUFFLE_QUADS(low, low2, 0, 2, 4, 6));
    store_part(to + to_row, SHUFFLE_QUADS(low, low2, 1, 3, 5, 7));
    store_part(to + 2 * to_row, SHUFFLE_QUADS(high, high2, 0, 2, 4, 6));
    store_part(to + 3 * to_row, SHUFFLE_QUADS(high, high2, 1, 3, 5, 7));
}

/* to[c][e] = from[e][c] for the first n of 16 columns and all 16 rows, n a multiple of 4. */
INLINE void transpose_rows(size_t n, const float *from, size_t from_row, float *to, size_t to_row) {
    for (size_t c = 0; c < n; c += QUAD) {
        for (size_t e = 0; e < LANES; e += PART_LANES) {
            transpose_part(from + e * from_row + c, from_row, to + c * to_row + e, to_row);
        }
    }
}

/* to[c][e] = from[e][c] for n columns, rounded up to a multiple of 4, and 16 rows. */
INLINE void transpose_columns(size_t n, const float *from, size_t from_row, float *to) {
    for (size_t c = 0; c < n; c += LANES) {
        size_t left = (n - c + QUAD - 1) / QUAD * QUAD;
        transpose_rows(left < LANES ? left : LANES, from + c, from_row, to + c * LANES, LANES);
    }
}

/* Sixteen whole numbers. */
struct words {
    part_word p[PARTS];
};

INLINE struct words words_load(const uint32_t *x) {
    struct words r;
    EACH_PART(__builtin_memcpy(&r.p[k], x + k * PART_LANES, sizeof(part_word)))
    return r;
}

INLINE void words_store(uint32_t *x, struct words a){
    EACH_PART(__builtin_memcpy(x + k * PART_LANES, &a.p[k], sizeof(part_word)))}

/* a + n b */
INLINE struct words words_add_times(struct words a, uint32_t n, struct words b) {
    EACH_PART(a.p[k] += n * b.p[k])
    return a;
}

/* a where the number is n, else 0. */
INLINE struct lanes lanes_where_is(struct words number, uint32_t n, struct lanes a) {
    EACH_PART(a.p[k] = (part)((number.p[k] == n) & (part_int)a.p[k]))
    return a;
}

/* a where the number is not n, else 0. */
INLINE struct lanes lanes_where_not(struct words number, uint32_t n, struct lanes a) {
    EACH_PART(a.p[k] = (part)((number.p[k] != n) & (part_int)a.p[k]))
    return a;
}

/* Number n and its x where x > most; what they were elsewhere. */
INLINE void lanes_note_larger(struct lanes x, uint32_t n, struct lanes *most,
                              struct words *number) {
    EACH_PART(part_int larger = x.p[k] > most->p[k];
              number->p[k] =
                  (part_word)((larger & (int32_t)n) | (~larger & (part_int)number->p[k]));
              most->p[k] = part_select(larger, x.p[k], most->p[k]))
}

#endif
