/* Learning-rate schedules: see schedule.h. */
#include "train/schedule.h"

#include "base/elementary.h"

#include <stddef.h>
#include <string.h>

static double constant(double p) {
    (void)p;
    return 1;
}

static double linear(double p) {
    return 1 - p;
}

static double cosine(double p) {
    return (1 + elementary_cos_turns(p / 2)) / 2;
}

const struct schedule schedules[] = {
    {"constant", "the same rate throughout", constant},
    {"cosine", "half a cosine, down to 0", cosine},
    {"linear", "a straight line, down to 0", linear},
    {NULL, NULL, NULL},
};

const struct schedule *schedule_find(const char *name) {
    for (size_t i = 0; schedules[i].name; i++) {
        if (strcmp(schedules[i].name, name) == 0) return &schedules[i];
    }
    return NULL;
}

double schedule_factor(const struct schedule *schedule, uint64_t t, uint64_t warmup,
                       uint64_t steps) {
    if (t <= warmup) return (double)t / (double)warmup;
    return schedule->factor((double)(t - 1 - warmup) / (double)(steps - warmup));
}
