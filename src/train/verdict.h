/* Where a model stands, from its loss and the exact floors.
 *
 * A loss on n examples differs from the true one by chance. The blind predictor's own loss has a
 * known deviation over examples, so its mean over n has the deviation / sqrt(n); four of these are
 * the margin. Below the blind floor by more than the margin: the query is used, since nothing that
 * does not use it can be there. Otherwise, below ln C by more than the margin: something was
 * learned but not to use the query. Otherwise nothing. A loss that is not finite is no better than
 * chance. */
#ifndef TRAIN_VERDICT_H
#define TRAIN_VERDICT_H

#include "task/floor.h"

#include <stdint.h>

enum verdict { VERDICT_RETRIEVAL, VERDICT_QUERY_BLIND, VERDICT_CHANCE, VERDICT_COUNT };

/* By enum verdict: as JSON and sweep rows have it, and as people read it. */
extern const char *const verdict_names[VERDICT_COUNT];
extern const char *const verdict_sentences[VERDICT_COUNT];

/* The verdict on a mean loss over so many examples. */
enum verdict verdict_of(double loss, uint64_t examples, const struct floors *floors);

/* Whether the loss is below the line that the verdict does not give it, by less than the margin: more
 * examples may tell more. */
bool verdict_is_in_doubt(enum verdict verdict, double loss, const struct floors *floors);

/* What people read then, after the verdict's numbers. */
#define VERDICT_DOUBT "too few examples to tell"

#endif
