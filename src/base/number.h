/* Strict numbers: the whole text is the number, nothing before, nothing after, no silent clamp. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Decimal digits only, min <= value <= max. The message says what is wrong with the text, without
 * naming where it stood: callers put the option, or file and line, before it. Fails with
 * STATUS_USAGE; *value is untouched then. */
bool number_unsigned(const char *text, uint64_t min, uint64_t max, uint64_t *value,
                     struct error *error);

/* A finite decimal number (sign, digits, point, exponent; no hexadecimal, nan or inf),
 * min <= value <= max. What overflows is refused; what underflows becomes 0. Fails as
 * number_unsigned does. */
bool number_real(const char *text, double min, double max, double *value, struct error *error);

/* Exactly `count` such numbers with commas between, into values[count]; some may be set also where
 * this fails, with STATUS_USAGE. */
bool number_list(const char *text, double min, double max, size_t count, double *values,
                 struct error *error);

#endif
