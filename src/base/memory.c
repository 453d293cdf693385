/* Memory with checked sizes: see memory.h. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

size_t size_multiply(size_t a, size_t b) {
    return a && b > SIZE_MAX / a ? SIZE_MAX : a * b;
}

size_t size_add(size_t a, size_t b) {
    return b > SIZE_MAX - a ? SIZE_MAX : a + b;
}

/* The machine's memory in bytes; half of the address space where the system does not say. */
static size_t machine_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || size <= 0) return SIZE_MAX / 2;
    size_t bytes = size_multiply((size_t)pages, (size_t)size);
    return bytes > SIZE_MAX / 2 ? SIZE_MAX / 2 : bytes;
}

/* What any machine has: the system is asked about more. */
static const size_t ALWAYS_THERE = (size_t)1 << 20;

bool memory_check(size_t bytes, const char *what, struct error *error) {
    if (bytes <= ALWAYS_THERE) return true;
    size_t limit = machine_memory();
    if (bytes <= limit) return true;
    if (bytes == SIZE_MAX) {
        return error_set(error, STATUS_FAILED, "%s needs more memory than can be addressed", what);
    }
    return error_set(error, STATUS_FAILED, "%s needs %.1f GB of memory, this machine has %.1f GB",
                     what, (double)bytes / 1e9, (double)limit / 1e9);
}

void *memory_take(size_t count, size_t size, const char *what, struct error *error) {
    if (!memory_check(size_multiply(count, size), what, error)) return NULL;
    void *block = calloc(count ? count : 1, size);
    if (!block) error_set(error, STATUS_FAILED, "out of memory for %s", what);
    return block;
}

char *memory_string(const char *string, const char *what, struct error *error) {
    char *copy = memory_take(strlen(string) + 1, 1, what, error);
    return copy ? strcpy(copy, string) : NULL;
}

void *memory_grow(void *block, size_t count, size_t size, const char *what, struct error *error) {
    size_t bytes = size_multiply(count, size);
    if (!memory_check(bytes, what, error)) return NULL;
    void *grown = realloc(block, bytes ? bytes : 1);
    if (!grown) error_set(error, STATUS_FAILED, "out of memory for %s", what);
    return grown;
}

double *memory_next(double *block, size_t *used, size_t count) {
    double *array = block ? block + *used : NULL;
    *used = size_add(*used, count);
    return array;
}
