/* UTF-8 (RFC 3629): lengths of characters, and what a byte-order mark is. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* The bytes of the valid character that begins at `bytes` (1 to 4, at most `left`); 0 where there
 * is none: stray continuation, overlong form, surrogate, above U+10FFFF, or cut short. */
size_t utf8_length(const char *bytes, size_t left);

/* The bytes of a byte-order mark at the start of the text: 3 or 0. */
size_t utf8_mark(const char *bytes, size_t left);

#endif
