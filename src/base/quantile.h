/* Quantiles of numbers. */
#ifndef BASE_QUANTILE_H
#define BASE_QUANTILE_H

#include <stddef.h>

/* Puts the numbers, none of them nan, in ascending order. */
void quantile_sort(double *numbers, size_t count);

/* The quantile p, 0..1, of count >= 1 ascending numbers: between those at ranks below and above
 * (count - 1) p, linearly (type 7 of Hyndman and Fan 1996, doi 10.2307/2684934); inf where the upper
 * one decides and is. */
double quantile(const double *ascending, size_t count, double p);

#endif
