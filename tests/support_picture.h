/* What the tests of pictures share: names to draw, and what lines of a terminal must hold. */
#ifndef TESTS_SUPPORT_PICTURE_H
#define TESTS_SUPPORT_PICTURE_H

#include "base/text.h"
#include "draw/terminal.h"

/* Names that hold what a picture must not: controls, markup, broken bytes; and none, and long. */
enum { HOSTILE_NAMES = 11 };
extern const char *const hostile_names[HOSTILE_NAMES];

/* Asserts that no line is longer than the terminal, or ends in a blank, or holds what the terminal
 * does not show. */
void check_lines(const struct text *text, struct terminal terminal);

#endif
