/* What attention costs: a layer of width d with H heads, d_k = d/H, on a sequence of n.
 *
 *   parameters: W_Q, W_K, W_V, W_O, d*d each: 4 d^2, whatever n is
 *   multiply-adds: n*d*d for each of the four products with them,
 *                  n*n*d_k a head, n*n*d in all, for the scores, and as much for the mixing */
#ifndef ATTENTION_COST_H
#define ATTENTION_COST_H

#include <stdint.h>

struct attention_cost {
    uint64_t parameters;
    uint64_t projection; /* multiply-adds of one of the four */
    uint64_t head;       /* of the scores of one head */
    uint64_t scores;     /* of the scores of all heads */
};

/* The costs; exact while n*n*d and n*d*d fit in 64 bits. H divides d. */
struct attention_cost attention_cost(uint64_t n, uint64_t d, uint64_t heads);

#endif
