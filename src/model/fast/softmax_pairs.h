/* The softmax over the pairs of 16 examples, a lane an example, and back. Included by kernel.c. */
#ifndef MODEL_FAST_SOFTMAX_PAIRS_H
#define MODEL_FAST_SOFTMAX_PAIRS_H

#include "model/fast/readout.h"

/* a = softmax over the pairs, from exponentials or scores that stand in a. */
INLINE void softmax_pairs(size_t n, bool exact, float *a) {
    struct lanes sum = lanes_all(0), most = lanes_all(NEVER);
    for (size_t i = 0; exact && i < n; i++) most = lanes_max(lanes_load(a + i * LANES), most);
    for (size_t i = 0; i < n; i++) {
        struct lanes x = lanes_load(a + i * LANES);
        if (exact) {
            x = lanes_exp(lanes_subtract(x, most));
            lanes_store(a + i * LANES, x);
        }
        sum = lanes_add(sum, x);
    }
    struct lanes inverse = lanes_divide(lanes_all(1), sum);
    for (size_t i = 0; i < n; i++) {
        lanes_store(a + i * LANES, lanes_multiply(lanes_load(a + i * LANES), inverse));
    }
}

/* ds in place of da: ds_i = factor a_i (da_i - sum_j a_j da_j). */
INLINE void softmax_pairs_backward(size_t n, float factor, const float *a, float *da) {
    struct lanes sum = lanes_all(0);
    for (size_t i = 0; i < n; i++) {
        sum = lanes_add_product(sum, lanes_load(a + i * LANES), lanes_load(da + i * LANES));
    }
    for (size_t i = 0; i < n; i++) {
        struct lanes ds = lanes_multiply(lanes_load(a + i * LANES),
                                         lanes_subtract(lanes_load(da + i * LANES), sum));
        lanes_store(da + i * LANES, lanes_multiply(ds, lanes_all(factor)));
    }
}

#endif
