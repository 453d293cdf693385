/* What attention costs: see cost.h. */
#include "attention/cost.h"

struct attention_cost attention_cost(uint64_t n, uint64_t d, uint64_t heads) {
    uint64_t d_k = d / heads;
    return (struct attention_cost){.parameters = 4 * d * d,
                                   .projection = n * d * d,
                                   .head = n * n * d_k,
                                   .scores = heads * n * n * d_k};
}
