/* The plan of a sweep: every run that the command line asks for, checked before the first one. */
#ifndef COMMAND_SWEEP_PLAN_H
#define COMMAND_SWEEP_PLAN_H

#include "command/command.h"
#include "command/sweep/sweep_axes.h"
#include "command/sweep/sweep_data.h"
#include "train/sweep.h"

struct sweep_plan {
    struct sweep_axes axes;
    const char *keys[SETTINGS_MAX_VARIED];
    const char **values; /* [combinations][axes.count] */
    struct sweep_point *points;
    uint64_t *seeds;
    struct sweep_data *data;
    struct sweep sweep; /* points to the rest */
};

/* Reads --seeds, --vary and --shard, and sets up every point: a combination that cannot be trained
 * is refused, by name. Give it back with sweep_plan_free, also when this fails. */
bool sweep_plan_make(struct sweep_plan *plan, const struct invocation *invocation,
                     struct error *error);
void sweep_plan_free(struct sweep_plan *plan);

#endif
