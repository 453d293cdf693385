/* Letters by name, as the columns of a spreadsheet: a..z, aa, ab, ..., az, ba, ... */
#ifndef TASK_LETTER_H
#define TASK_LETTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LETTER_SIZE = 8 }; /* the longest name of a 32-bit letter, and its zero byte */

/* Writes the name of letter 0, 1, ... and a zero byte; returns `name`. */
char *letter_name(uint32_t letter, char name[LETTER_SIZE]);

/* Reads the name at the start of the text; the bytes it takes, or 0 where there is none or it is
 * too long. */
size_t letter_parse(const char *text, uint32_t *letter);

#endif
