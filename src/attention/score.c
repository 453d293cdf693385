/* The table of scores: see score.h. */
#include "attention/score.h"

#include <string.h>

const struct score *const scores[] = {&score_scaled_dot, &score_dot,      &score_additive,
                                      &score_bilinear,   &score_distance, NULL};

const struct score *score_find(const char *name) {
    for (size_t i = 0; scores[i]; i++) {
        if (strcmp(scores[i]->name, name) == 0) return scores[i];
    }
    return NULL;
}
