/* Random numbers in the tests: see support_random.h. */
#include "support_random.h"

#include <criterion/criterion.h>
#include <math.h>

void assert_uniform(const uint32_t *counts, size_t cells, double draws, const char *what) {
    double statistic = 0, expected = draws / (double)cells, freedom = (double)cells - 1;
    for (size_t i = 0; i < cells; i++) {
        double difference = counts[i] - expected;
        statistic += difference * difference / expected;
        cr_expect(fabs(difference) < 5 * sqrt(expected * (1 - 1 / (double)cells)) + 1e-9,
                  "%s, %zu cells: cell %zu has %u of %g", what, cells, i, counts[i], expected);
    }
    cr_expect(fabs(statistic - freedom) <= 5 * sqrt(2 * freedom) + 1e-9,
              "%s, %zu cells: chi^2 = %g", what, cells, statistic);
}
