/* What the tests of random numbers share. */
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Asserts that so many draws fell evenly into the cells: each count, and all together by Pearson's
 * statistic, within 5 standard deviations of its mean. */
void assert_uniform(const uint32_t *counts, size_t cells, double draws, const char *what);

#endif
