/* The table of engines: see engine.h. */
#include "model/engine.h"

#include <string.h>

const struct engine *const engines[] = {&engine_fast, &engine_reference, NULL};

const struct engine *engine_find(const char *name) {
    for (size_t i = 0; engines[i]; i++) {
        if (strcmp(engines[i]->name, name) == 0) return engines[i];
    }
    return NULL;
}
