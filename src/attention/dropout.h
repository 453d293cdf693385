/* Dropout on the attention weights (Srivastava et al. 2014), inverted: in training each weight is
 * left out with probability p, and multiplied by 1/(1-p) otherwise, so that evaluation needs no
 * change. */
#ifndef ATTENTION_DROPOUT_H
#define ATTENTION_DROPOUT_H

#include "base/random.h"

struct dropout {
    double rate; /* p, 0 <= p < 1; 0: no dropout, every factor is 1 */
    struct random_key key;
};

/* The factor of weight number i (head * keys + key) of query t (of training example t, which has one
 * query), 0 or 1/(1-p): a pure function of (p, key, t, i). */
double dropout_factor(const struct dropout *dropout, uint64_t t, uint64_t i);

#endif
