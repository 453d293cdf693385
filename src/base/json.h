/* Strict JSON (RFC 8259), read a token at a time by those who know what must come.
 *
 * No recursion and no copy of the document: the depth is that of the caller's own code. Every error
 * names the document and the byte. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/text.h"

#include <stdint.h>

struct json {
    const char *name; /* of the document, for messages */
    const char *bytes;
    size_t size;
    size_t at;
};

/* Sets the error "NAME: sentence at byte N"; STATUS_FAILED; returns false. */
bool json_error(const struct json *json, struct error *error, const char *format, ...)
    BASE_PRINTF(3, 4);

/* Passes over white space and, if `c` comes next, over it; whether it came. */
bool json_take(struct json *json, char c);

/* As json_take, but an error where something else comes. */
bool json_expect(struct json *json, char c, struct error *error);

/* Reads a string, decoded to UTF-8, into `string` (emptied first). Refused: control characters,
 * invalid UTF-8, \u0000, lone surrogates, more than 4096 bytes. */
bool json_string(struct json *json, struct text *string, struct error *error);

/* Reads a whole number of digits only: no sign, fraction, exponent or leading zero. */
bool json_unsigned(struct json *json, uint64_t *number, struct error *error);

/* After the value: only white space may be left. */
bool json_end(struct json *json, struct error *error);

#endif
