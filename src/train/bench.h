/* The benchmark: what a step of training costs.
 *
 * A case is a model in an engine that takes the steps of a training as train takes them, on the
 * examples of the training stream, whose generation is measured too. All cases are warmed up; then
 * the repetitions are interleaved: the first of every case, the second of every case, and so on, so
 * that a machine that is busy for a while is busy for all of them. Nothing here prints. */
#ifndef TRAIN_BENCH_H
#define TRAIN_BENCH_H

#include "train/train.h"

struct bench_case {
    const struct engine *engine;
    const struct kernel *kernel; /* of the fast engine; NULL for others */
    struct model model;
    size_t batch;
    unsigned threads; /* it may use */
};

struct bench {
    const struct bench_case *cases;
    size_t count;
    size_t repetitions; /* at least 1 */
    double seconds;     /* that a repetition of a case takes, about; it takes a step at least */
    const struct train_settings *training; /* whose seed, rate, optimiser and initial weights */
};

/* Nanoseconds an example: first quartile, median and third quartile over the repetitions. */
struct bench_result {
    double low, median, high;
    const char *method; /* fast_method_used; NULL for other engines */
};

/* Told after the warm-up of a case and after each repetition of one; may be NULL. */
struct bench_observer {
    void *context;
    void (*progress)(void *context, size_t finished, size_t count);
};

/* Bytes that it takes: all cases stand side by side. */
size_t bench_memory(const struct bench *bench);

/* Sets results[count]. What does not fit in the machine's memory is refused by its sizes before
 * anything is taken. */
bool bench_run(const struct bench *bench, const struct bench_observer *observer,
               struct bench_result *results, struct error *error);

#endif
