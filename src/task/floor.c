/* The floors of a task, put together: see floor.h. */
#include "task/floor.h"
#include "base/elementary.h"
#include "task/floor_counts.h"

#include <math.h>

static bool check_task(size_t min_pairs, size_t pairs, size_t digits, struct error *error) {
    if (min_pairs < 1 || min_pairs > pairs || pairs > FLOOR_PAIRS_MAX || digits < 1) {
        return error_set(error, STATUS_USAGE,
                         "no floors for %zu to %zu pairs and %zu digits (1 to %d pairs, 1 digit "
                         "or more)",
                         min_pairs, pairs, digits, FLOOR_PAIRS_MAX);
    }
    return true;
}

bool floors_losses(size_t min_pairs, size_t pairs, size_t digits, struct floors *floors,
                   struct error *error) {
    if (!check_task(min_pairs, pairs, digits, error)) return false;
    struct floors found = {.blind_accuracy = (double)NAN};
    if (digits > 1) {
        found.chance = elementary_log((double)digits);
        if (!blind_loss(min_pairs, pairs, digits, &found.blind, &found.blind_deviation, error)) {
            return false;
        }
        found.average = found.blind;
        found.average_beta = (double)INFINITY;
        if (pairs > 2 &&
            !average_loss(min_pairs, pairs, digits, &found.average, &found.average_beta, error)) {
            return false;
        }
    }
    *floors = found;
    return true;
}

bool floors_all(size_t min_pairs, size_t pairs, size_t digits, struct floors *floors,
                struct error *error) {
    struct floors found;
    if (!floors_losses(min_pairs, pairs, digits, &found, error)) return false;
    found.blind_accuracy = 1;
    if (digits > 1 && !blind_accuracy(min_pairs, pairs, digits, &found.blind_accuracy, error)) {
        return false;
    }
    *floors = found;
    return true;
}
