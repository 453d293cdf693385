/* How many of the other pairs have the answer's digit: Binomial(N-1, 1/C), by its inverse. */
#ifndef TASK_ANSWER_COUNT_H
#define TASK_ANSWER_COUNT_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* limits[k], k = 0..pairs-1: 2^64 P(others <= k), rounded down; the last one is 2^64 - 1. The caller
 * frees it; NULL and an error where memory is missing. */
uint64_t *answer_count_limits(size_t pairs, size_t digits, struct error *error);

/* The smallest k with word <= limits[k]. */
size_t answer_count_others(const uint64_t *limits, size_t pairs, uint64_t word);

#endif
