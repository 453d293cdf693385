/* Reading the pages of demo. */
#ifndef TESTS_SUPPORT_DEMO_H
#define TESTS_SUPPORT_DEMO_H

#include <stddef.h>

/* What `attnlearn demo ARGUMENTS` prints, which must succeed and be silent otherwise; the caller
 * frees it. The arguments are what printf would print. */
char *demo_page(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Number `column`, from 0, of the numbers in the line that begins with `start` (blanks before it do
 * not count) and holds more than `column` numbers, after it; fails the test where there is no such
 * line. */
double demo_number(const char *page, const char *start, size_t column);

/* The same for the line that begins with this whole number. */
double demo_row_number(const char *page, int row, size_t column);

/* The page after these words; fails the test where they are not there. */
const char *demo_after(const char *page, const char *words);

#endif
