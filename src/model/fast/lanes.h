/* Sixteen single-precision lanes, the same on every machine.
 *
 * A struct lanes is 16 floats in as many registers as the machine needs: one of AVX-512, two of
 * AVX, four of SSE2 or NEON. Every operation is lane by lane, and what crosses lanes has a fixed
 * order, so that all of them give the same bits. Nothing here calls a library. */
#ifndef MODEL_FAST_LANES_H
#define MODEL_FAST_LANES_H

#include <stddef.h>
#include <stdint.h>

#if defined(__AVX512F__) || defined(__AVX__) || defined(__SSE2__)
#include <immintrin.h>
#endif

/* WIDE_LANES makes parts of 16 lanes on any machine, for the tests: what AVX-512 computes. */
#if defined(__AVX512F__) || defined(WIDE_LANES)
#define PART_LANES 16
#elif defined(__AVX__)
#define PART_LANES 8
#else
#define PART_LANES 4
#endif

#define LANES 16
#define PARTS (LANES / PART_LANES)

#define INLINE static inline __attribute__((always_inline, unused))

typedef float part __attribute__((vector_size(4 * PART_LANES)));
typedef int32_t part_int __attribute__((vector_size(4 * PART_LANES)));
typedef uint32_t part_word __attribute__((vector_size(4 * PART_LANES)));

struct lanes {
    part p[PARTS];
};

/* Repeats the statement for every part k, a constant each time. */
#define PART_NUMBER(number, ...)                                                                   \
    {                                                                                              \
        enum { k = number };                                                                       \
        __VA_ARGS__;                                                                               \
    }
#if PARTS == 1
#define EACH_PART(...) PART_NUMBER(0, __VA_ARGS__)
#elif PARTS == 2
#define EACH_PART(...) PART_NUMBER(0, __VA_ARGS__) PART_NUMBER(1, __VA_ARGS__)
#else
#define EACH_PART(...)                                                                             \
    PART_NUMBER(0, __VA_ARGS__)                                                                    \
    PART_NUMBER(1, __VA_ARGS__)                                                                    \
    PART_NUMBER(2, __VA_ARGS__)                                                                    \
    PART_NUMBER(3, __VA_ARGS__)
#endif

INLINE struct lanes lanes_load(const float *x) {
    struct lanes r;
    EACH_PART(__builtin_memcpy(&r.p[k], x + k * PART_LANES, sizeof(part)))
    return r;
}

INLINE void lanes_store(float *x, struct lanes a){
    EACH_PART(__builtin_memcpy(x + k * PART_LANES, &a.p[k], sizeof(part)))}

/* Stores the first n lanes, and what else its parts hold of them: what is not stored need not be
 * computed either. */
INLINE void lanes_store_first(float *x, struct lanes a, size_t n) {
    EACH_PART(if (k * PART_LANES < n) __builtin_memcpy(x + k * PART_LANES, &a.p[k], sizeof(part));)
}

/* x - 0 is x, whatever its sign, and costs nothing; 0 + x would have to make 0 of -0. */
INLINE struct lanes lanes_all(float x) {
    struct lanes r;
    EACH_PART(r.p[k] = x - (part){0})
    return r;
}

INLINE struct lanes lanes_add(struct lanes a, struct lanes b) {
    EACH_PART(a.p[k] += b.p[k])
    return a;
}

INLINE struct lanes lanes_subtract(struct lanes a, struct lanes b) {
    EACH_PART(a.p[k] -= b.p[k])
    return a;
}

INLINE struct lanes lanes_multiply(struct lanes a, struct lanes b) {
    EACH_PART(a.p[k] *= b.p[k])
    return a;
}

INLINE struct lanes lanes_divide(struct lanes a, struct lanes b) {
    EACH_PART(a.p[k] /= b.p[k])
    return a;
}

/* a + b c, rounded after each operation. */
INLINE struct lanes lanes_add_product(struct lanes a, struct lanes b, struct lanes c) {
    return lanes_add(a, lanes_multiply(b, c));
}

