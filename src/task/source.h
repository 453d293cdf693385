/* Where examples come from: a stream that never ends, or a file.
 *
 * Example number t of a stream is a pure function of (task, seed, stream, t): the batch size, the
 * threads, the engine and the model never change it. Its draws, in this order, each exactly
 * uniform (random_fill): where M < N the number of pairs n in M..N; the n letters, by the first n
 * steps of a Fisher-Yates shuffle of 0..L-1; the n digits; the position of the query.
 *
 * The evaluation stream is spread evenly where M = N, so that an evaluation on a few thousand
 * examples stands beside the exact floors with a fraction of the noise. What decides the loss of a
 * predictor without the query is K, how many of the N digits equal the answer (K - 1 is
 * Binomial(N-1, 1/C)), and how the other digits coincide. Example t takes K by the inverse of its
 * distribution from a Weyl sequence (random_weyl), so that each K comes up as often as it should,
 * to within a few examples, in any stretch; the first 15 digits that are not the answer come from
 * further Weyl sequences. Which pairs they stand in, and all else, is drawn as above. Every example alone
 * still has the distribution of the training stream. */
#ifndef TASK_SOURCE_H
#define TASK_SOURCE_H

#include "task/dataset.h"
#include "task/task.h"

/* The streams of a seed. Each purpose has its own, so that none can disturb another. */
enum stream {
    STREAM_TRAIN = 0,
    STREAM_EVAL = 1,
    STREAM_ORDER = 2,    /* the order in which a file is visited */
    STREAM_UPSTREAM = 3, /* random upstream gradients of the gradient check */
    STREAM_DROPOUT = 4
};

struct source;

/* The stream of a seed. NULL and an error where memory is missing. */
struct source *source_stream(const struct task *task, uint64_t seed, enum stream stream,
                             struct error *error);

/* The examples of a file. With `shuffled` each epoch (of dataset->count examples) visits all of
 * them in a new order, a pure function of the seed and the number of the epoch; otherwise number t
 * is row t mod count. The dataset stays the caller's and must outlive the source. */
struct source *source_dataset(const struct dataset *dataset, uint64_t seed, bool shuffled,
                              struct error *error);

/* Another source of the same examples, for another thread. */
struct source *source_copy(const struct source *source, struct error *error);

void source_free(struct source *source);

/* Example number t. It is the source's and holds until the next call. */
const struct example *source_draw(struct source *source, uint64_t t);

/* Whether the source is a plain stream of the default task (6 pairs, 8 letters, 10 digits, one word
 * an example); then its key, for who draws many examples at once. */
bool source_is_default_task(const struct source *source, uint64_t key[2]);

/* Bytes that a source of this task takes. */
size_t source_memory(const struct task *task);

#endif
