/* The table of kinds: see kind.h. */
#include "model/kind.h"

#include <string.h>

const struct model_kind *const model_kinds[] = {&model_attention, &model_average, &model_mlp, NULL};

const struct model_kind *model_kind_find(const char *name) {
    for (size_t i = 0; model_kinds[i]; i++) {
        if (strcmp(model_kinds[i]->name, name) == 0) return model_kinds[i];
    }
    return NULL;
}