INLINE part part_select(part_int mask, part a, part b) {
    return (part)((mask & (part_int)a) | (~mask & (part_int)b));
}

/* The larger one; b where they are equal or one is not a number. */
INLINE struct lanes lanes_max(struct lanes a, struct lanes b) {
    EACH_PART(a.p[k] = part_select(a.p[k] > b.p[k], a.p[k], b.p[k]))
    return a;
}

/* The smaller one; b where they are equal or one is not a number. */
INLINE struct lanes lanes_min(struct lanes a, struct lanes b) {
    EACH_PART(a.p[k] = part_select(a.p[k] < b.p[k], a.p[k], b.p[k]))
    return a;
}

static const uint32_t lane_numbers[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* a in the first n lanes (all where n is 16 or more), 0 in the others. */
INLINE struct lanes lanes_first(struct lanes a, size_t n) {
    EACH_PART(part_int number;
              __builtin_memcpy(&number, lane_numbers + k * PART_LANES, sizeof number);
              a.p[k] = (part)((number < (int32_t)(n < LANES ? n : LANES)) & (part_int)a.p[k]))
    return a;
}

/* The bits of both: a + b where one of them is 0. */
INLINE struct lanes lanes_or(struct lanes a, struct lanes b) {
    EACH_PART(a.p[k] = (part)((part_int)a.p[k] | (part_int)b.p[k]))
    return a;
}

/* a where a > 0, else 0; what is not a number stays so. */
INLINE struct lanes lanes_relu(struct lanes a) {
    EACH_PART(a.p[k] = (part)(~(a.p[k] <= 0) & (part_int)a.p[k]))
    return a;
}

/* a where x is not 0, else 0. */
INLINE struct lanes lanes_where(struct lanes x, struct lanes a) {
    EACH_PART(a.p[k] = (part)((x.p[k] != 0) & (part_int)a.p[k]))
    return a;
}

INLINE part part_root(part a) {
#if defined(WIDE_LANES)
    for (int i = 0; i < PART_LANES; i++) a[i] = __builtin_sqrtf(a[i]);
    return a;
#elif defined(__AVX512F__)
    return (part)_mm512_sqrt_ps((__m512)a);
#elif defined(__AVX__)
    return (part)_mm256_sqrt_ps((__m256)a);
#elif defined(__SSE2__)
    return (part)_mm_sqrt_ps((__m128)a);
#else
    for (int i = 0; i < PART_LANES; i++) a[i] = __builtin_sqrtf(a[i]);
    return a;
#endif
}

INLINE struct lanes lanes_root(struct lanes a) {
    EACH_PART(a.p[k] = part_root(a.p[k]))
    return a;
}

/* e^x, x <= 88: within 2 units in the last place; 0 below -87.33. With n = round(x / ln 2) and
 * r = x - n ln 2, e^x = 2^n e^r; e^r by the polynomial of degree 6 with the smallest relative error
 * on [-ln 2/2, ln 2/2] (3e-9). Adding and taking away 1.5 * 2^23 rounds to a
 * whole number, and leaves it in the low bits for the exponent. */
INLINE struct lanes lanes_exp(struct lanes x) {
    const float log2_e = 0x1.715476p0f, magic = 0x1.8p23f;
    const float ln2_high = 0x1.62e400p-1f, ln2_low = 0x1.7f7d1cp-20f;
    struct lanes r;
    EACH_PART(part shifted = x.p[k] * log2_e + magic; part n = shifted - magic;
              part f = (x.p[k] - n * ln2_high) - n * ln2_low;
              part e = f * 0x1.6a234ep-10f + 0x1.123a6cp-7f; e = e * f + 0x1.5558f4p-5f;
              e = e * f + 0x1.555490p-3f; e = e * f + 0x1.fffffcp-2f; e = 1.0f + (f + e * (f * f));
              part_word bits = (part_word)e + ((part_word)shifted << 23);
              r.p[k] = (part)((part_word) ~(x.p[k] < -0x1.5d589ep6f) & bits))
    return r;
}

/* tanh x, within 2 units in the last place. Below 0.7 x + x^3 P(x^2), P of the smallest relative
 * error (7e-10); from there on 1 - 2 / (e^(2|x|) + 1) with the sign of x, which is 1 beyond 10. */
INLINE struct lanes lanes_tanh(struct lanes x) {
    struct lanes size, twice, r;
    EACH_PART(size.p[k] = (part)((part_int)x.p[k] & 0x7fffffff);
              part most = part_select(size.p[k] < 10.0f, size.p[k], (part){0} + 10.0f);
              twice.p[k] = most + most)
    struct lanes e = lanes_exp(twice);
    EACH_PART(part_int sign = (part_int)x.p[k] ^ (part_int)size.p[k];
              part far = (part)((part_int)(1.0f - 2.0f / (e.p[k] + 1.0f)) | sign);
              part x2 = x.p[k] * x.p[k]; part p = x2 * 0x1.f0f01ap-10f - 0x1.025202p-7f;
              p = p * x2 + 0x1.616b96p-6f; p = p * x2 - 0x1.b9b870p-5f; p = p * x2 + 0x1.110f3cp-3f;
              p = p * x2 - 0x1.555550p-2f; part near = x.p[k] + x.p[k] * x2 * p;
              r.p[k] = part_select(size.p[k] >= 0.7f, far, near))
    return r;
}

/* ln x for normal x > 0, within 2 units in the last place. With x = 2^n (1+f), 1+f in
 * [sqrt 1/2, sqrt 2), and s = f/(2+f): ln(1+f) = f - (f^2/2 - s (f^2/2 + R)),
 * R = 2 s^2 (1/3 + s^2/5 + s^4/7 + s^6/9). */
INLINE struct lanes lanes_log(struct lanes x) {
    const float ln2_high = 0x1.62e400p-1f, ln2_low = 0x1.7f7d1cp-20f;
    struct lanes r;
    EACH_PART(part_int bits = (part_int)x.p[k] - 0x3f3504f3;
              part n = __builtin_convertvector(bits >> 23, part);
              part f = (part)((bits & 0x7fffff) + 0x3f3504f3) - 1.0f; part s = f / (2.0f + f);
              part s2 = s * s; part half = 0.5f * f * f;
              part series = s2 * 0x1.c71c72p-4f + 0x1.24924ap-3f;
              series = series * s2 + 0x1.99999ap-3f; series = series * s2 + 0x1.555556p-2f;
              part rest = s * (half + 2.0f * s2 * series) + n * ln2_low;
              r.p[k] = n * ln2_high - ((half - rest) - f))
    return r;
}

/* ln(1 + x), 0 <= x <= 1, from u = 1 + x as it is rounded and ln u: that times x / (u - 1) takes back
 * what rounding did to u (Kahan). */
INLINE struct lanes lanes_log1p(struct lanes x, struct lanes u, struct lanes log) {
    struct lanes r;
    EACH_PART(part rounded = u.p[k] - 1.0f; part quotient = log.p[k] * (x.p[k] / rounded);
              r.p[k] = part_select(rounded == 0, x.p[k], quotient))
    return r;
}

/* a where x <= 1, else b. */
INLINE struct lanes lanes_up_to_one(struct lanes x, struct lanes a, struct lanes b) {
    EACH_PART(a.p[k] = part_select(x.p[k] <= 1.0f, a.p[k], b.p[k]))
    return a;
}

/* The sum of all lanes: i with i+8, then i with i+4, i+2, i+1. */
INLINE float lanes_sum(struct lanes a) {
    float x[LANES];
    lanes_store(x, a);
    float b[8], c[4];
    for (int i = 0; i < 8; i++) b[i] = x[i] + x[i + 8];
    for (int i = 0; i < 4; i++) c[i] = b[i] + b[i + 4];
    return (c[0] + c[2]) + (c[1] + c[3]);
}

/* A struct lanes on its way to its sum: lane i plus lane i+8 where that needs no shuffle. */
#if PART_LANES == 4
#define FOLDED_PARTS 2
#else
#define FOLDED_PARTS 1
#endif

struct folded {
    part p[FOLDED_PARTS];
};

INLINE struct folded lanes_fold(struct lanes a) {
    struct folded f;
#if PART_LANES == 16
    f.p[0] = a.p[0];
#elif PART_LANES == 8
    f.p[0] = a.p[0] + a.p[1];
#else
    f.p[0] = a.p[0] + a.p[2];
    f.p[1] = a.p[1] + a.p[3];
#endif
    return f;
}

#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

/* Lane e of the result is the lanes_sum that x[e] was folded from, in the same order of additions:
 * the sixteen sums share their shuffles. Each round adds one half of two vectors to the other. */
INLINE struct lanes folded_sums(const struct folded x[LANES]) {
    struct lanes r;
#if PART_LANES == 16
    part a[8], b[4], c[2];
    for (int e = 0; e < 8; e++) {
        part u = x[e].p[0], v = x[e + 8].p[0];
        a[e] = SHUFFLE(u, v, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
               SHUFFLE(u, v, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
    }
    for (int e = 0; e < 4; e++) {
        part u = a[e], v = a[e + 4];
        b[e] = SHUFFLE(u, v, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27) +
               SHUFFLE(u, v, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
    }
    for (int e = 0; e < 2; e++) {
        part u = b[2 * e], v = b[2 * e + 1];
        c[e] = SHUFFLE(u, v, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29) +
               SHUFFLE(u, v, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
    }
    r.p[0] = SHUFFLE(c[0], c[1], 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30) +
             SHUFFLE(c[0], c[1], 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31);
#elif PART_LANES == 8
    for (int half = 0; half < 2; half++) {
        part b[4], c[2];
        for (int e = 0; e < 4; e++) {
            part u = x[8 * half + e].p[0], v = x[8 * half + e + 4].p[0];
            b[e] =
                SHUFFLE(u, v, 0, 1, 2, 3, 8, 9, 10, 11) + SHUFFLE(u, v, 4, 5, 6, 7, 12, 13, 14, 15);
        }
        for (int e = 0; e < 2; e++) {
            part u = b[2 * e], v = b[2 * e + 1];
            c[e] =
                SHUFFLE(u, v, 0, 1, 8, 9, 4, 5, 12, 13) + SHUFFLE(u, v, 2, 3, 10, 11, 6, 7, 14, 15);
        }
        r.p[half] = SHUFFLE(c[0], c[1], 0, 2, 8, 10, 4, 6, 12, 14) +
                    SHUFFLE(c[0], c[1], 1, 3, 9, 11, 5, 7, 13, 15);
    }
#else
    for (int quarter = 0; quarter < 4; quarter++) {
        part a[4], b[2];
        for (int e = 0; e < 4; e++) a[e] = x[4 * quarter + e].p[0] + x[4 * quarter + e].p[1];
        for (int e = 0; e < 2; e++) {
            part u = a[2 * e], v = a[2 * e + 1];
            b[e] = SHUFFLE(u, v, 0, 1, 4, 5) + SHUFFLE(u, v, 2, 3, 6, 7);
        }
        r.p[quarter] = SHUFFLE(b[0], b[1], 0, 2, 4, 6) + SHUFFLE(b[0], b[1], 1, 3, 5, 7);
    }
#endif
    return r;
}

/* Lane e of the result is lanes_sum(x[e]). */
INLINE struct lanes lanes_sums(const struct lanes x[LANES]) {
    struct folded f[LANES];
    for (int e = 0; e < LANES; e++) f[e] = lanes_fold(x[e]);
    return folded_sums(f);
}

#endif
