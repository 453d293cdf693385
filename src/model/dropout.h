/* Dropout on the attention weights (Srivastava et al. 2014), inverted: in training each weight is
 * left out with probability p, and multiplied by 1/(1-p) otherwise, so that evaluation needs no
 * change. */
#ifndef MODEL_DROPOUT_H
#define MODEL_DROPOUT_H

#include "base/random.h"

struct dropout {
    double rate; /* p, 0 <= p < 1; 0: no dropout, and nothing is drawn */
    uint64_t seed;
};

/* The factor of weight number i (head * N + pair) of training example t, 0 or 1/(1-p): a pure
 * function of (seed, t, i). */
double dropout_factor(const struct dropout *dropout, uint64_t t, uint64_t i);

#endif
