/* Dropout: see dropout.h. */
#include "model/dropout.h"

#include "task/source.h"

double dropout_factor(const struct dropout *dropout, uint64_t t, uint64_t i) {
    double u = random_unit(random_key(dropout->seed, STREAM_DROPOUT), t, i);
    return u < dropout->rate ? 0 : 1 / (1 - dropout->rate);
}
