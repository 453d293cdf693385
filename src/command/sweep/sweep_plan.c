/* The plan of a sweep: see sweep_plan.h. */
#include "command/sweep/sweep_plan.h"

#include "base/memory.h"
#include "command/from_settings.h"
#include "command/sweep/sweep_seeds.h"

#include <stdlib.h>
#include <string.h>

static bool read_seeds(struct sweep_plan *plan, const struct settings *settings,
                       struct error *error) {
    struct sweep *sweep = &plan->sweep;
    if (settings->seeds) {
        if (!sweep_seeds_read(settings->seeds, &plan->seeds, &sweep->seed_count, error)) {
            return false;
        }
    } else {
        plan->seeds = memory_take(1, sizeof *plan->seeds, "the seeds", error);
        if (!plan->seeds) return false;
        plan->seeds[0] = settings->seed;
        sweep->seed_count = 1;
    }
    sweep->seeds = plan->seeds;
    return true;
}

static bool set_data(struct sweep_plan *plan, const struct settings *settings,
                     struct train_settings *training, struct error *error) {
    struct task task = settings_task(settings);
    if (settings->data) {
        training->data = sweep_data_find(&plan->data, settings->data, &task, error);
        if (!training->data) return false;
    }
    if (settings->eval_data) {
        training->eval_data = sweep_data_find(&plan->data, settings->eval_data, &task, error);
        if (!training->eval_data) return false;
    }
    return true;
}

/* As many runs at a time as threads, each with its own memory. */
static bool check_memory(const struct sweep_plan *plan, const struct sweep_point *point,
                         struct error *error) {
    size_t bytes = train_memory(&point->training, &point->model, 1);
    size_t runs = sweep_run_count(&plan->sweep), threads = plan->sweep.threads;
    return memory_check(size_multiply(runs < threads ? runs : threads, bytes), "training", error);
}

/* Model i of --model, with the settings of one combination. */
static bool set_point(struct sweep_plan *plan, const struct settings *settings, size_t i,
                      struct sweep_point *point, struct error *error) {
    if (!settings_model(settings, i, &point->model, error) ||
        !settings_training(settings, &point->training, error) ||
        !set_data(plan, settings, &point->training, error)) {
        return false;
    }
    point->training.threads = 1;
    return check_memory(plan, point, error);
}

static bool apply_values(const struct sweep_plan *plan, const char *const *values,
                         struct settings *settings, struct error *error) {
    for (size_t i = 0; i < plan->axes.count; i++) {
        if (!settings_set(settings, plan->axes.axes[i].setting, values[i], error)) return false;
    }
    return true;
}

/* Whether --min-pairs was left to follow --pairs. A whole configuration says both. */
static bool min_pairs_follow(const struct sweep_plan *plan, const struct invocation *invocation) {
    for (size_t i = 0; i < plan->axes.count; i++) {
        if (strcmp(plan->keys[i], "min-pairs") == 0) return false;
    }
    return invocation->settings.min_pairs == invocation->settings.pairs &&
           !invocation_gave(invocation, "min-pairs");
}

static bool set_combination(struct sweep_plan *plan, const struct invocation *invocation,
                            size_t combination, struct error *error) {
    struct settings settings = invocation->settings;
    const char **values = plan->values + combination * plan->axes.count;
    struct sweep_point *points = plan->points + combination * settings.model_count;
    sweep_axes_values(&plan->axes, combination, values);
    if (!apply_values(plan, values, &settings, error)) return false;
    if (min_pairs_follow(plan, invocation)) settings.min_pairs = settings.pairs;
    for (size_t i = 0; i < settings.model_count; i++) {
        points[i].values = values;
        if (!set_point(plan, &settings, i, &points[i], error)) return false;
    }
    return true;
}

/* Puts "pairs=9, lr=0.1: " before the error. */
static bool name_combination(const struct sweep_plan *plan, size_t combination,
                             struct error *error) {
    struct text label = {0};
    if (!plan->axes.count) return false;
    sweep_axes_label(&label, &plan->axes, plan->values + combination * plan->axes.count);
    if (!label.failed) error_prefix(error, "%s", label.data);
    text_free(&label);
    return false;
}

static bool take_points(struct sweep_plan *plan, const struct invocation *invocation,
                        size_t combinations, struct error *error) {
    struct sweep *sweep = &plan->sweep;
    size_t points = size_multiply(combinations, invocation->settings.model_count);
    if (size_multiply(points, sweep->seed_count) > SWEEP_MAX_RUNS) {
        return error_set(error, STATUS_USAGE, "the sweep has more than %d runs", SWEEP_MAX_RUNS);
    }
    plan->points = memory_take(points, sizeof *plan->points, "the sweep", error);
    plan->values = memory_take(size_multiply(combinations, plan->axes.count), sizeof *plan->values,
                               "the sweep", error);
    if (!plan->points || !plan->values) return false;
    sweep->points = plan->points;
    sweep->point_count = points;
    return true;
}

static bool set_points(struct sweep_plan *plan, const struct invocation *invocation,
                       struct error *error) {
    size_t combinations = sweep_axes_combinations(&plan->axes);
    for (size_t i = 0; i < plan->axes.count; i++) {
        plan->keys[i] = plan->axes.axes[i].setting->name;
    }
    plan->sweep.keys = plan->keys;
    plan->sweep.key_count = plan->axes.count;
    if (!take_points(plan, invocation, combinations, error)) return false;
    for (size_t i = 0; i < combinations; i++) {
        if (!set_combination(plan, invocation, i, error)) return name_combination(plan, i, error);
    }
    return true;
}

bool sweep_plan_make(struct sweep_plan *plan, const struct invocation *invocation,
                     struct error *error) {
    const struct settings *settings = &invocation->settings;
    uint64_t shard = 1, shards = 1;
    *plan = (struct sweep_plan){.sweep = {.threads = (unsigned)settings->threads}};
    if (settings->shard && !sweep_shard_read(settings->shard, &shard, &shards, error)) return false;
    if (!read_seeds(plan, settings, error) || !sweep_axes_read(settings, &plan->axes, error) ||
        !set_points(plan, invocation, error)) {
        return false;
    }
    sweep_shard(&plan->sweep, shard, shards);
    return true;
}

void sweep_plan_free(struct sweep_plan *plan) {
    sweep_data_free(plan->data);
    free(plan->values);
    free(plan->points);
    free(plan->seeds);
    sweep_axes_free(&plan->axes);
}
