/* The runs of a sweep by what their rows say of them. */
#ifndef TRAIN_SWEEP_INDEX_H
#define TRAIN_SWEEP_INDEX_H

#include "base/text.h"
#include "train/sweep.h"

struct sweep_index {
    struct text names; /* each ends in a zero byte */
    struct sweep_name {
        const char *name;
        size_t run; /* from sweep->first */
    } * sorted;     /* [count], by name and run */
    size_t count;
};

/* Indexes the runs first .. end-1 by their names of that many columns (train/sweep_identity.h). Give it
 * back with sweep_index_free, also where this fails. */
bool sweep_index_make(struct sweep_index *index, const struct sweep *sweep, size_t columns,
                      struct error *error);
void sweep_index_free(struct sweep_index *index);

/* The runs of that name: *count of them, one after another from the returned one; runs of one name
 * have equal results. */
const struct sweep_name *sweep_index_find(const struct sweep_index *index, const char *name,
                                          size_t *count);

#endif
