/* Quantiles of numbers: see quantile.h. */
#include "base/quantile.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void quantile_sort(double *numbers, size_t count) {
    qsort(numbers, count, sizeof *numbers, compare);
}

double quantile(const double *ascending, size_t count, double p) {
    double rank = (double)(count - 1) * p, part = rank - floor(rank);
    size_t below = (size_t)rank;
    if (!(part > 0)) return ascending[below];
    if (isinf(ascending[below + 1])) return ascending[below + 1];
    return ascending[below] + part * (ascending[below + 1] - ascending[below]);
}
