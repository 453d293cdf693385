/* The benchmark: see bench.h. */
#include "train/bench.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/quantile.h"
#include "model/fast/engine.h"
#include "model/kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME_SIZE = 160 };

/* A case at work. */
struct runner {
    const struct bench_case *of;
    struct learner *learner;
    struct source *source;
    uint64_t step;        /* steps taken */
    uint64_t repetition;  /* steps of one */
    double *measurements; /* [repetitions] seconds a step */
};

static void name_case(const struct bench_case *of, char name[NAME_SIZE]) {
    const struct task *task = &of->model.task;
    snprintf(
        name, NAME_SIZE, "%s of %zu pairs, %zu letters, %zu digits and width %zu, by steps of %zu,",
        of->model.kind->name, task->pairs, task->letters, task->digits, of->model.width, of->batch);
}

static struct learner_settings learner_settings(const struct bench *bench,
                                                const struct bench_case *of) {
    const struct train_settings *training = bench->training;
    return (struct learner_settings){
        .optimizer = training->optimizer,
        .dropout = {training->dropout_rate, random_key(training->seed, STREAM_DROPOUT)},
        .batch = of->batch,
        .threads = of->threads};
}

static size_t case_memory(const struct bench *bench, const struct bench_case *of) {
    struct learner_settings settings = learner_settings(bench, of);
    size_t weights = size_multiply(of->model.parameter_count, sizeof(double));
    size_t own = size_add(weights, source_memory(&of->model.task));
    return size_add(of->engine->memory(&of->model, &settings), own);
}

size_t bench_memory(const struct bench *bench) {
    size_t all = size_multiply(bench->count * bench->repetitions, sizeof(double));
    for (size_t i = 0; i < bench->count; i++) {
        all = size_add(all, case_memory(bench, &bench->cases[i]));
    }
    return all;
}

/* Each case alone, by its name, then all of them. */
static bool check_memory(const struct bench *bench, struct error *error) {
    for (size_t i = 0; i < bench->count; i++) {
        char name[NAME_SIZE];
        name_case(&bench->cases[i], name);
        if (!memory_check(case_memory(bench, &bench->cases[i]), name, error)) return false;
    }
    return memory_check(bench_memory(bench), "the benchmark", error);
}

static struct learner *create_learner(const struct bench *bench, const struct bench_case *of,
                                      const struct source *source, struct error *error) {
    struct learner_settings settings = learner_settings(bench, of);
    settings.source = source;
    if (!of->kernel) return of->engine->create(&of->model, &settings, error);
    return fast_create(&of->model, &settings, of->kernel, FAST_CHOOSE, error);
}

static bool set_initial_weights(const struct bench *bench, struct runner *runner,
                                struct error *error) {
    const struct train_settings *training = bench->training;
    const struct model *model = &runner->of->model;
    double *weights =
        memory_take(model->parameter_count, sizeof *weights, "the initial weights", error);
    if (!weights) return false;
    initialise(model, training->initialisation, training->seed, weights);
    runner->of->engine->set_weights(runner->learner, weights);
    free(weights);
    return true;
}

static bool open_runner(const struct bench *bench, const struct bench_case *of,
                        struct runner *runner, struct error *error) {
    runner->of = of;
    runner->measurements =
        memory_take(bench->repetitions, sizeof *runner->measurements, "the benchmark", error);
    if (!runner->measurements) return false;
    runner->source = source_stream(&of->model.task, bench->training->seed, STREAM_TRAIN, error);
    if (!runner->source) return false;
    runner->learner = create_learner(bench, of, runner->source, error);
    return runner->learner && set_initial_weights(bench, runner, error);
}

static void close_runner(struct runner *runner) {
    if (runner->of) runner->of->engine->destroy(runner->learner);
    source_free(runner->source);
    free(runner->measurements);
}

static bool take_step(const struct bench *bench, struct runner *runner, struct error *error) {
    const struct bench_case *of = runner->of;
    struct step step = {.number = runner->step + 1,
                        .first = runner->step * of->batch,
                        .batch = of->batch,
                        .rate = bench->training->rate};
    struct step_result result;
    char name[NAME_SIZE];
    runner->step++;
    if (of->engine->step(runner->learner, runner->source, &step, &result, error)) return true;
    name_case(of, name);
    return error_prefix(error, "%s stops at step %" PRIu64, name, step.number);
}

/* Takes `count` steps; sets *seconds to what they took. */
static bool time_steps(const struct bench *bench, struct runner *runner, uint64_t count,
                       double *seconds, struct error *error) {
    double start = clock_seconds();
    for (uint64_t i = 0; i < count; i++) {
        if (!take_step(bench, runner, error)) return false;
    }
    *seconds = clock_seconds() - start;
    return true;
}

/* Takes more and more steps, until they take as long as a repetition shall; from then on that is
 * so many steps. */
static bool warm_up(const struct bench *bench, struct runner *runner, struct error *error) {
    double seconds;
    uint64_t count = 1;
    if (!time_steps(bench, runner, count, &seconds, error)) return false;
    while (seconds < bench->seconds) {
        count *= 2;
        if (!time_steps(bench, runner, count, &seconds, error)) return false;
    }
    double fitting = seconds > 0 ? (double)count * bench->seconds / seconds : 1;
    runner->repetition = fitting > 1 ? (uint64_t)fitting : 1;
    return true;
}

static bool measure(const struct bench *bench, struct runner *runner, size_t repetition,
                    struct error *error) {
    double seconds;
    if (!time_steps(bench, runner, runner->repetition, &seconds, error)) return false;
    runner->measurements[repetition] = seconds / (double)runner->repetition;
    return true;
}

static void tell(const struct bench *bench, const struct bench_observer *observer,
                 size_t finished) {
    if (!observer) return;
    observer->progress(observer->context, finished, bench->count * (bench->repetitions + 1));
}

/* Round 0 is the warm-up. */
static bool run_rounds(const struct bench *bench, struct runner *runners,
                       const struct bench_observer *observer, struct error *error) {
    size_t finished = 0;
    for (size_t round = 0; round <= bench->repetitions; round++) {
        for (size_t i = 0; i < bench->count; i++) {
            bool done = round ? measure(bench, &runners[i], round - 1, error)
                              : warm_up(bench, &runners[i], error);
            if (!done) return false;
            tell(bench, observer, ++finished);
        }
    }
    return true;
}

static struct bench_result make_result(const struct bench *bench, const struct runner *runner) {
    double *sorted = runner->measurements, ns = 1e9 / (double)runner->of->batch;
    size_t count = bench->repetitions;
    quantile_sort(sorted, count);
    return (struct bench_result){
        .low = ns * quantile(sorted, count, 0.25),
        .median = ns * quantile(sorted, count, 0.5),
        .high = ns * quantile(sorted, count, 0.75),
        .method = runner->of->kernel ? fast_method_used(runner->learner) : NULL,
    };
}

bool bench_run(const struct bench *bench, const struct bench_observer *observer,
               struct bench_result *results, struct error *error) {
    if (!check_memory(bench, error)) return false;
    struct runner *runners = memory_take(bench->count, sizeof *runners, "the benchmark", error);
    bool done = runners != NULL;
    for (size_t i = 0; done && i < bench->count; i++) {
        done = open_runner(bench, &bench->cases[i], &runners[i], error);
    }
    done = done && run_rounds(bench, runners, observer, error);
    for (size_t i = 0; done && i < bench->count; i++) results[i] = make_result(bench, &runners[i]);
    for (size_t i = 0; runners && i < bench->count; i++) close_runner(&runners[i]);
    free(runners);
    return done;
}
