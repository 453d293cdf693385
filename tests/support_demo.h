/* Reading the pages of demo. */
#ifndef TESTS_SUPPORT_DEMO_H
#define TESTS_SUPPORT_DEMO_H

#include <stddef.h>

/* What `attnlearn demo ARGUMENTS` prints, which must succeed and be silent otherwise; the caller
 * frees it. */
char *demo_page(const char *arguments);

/* Number `column`, from 0, of the numbers in the line that begins with `start` (blanks before it do
 * not count) and holds more than `column` numbers, after it; fails the test where there is no such
 * line. */
double demo_number(const char *page, const char *start, size_t column);

/* The page after these words; fails the test where they are not there. */
const char *demo_after(const char *page, const char *words);

#endif
