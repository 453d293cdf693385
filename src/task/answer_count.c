/* How many of the other pairs have the answer's digit: see answer_count.h. */
#include "task/answer_count.h"

#include "base/memory.h"

#include <stdlib.h>

/* P(k+1) / P(k) = (m-k)/(k+1) * p/(1-p), with m = pairs-1 and p/(1-p) = 1/(digits-1). Probabilities
 * relative to the largest one, from it outwards, so that nothing overflows. */
static void set_weights(double *weights, size_t m, size_t digits) {
    size_t mode = (m + 1) / digits;
    double odds = 1 / (double)(digits - 1);
    weights[mode] = 1;
    for (size_t k = mode; k < m; k++) {
        weights[k + 1] = weights[k] * odds * (double)(m - k) / (double)(k + 1);
    }
    for (size_t k = mode; k > 0; k--) {
        weights[k - 1] = weights[k] / odds * (double)k / (double)(m - k + 1);
    }
}

static void set_limits(uint64_t *limits, const double *weights, size_t count) {
    double total = 0, sum = 0;
    for (size_t k = 0; k < count; k++) total += weights[k];
    for (size_t k = 0; k < count; k++) {
        sum += weights[k];
        double part = sum / total * 0x1p64;
        limits[k] = part < 0x1p64 ? (uint64_t)part : UINT64_MAX;
    }
    limits[count - 1] = UINT64_MAX;
}

uint64_t *answer_count_limits(size_t pairs, size_t digits, struct error *error) {
    double *weights = memory_take(pairs, sizeof *weights, "drawing examples", error);
    uint64_t *limits = memory_take(pairs, sizeof *limits, "drawing examples", error);
    if (weights && limits) {
        set_weights(weights, pairs - 1, digits);
        set_limits(limits, weights, pairs);
        free(weights);
        return limits;
    }
    free(weights);
    free(limits);
    return NULL;
}

size_t answer_count_others(const uint64_t *limits, size_t pairs, uint64_t word) {
    size_t low = 0, high = pairs - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (word <= limits[middle]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}
