/* Dropout: see dropout.h. */
#include "attention/dropout.h"

double dropout_factor(const struct dropout *dropout, uint64_t t, uint64_t i) {
    double u = random_unit(dropout->key, t, i);
    return u < dropout->rate ? 0 : 1 / (1 - dropout->rate);
}
