/* The gap between the score of the asked pair and those of the others.
 *
 * Of n pairs, if one scores D above n-1 equal others, softmax gives it e^D / (e^D + n-1). */
#ifndef TRAIN_GAP_H
#define TRAIN_GAP_H

#include "model/model.h"
#include "task/source.h"

/* e^D / (e^D + n-1), and what each of the others gets. */
double gap_weight(double gap, size_t n);
double gap_other_weight(double gap, size_t n);

/* Means over examples and heads, in a model that scores pairs. */
struct gap {
    double score;  /* s of the asked pair less the mean s of the others */
    double weight; /* a of the asked pair */
};

/* Measures on the examples 0..examples-1 of the source, which have 2 pairs at least.
 * Fails without memory. */
bool gap_measure(const struct model *model, const double *weights, struct source *source,
                 uint64_t examples, struct gap *gap, struct error *error);

#endif
