/* The floors of given examples: see floor.h. */
#include "base/memory.h"
#include "task/floor.h"

#include <math.h>
#include <stdlib.h>

/* Adds the floors of n pairs with their weight; the deviation as a second moment. */
static bool add_floors(size_t n, size_t digits, double weight, struct floors *sum,
                       struct error *error) {
    struct floors of_n;
    if (!floors_all(n, n, digits, &of_n, error)) return false;
    double deviation = of_n.blind_deviation;
    sum->chance = of_n.chance;
    sum->average = weight < 1 ? (double)NAN : of_n.average;
    sum->average_beta = weight < 1 ? (double)NAN : of_n.average_beta;
    sum->blind += weight * of_n.blind;
    sum->blind_accuracy += weight * of_n.blind_accuracy;
    sum->blind_deviation += weight * (deviation * deviation + of_n.blind * of_n.blind);
    return true;
}

static bool sum_floors(const size_t *counts, size_t most, size_t total, size_t digits,
                       struct floors *floors, struct error *error) {
    struct floors sum = {0};
    for (size_t n = 1; n <= most; n++) {
        double weight = (double)counts[n] / (double)total;
        if (counts[n] && !add_floors(n, digits, weight, &sum, error)) return false;
    }
    double variance = sum.blind_deviation - sum.blind * sum.blind;
    sum.blind_deviation = variance > 0 ? sqrt(variance) : 0;
    *floors = sum;
    return true;
}

bool floors_of_dataset(const struct dataset *dataset, size_t digits, struct floors *floors,
                       struct error *error) {
    size_t *counts = memory_take(dataset->pairs + 1, sizeof *counts, "the floors", error);
    if (!counts) return false;
    for (size_t i = 0; i < dataset->count; i++) {
        struct example example;
        dataset_example(dataset, i, &example);
        counts[example.count]++;
    }
    bool done = sum_floors(counts, dataset->pairs, dataset->count, digits, floors, error);
    free(counts);
    return done;
}
