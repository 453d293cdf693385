/* Memory with checked sizes.
 *
 * Sizes are multiplied and added so that a product that wraps becomes SIZE_MAX, which no machine
 * has; what does not fit in the machine's memory is refused before anything is taken. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include "base/error.h"

#include <stddef.h>

/* a*b and a+b, or SIZE_MAX where that does not fit. */
size_t size_multiply(size_t a, size_t b);
size_t size_add(size_t a, size_t b);

/* Fails when `bytes` is more than this machine's memory; the message names `what`. */
bool memory_check(size_t bytes, const char *what, struct error *error);

/* count*size bytes of zeros, or NULL and an error that names `what`. The caller gives them back
 * with free(). A count of 0 is not an error. */
void *memory_take(size_t count, size_t size, const char *what, struct error *error);

/* The string in new memory, as memory_take gives it. */
char *memory_string(const char *string, const char *what, struct error *error);

/* Lays arrays out in one block: returns where the next `count` doubles stand and adds them to *used.
 * While planning there is no block (NULL), and only *used grows. */
double *memory_next(double *block, size_t *used, size_t count);

/* As realloc to count*size bytes; on failure NULL, and the old block is still the caller's. */
void *memory_grow(void *block, size_t count, size_t size, const char *what, struct error *error);

#endif
