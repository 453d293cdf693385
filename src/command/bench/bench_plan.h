/* What the command line asks a benchmark for: every engine with every kernel, size, model and
 * batch, in this order. */
#ifndef COMMAND_BENCH_PLAN_H
#define COMMAND_BENCH_PLAN_H

#include "command/command.h"
#include "train/bench.h"

struct bench_plan {
    struct bench bench;
    struct train_settings training;
    struct bench_case *cases;
    size_t left_out; /* cases of the reference engine that nobody asked for and that are slow */
};

/* Refuses what contradicts itself and a kernel that is not here. Give it back with
 * bench_plan_free, also when this fails. */
bool bench_plan_make(struct bench_plan *plan, const struct invocation *invocation,
                     struct error *error);
void bench_plan_free(struct bench_plan *plan);

#endif
