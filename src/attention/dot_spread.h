/* How widely dot products of random queries and keys spread, by simulation.
 *
 *   s_i = q . k_i, i = 1..DOT_SPREAD_KEYS;  all entries of q and k_i independent, uniform in
 *   -sqrt(3) .. sqrt(3): mean 0, variance 1
 *
 * Then E[s_i] = 0, Var(s_i) = d: a sum of d independent products, each of mean 0 and variance 1. */
#ifndef ATTENTION_DOT_SPREAD_H
#define ATTENTION_DOT_SPREAD_H

#include <stddef.h>
#include <stdint.h>

enum { DOT_SPREAD_KEYS = 6 };

/* The value, and how far to either side its 95 % confidence interval goes. */
struct estimate {
    double value, margin;
};

/* Of the scores s_i, or of s_i / sqrt(d). */
struct score_spread {
    struct estimate mean, variance;
    struct estimate largest; /* the mean over the queries of max_i softmax(s)_i */
};

struct dot_spread {
    struct score_spread dot, scaled;
};

/* Sets the spread from so many random queries with their keys, d >= 1 entries each. The intervals
 * take the queries as independent, which they are, and not the scores of one query. Query t draws from
 * its own place of the seed's stream "dot spread" + d: q_1, k_11, k_21, ..., q_2, k_12, ... */
void dot_spread_simulate(size_t d, size_t queries, uint64_t seed, struct dot_spread *spread);

#endif
