/* Where a model stands: see verdict.h. */
#include "train/verdict.h"

#include <math.h>

const char *const verdict_names[VERDICT_COUNT] = {
    [VERDICT_RETRIEVAL] = "retrieval",
    [VERDICT_QUERY_BLIND] = "query-blind",
    [VERDICT_CHANCE] = "chance",
};

const char *const verdict_sentences[VERDICT_COUNT] = {
    [VERDICT_RETRIEVAL] = "retrieval learned",
    [VERDICT_QUERY_BLIND] = "query unused",
    [VERDICT_CHANCE] = "nothing learned",
};

enum verdict verdict_of(double loss, uint64_t examples, const struct floors *floors) {
    double margin = 4 * floors->blind_deviation / sqrt((double)examples);
    if (loss < floors->blind - margin) return VERDICT_RETRIEVAL;
    if (loss < floors->chance - margin) return VERDICT_QUERY_BLIND;
    return VERDICT_CHANCE;
}

bool verdict_is_in_doubt(enum verdict verdict, double loss, const struct floors *floors) {
    if (verdict == VERDICT_QUERY_BLIND) return loss < floors->blind;
    return verdict == VERDICT_CHANCE && loss < floors->chance;
}
