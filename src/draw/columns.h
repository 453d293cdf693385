/* Strings in columns of a terminal: one column a character.
 *
 * Rules: what reaches the terminal is harmless: a control character or a byte that is not UTF-8
 * becomes '?', and so does every character above 127 where the terminal has ASCII only. */
#ifndef DRAW_COLUMNS_H
#define DRAW_COLUMNS_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* The columns the string takes; NULL takes none. */
size_t columns_of(const char *string);

/* Appends the string in at most `most` columns; a longer one is cut, and its last column is then
 * an ellipsis ('~' in ASCII). Returns the columns used. */
size_t columns_put(struct text *text, const char *string, size_t most, bool unicode);

/* The same with blanks before or after, to exactly `width` columns. */
void columns_put_left(struct text *text, const char *string, size_t width, bool unicode);
void columns_put_right(struct text *text, const char *string, size_t width, bool unicode);

/* Takes the blanks off the end of the text, but no further back than `from`. */
void columns_trim(struct text *text, size_t from);

#endif
