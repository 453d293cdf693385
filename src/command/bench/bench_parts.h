/* What the cases of a benchmark are made of: engines with kernels, sizes, batches. */
#ifndef COMMAND_BENCH_PARTS_H
#define COMMAND_BENCH_PARTS_H

#include "command/command.h"
#include "model/engine.h"
#include "model/fast/choose.h"

enum { BENCH_RUNGS = 5, BENCH_MOST_ENGINES = 4, BENCH_MOST_BATCHES = 2 };

/* An engine with one of its kernels, or with NULL. */
struct bench_variant {
    const struct engine *engine;
    const struct kernel *kernel;
};

struct bench_size {
    uint64_t pairs, letters, digits, width;
};

struct bench_parts {
    struct bench_variant variants[KERNEL_MOST + BENCH_MOST_ENGINES];
    size_t variant_count;
    struct bench_size sizes[BENCH_RUNGS];
    size_t size_count;
    size_t batches[BENCH_MOST_BATCHES];
    size_t batch_count;
};

/* Chooses them by the options. Refuses options that contradict each other, and a kernel that is not
 * here. */
bool bench_parts_choose(struct bench_parts *parts, const struct invocation *invocation,
                        struct error *error);

#endif
