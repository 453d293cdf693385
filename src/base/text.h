/* Growing text, and numbers as text.
 *
 * Rules: appending never fails at the call; a text that could not grow remembers it, and
 * text_finish says so once. Numbers have a decimal point whatever the locale (the program never
 * sets LC_NUMERIC). The owner gives a text back with text_free. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/error.h"

#include <stddef.h>

struct text {
    char *data; /* always ends in a zero byte once something was appended */
    size_t length;
    size_t capacity;
    bool failed;
};

/* Gives the bytes back. The text is an empty one then, as `struct text t = {0}` makes it. */
void text_free(struct text *text);

/* Appends bytes, a string, what printf would print. */
void text_append(struct text *text, const char *bytes, size_t length);
void text_string(struct text *text, const char *string);
void text_format(struct text *text, const char *format, ...) BASE_PRINTF(2, 3);

/* Appends a text; where it has failed, so has the one it is appended to. */
void text_join(struct text *text, const struct text *more);

/* `count` times the string (for padding, bars and rules). */
void text_repeat(struct text *text, const char *string, size_t count);

/* As %.Ng with the smallest N that reads back as the same float (at most 9), or as the same double
 * (at most 17); a whole number below 1e15 without an exponent; nan, inf and -inf by
 * name. */
void text_float(struct text *text, float value);
void text_double(struct text *text, double value);

/* The string as a JSON string with its quotes; the number as a JSON number, null where it is not
 * finite. Bytes that are not valid UTF-8 become U+FFFD. */
void text_json_string(struct text *text, const char *string);
void text_json_number(struct text *text, double value);

/* Fails when an append found no memory. */
bool text_finish(const struct text *text, struct error *error);

#endif
