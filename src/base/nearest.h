/* «Did you mean»: the nearest of a list of names to a mistyped one. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/* The edits (insert, delete, replace, swap of neighbours) from one name to the other; names longer
 * than 63 bytes count as far from everything. */
size_t nearest_distance(const char *from, const char *to);

/* A search over names: start with {typed, NULL, 0}, offer each name, read `best`: NULL where none
 * is near enough (a third of the typed name's length, at least 1 edit and at most 3). */
struct nearest {
    const char *typed;
    const char *best;
    size_t distance;
};

/* The name becomes `best` where it is nearer than all before; it must outlive the search. */
void nearest_offer(struct nearest *nearest, const char *name);

#endif
