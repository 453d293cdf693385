/* The table of scores: see score.h. */
#include "attention/score.h"

#include "base/memory.h"

#include <string.h>

const struct score *const scores[] = {&score_scaled_dot, &score_dot,      &score_additive,
                                      &score_bilinear,   &score_distance, NULL};

const struct score *score_find(const char *name) {
    for (size_t i = 0; scores[i]; i++) {
        if (strcmp(scores[i]->name, name) == 0) return scores[i];
    }
    return NULL;
}

size_t score_parameter_size(const struct score *score, size_t d_q, size_t d_k) {
    switch (score->parameter) {
    case SCORE_VECTOR:
        return d_q;
    case SCORE_MATRIX:
        return size_multiply(d_q, d_k);
    case SCORE_NO_PARAMETER:
        break;
    }
    return 0;
}
