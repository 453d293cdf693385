/* The runs of a sweep by name: see sweep_index.h. */
#include "train/sweep_index.h"

#include "base/memory.h"
#include "train/sweep_identity.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    const struct sweep_name *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : (one->run > other->run) - (one->run < other->run);
}

bool sweep_index_make(struct sweep_index *index, const struct sweep *sweep, size_t columns,
                      struct error *error) {
    *index = (struct sweep_index){.count = sweep->end - sweep->first};
    index->sorted = memory_take(index->count, sizeof *index->sorted, "the runs", error);
    if (!index->sorted) return false;
    for (size_t i = 0; i < index->count; i++) {
        sweep_run_name(&index->names, sweep, sweep->first + i, columns);
        text_append(&index->names, "", 1);
    }
    if (!text_finish(&index->names, error)) return false;
    const char *name = index->names.data;
    for (size_t i = 0; i < index->count; i++, name += strlen(name) + 1) {
        index->sorted[i] = (struct sweep_name){name, i};
    }
    if (index->count) qsort(index->sorted, index->count, sizeof *index->sorted, compare);
    return true;
}

void sweep_index_free(struct sweep_index *index) {
    text_free(&index->names);
    free(index->sorted);
    *index = (struct sweep_index){.count = 0};
}

/* How many names come before this one. */
static size_t rank(const struct sweep_index *index, const char *name) {
    size_t low = 0, high = index->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(index->sorted[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct sweep_name *sweep_index_find(const struct sweep_index *index, const char *name,
                                          size_t *count) {
    size_t first = rank(index, name), end = first;
    while (end < index->count && strcmp(index->sorted[end].name, name) == 0) end++;
    *count = end - first;
    return index->sorted + first;
}
