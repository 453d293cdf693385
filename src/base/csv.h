/* CSV, read as RFC 4180 says, and kindly: LF or CRLF, a byte-order mark, no newline at the end.
 *
 * A quoted field may hold commas, newlines and doubled quotes. Anything else after a closing quote,
 * a quote inside an unquoted field, a quote that is never closed, a carriage return inside a line
 * and a zero byte are errors with file and line. */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/error.h"

#include <stddef.h>

struct csv {
    const char *name; /* of the file, for messages */
    char *bytes;      /* the whole file; fields point into it and are decoded in place */
    size_t size;
    size_t at;
    size_t line;      /* of the row read last, from 1 */
    size_t next_line; /* of what follows it */
    char **fields;    /* of the row read last, each ends in a zero byte */
    size_t count;
    size_t capacity;
};

/* Reads the file ("-": standard input) whole. The csv keeps `path`, so it must outlive it. Give it
 * back with csv_close, also when this fails. */
bool csv_open(struct csv *csv, const char *path, struct error *error);
void csv_close(struct csv *csv);

/* Reads the next row into fields and count; false at the end and on an error, and *failed tells
 * the two apart. Empty lines are passed over. */
bool csv_row(struct csv *csv, bool *failed, struct error *error);

/* Sets the error "FILE:LINE: sentence" for the row read last, with STATUS_FAILED; false. */
bool csv_error(const struct csv *csv, struct error *error, const char *format, ...)
    BASE_PRINTF(3, 4);

/* Reads the first row, which must be the names, in this order (a NULL ends them). */
bool csv_header(struct csv *csv, const char *const *names, struct error *error);

#endif
