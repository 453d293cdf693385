/* One HTML page that needs nothing but itself: the sources of src/page, and data.
 *
 * Rules: no reference to the outside. The data stand in a block that no browser runs, and every '<'
 * of them is written as JSON can write it too, \u003c: no string can end the block. A policy allows
 * the page's own script and style, by their hashes, and nothing else. */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include "base/text.h"

/* Appends the page around a JSON value. */
void page_append(struct text *text, const struct text *json);

#endif
