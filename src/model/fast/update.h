/* Optimiser steps, sums and norms over whole arrays. Included by kernel.c. */
#ifndef MODEL_FAST_UPDATE_H
#define MODEL_FAST_UPDATE_H

#include "model/fast/kernel.h"
#include "model/fast/lanes.h"

static void add_arrays(size_t n, float *x, const float *y) {
    for (size_t i = 0; i < n; i += LANES) {
        lanes_store(x + i, lanes_add(lanes_load(x + i), lanes_load(y + i)));
    }
}

static float square_sum(size_t n, const float *x) {
    struct lanes sum = lanes_all(0);
    for (size_t i = 0; i < n; i += LANES) {
        struct lanes a = lanes_load(x + i);
        sum = lanes_add_product(sum, a, a);
    }
    return lanes_sum(sum);
}

/* Whether no lane ever differed from itself: x - x is 0 for a finite x, and not a number else. */
INLINE bool all_zero(struct lanes check) {
    float sum = lanes_sum(check);
    return sum == 0;
}

static bool adam(const struct fast_update *update, size_t n, const float *w, const float *g,
                 float *m, float *v, float *new_w) {
    struct lanes b1 = lanes_all(0.9f), one_b1 = lanes_all(0.1f), check = lanes_all(0);
    struct lanes b2 = lanes_all(0.999f), one_b2 = lanes_all(0.001f), eps = lanes_all(1e-8f);
    struct lanes rate = lanes_all(update->rate), factor = lanes_all(update->gradient_factor);
    struct lanes second = lanes_all(update->second_factor);
    struct lanes keep = lanes_all(1 - update->decay);
    for (size_t i = 0; i < n; i += LANES) {
        struct lanes gi = lanes_multiply(lanes_load(g + i), factor);
        struct lanes mi = lanes_add_product(lanes_multiply(b1, lanes_load(m + i)), one_b1, gi);
        struct lanes vi = lanes_add_product(lanes_multiply(b2, lanes_load(v + i)), one_b2,
                                            lanes_multiply(gi, gi));
        struct lanes size = lanes_add(lanes_root(lanes_multiply(vi, second)), eps);
        struct lanes wi = lanes_multiply(lanes_load(w + i), keep);
        wi = lanes_subtract(wi, lanes_divide(lanes_multiply(rate, mi), size));
        check = lanes_add(check, lanes_subtract(wi, wi));
        lanes_store(m + i, mi);
        lanes_store(v + i, vi);
        lanes_store(new_w + i, wi);
    }
    return all_zero(check);
}

static bool sgd(const struct fast_update *update, size_t n, const float *w, const float *g,
                float *m, float *new_w) {
    struct lanes momentum = lanes_all(update->momentum), rate = lanes_all(update->rate);
    struct lanes keep = lanes_all(1 - update->decay), check = lanes_all(0);
    struct lanes factor = lanes_all(update->gradient_factor);
    for (size_t i = 0; i < n; i += LANES) {
        struct lanes gi = lanes_multiply(lanes_load(g + i), factor);
        struct lanes mi = lanes_add(lanes_multiply(momentum, lanes_load(m + i)), gi);
        struct lanes wi = lanes_multiply(lanes_load(w + i), keep);
        wi = lanes_subtract(wi, lanes_multiply(rate, mi));
        check = lanes_add(check, lanes_subtract(wi, wi));
        lanes_store(m + i, mi);
        lanes_store(new_w + i, wi);
    }
    return all_zero(check);
}

#endif
