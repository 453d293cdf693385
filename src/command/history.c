/* The curves of a run in memory: see history.h. */
#include "command/history.h"

#include "base/memory.h"

#include <stdlib.h>

static bool make_room(struct curve *curve, struct error *error) {
    if (curve->count < curve->capacity) return true;
    size_t capacity = curve->capacity ? 2 * curve->capacity : 128;
    double *steps = memory_grow(curve->steps, capacity, sizeof *steps, "the curves", error);
    if (!steps) return false;
    curve->steps = steps;
    double *losses = memory_grow(curve->losses, capacity, sizeof *losses, "the curves", error);
    if (!losses) return false;
    curve->losses = losses;
    curve->capacity = capacity;
    return true;
}

bool history_add(struct history *history, const struct curve_row *row, struct error *error) {
    size_t i = 0;
    while (i < history->count && history->curves[i].model != row->model) i++;
    struct curve *curve = &history->curves[i];
    history->count += i == history->count;
    curve->model = row->model;
    if (!make_room(curve, error)) return false;
    curve->steps[curve->count] = (double)row->step;
    curve->losses[curve->count++] = row->values[CURVE_EVAL_LOSS];
    return true;
}

void history_free(struct history *history) {
    for (size_t i = 0; i < history->count; i++) {
        free(history->curves[i].steps);
        free(history->curves[i].losses);
    }
    *history = (struct history){0};
}
