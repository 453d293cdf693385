/* The runs of a sweep, shared by threads: see sweep.h. */
#include "train/sweep.h"

#include "base/memory.h"

#include <stdlib.h>

#ifdef _OPENMP
#define OPENMP(words) _Pragma(#words)
#else
#define OPENMP(words)
#endif

/* A run and its curves, until it is told. */
struct slot {
    struct text curves;
    bool finished, told;
};

/* What the threads share: changed in critical sections alone. */
struct crew {
    const struct sweep *sweep;
    const struct sweep_observer *observer;
    struct sweep_result *results;
    struct slot *slots; /* [count] */
    size_t count, finished;
    size_t next;            /* to be told, where runs are told in their order */
    double work, work_done; /* examples to train on */
    struct error *error;
    bool failed, stopped;
    bool deaf; /* the observer failed: nothing more is told */
};

/* One thread's run. */
struct shift {
    struct crew *crew;
    size_t slot;
    uint64_t steps; /* told as progress */
};

size_t sweep_run_count(const struct sweep *sweep) {
    return sweep->point_count * sweep->seed_count;
}

const struct sweep_point *sweep_point_of(const struct sweep *sweep, size_t run) {
    return &sweep->points[run / sweep->seed_count];
}

uint64_t sweep_seed_of(const struct sweep *sweep, size_t run) {
    return sweep->seeds[run % sweep->seed_count];
}

void sweep_shard(struct sweep *sweep, uint64_t index, uint64_t count) {
    uint64_t runs = sweep_run_count(sweep);
    sweep->first = (size_t)(runs * (index - 1) / count);
    sweep->end = (size_t)(runs * index / count);
}

static const struct train_settings *settings_of(const struct crew *crew, size_t slot) {
    return &sweep_point_of(crew->sweep, crew->sweep->first + slot)->training;
}

static double work_of(const struct crew *crew, size_t slot, uint64_t steps) {
    return (double)steps * (double)settings_of(crew, slot)->batch;
}

static void tell_progress(struct crew *crew) {
    double part = crew->work_done < crew->work ? crew->work_done / crew->work : 1;
    crew->observer->progress(crew->observer->context, crew->finished, part);
}

/* Whether the sweep goes on. */
static bool look_on(struct crew *crew) {
    crew->stopped = crew->stopped || !crew->observer->goes_on(crew->observer->context);
    return !crew->failed && !crew->stopped;
}

/* Tells a run, once and where it is finished. */
static void tell_run(struct crew *crew, size_t i) {
    const struct sweep_observer *observer = crew->observer;
    struct slot *slot = &crew->slots[i];
    if (!slot->finished || slot->told || crew->deaf) return;
    slot->told = true;
    crew->deaf = !observer->run(observer->context, crew->sweep->first + i, &crew->results[i],
                                &slot->curves, crew->error);
    crew->failed = crew->failed || crew->deaf;
    text_free(&slot->curves);
}

/* Tells what can be told when run i has ended. */
static void tell_runs(struct crew *crew, size_t i) {
    if (!crew->sweep->in_order) {
        tell_run(crew, i);
        return;
    }
    while (crew->next < crew->count && crew->slots[crew->next].finished) {
        tell_run(crew, crew->next++);
    }
}

static bool see_steps(void *context, uint64_t steps) {
    struct shift *shift = context;
    struct crew *crew = shift->crew;
    bool goes_on;
    if (shift->steps + steps == settings_of(crew, shift->slot)->steps) return true;
    shift->steps += steps;
    OPENMP(omp critical(sweep)) {
        crew->work_done += work_of(crew, shift->slot, steps);
        tell_progress(crew);
        goes_on = look_on(crew);
    }
    return goes_on;
}

/* Its last steps are told here, and those that a run which diverged did not take. */
static void end_shift(struct shift *shift, bool done, const struct error *error) {
    struct crew *crew = shift->crew;
    uint64_t left = settings_of(crew, shift->slot)->steps - shift->steps;
    OPENMP(omp critical(sweep)) {
        bool failed = !done && !crew->stopped;
        if (failed && !crew->failed) *crew->error = *error;
        crew->failed = crew->failed || failed;
        crew->slots[shift->slot].finished = done;
        crew->results[shift->slot].done = done;
        crew->finished += done;
        if (done) crew->work_done += work_of(crew, shift->slot, left);
        tell_runs(crew, shift->slot);
        if (done) tell_progress(crew);
    }
}

static bool may_begin(struct crew *crew) {
    bool goes_on;
    OPENMP(omp critical(sweep)) {
        goes_on = look_on(crew);
    }
    return goes_on;
}

static void do_slot(struct crew *crew, size_t slot) {
    struct shift shift = {.crew = crew, .slot = slot};
    struct text *curves = crew->sweep->curves ? &crew->slots[slot].curves : NULL;
    struct error error;
    if (crew->slots[slot].finished || !may_begin(crew)) return;
    bool done = sweep_train(crew->sweep, crew->sweep->first + slot, curves, see_steps, &shift,
                            &crew->results[slot], &error);
    end_shift(&shift, done, &error);
}

static void do_slots(struct crew *crew) {
    long count = (long)crew->count;
    size_t left = crew->count - crew->finished;
    int threads = (int)(left < crew->sweep->threads ? left : crew->sweep->threads);
    (void)threads;
    OPENMP(omp parallel for schedule(dynamic) num_threads(threads))
    for (long i = 0; i < count; i++) do_slot(crew, (size_t)i);
}

/* Sets aside the runs that are done already; the others are the work. */
static void plan_work(struct crew *crew) {
    for (size_t i = 0; i < crew->count; i++) {
        bool kept = crew->results[i].done;
        crew->slots[i].finished = crew->slots[i].told = kept;
        crew->finished += kept;
        if (!kept) crew->work += work_of(crew, i, settings_of(crew, i)->steps);
    }
}

bool sweep_run(const struct sweep *sweep, struct sweep_result *results,
               const struct sweep_observer *observer, struct error *error) {
    struct crew crew = {.sweep = sweep,
                        .observer = observer,
                        .results = results,
                        .count = sweep->end - sweep->first,
                        .error = error};
    crew.slots = memory_take(crew.count, sizeof *crew.slots, "the sweep", error);
    if (!crew.slots) return false;
    plan_work(&crew);
    if (crew.finished < crew.count) do_slots(&crew);
    for (size_t i = 0; i < crew.count; i++) {
        tell_run(&crew, i); /* those that waited for one which did not come to its end */
        text_free(&crew.slots[i].curves);
    }
    free(crew.slots);
    return !crew.failed;
}
