/* The moments at which weights are kept: see moments.h. */
#include "train/moments.h"

#include <math.h>
#include <stdbool.h>

static uint64_t place(uint64_t i, uint64_t count, uint64_t steps) {
    double x = (double)i / (double)(count - 1);
    return (uint64_t)floor((double)steps * (x * x * x) + 0.5);
}

uint64_t moment_from(uint64_t count, uint64_t steps, uint64_t step) {
    if (!count || step > steps) return UINT64_MAX;
    uint64_t moment = 0;
    for (uint64_t i = 1; i + 1 < count && moment < step; i++) {
        uint64_t next = place(i, count, steps);
        moment = next > moment ? next : moment + 1;
    }
    bool found = count > 1 && moment >= step && moment < steps;
    return found ? moment : steps;
}
