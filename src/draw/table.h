/* A table of strings in aligned columns, 2 blanks apart. */
#ifndef DRAW_TABLE_H
#define DRAW_TABLE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct column {
    const char *header;
    bool right; /* numbers stand at the right, words at the left */
};

struct table {
    const struct column *columns;
    size_t column_count;
    const char *const *cells; /* row after row; NULL: empty */
    size_t row_count;
};

/* Appends a line of headers, unless all are NULL, and a line a row, without blanks at its end. A
 * character counts as one column. */
void table_draw(struct text *text, const struct table *table);

#endif
