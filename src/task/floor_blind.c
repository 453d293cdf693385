/* The blind floor and its deviation: see floor.h. */
#include "base/elementary.h"
#include "base/memory.h"
#include "task/floor_counts.h"

#include <math.h>
#include <stdlib.h>

/* Weights are passed over when they are this far below the largest. */
static const double NOTHING = 1e-20;

/* Mean and sum of squares about it, of values that come one after another (West 1979). */
struct spread {
    double weight, mean, squares;
};

static void spread_add(struct spread *spread, double weight, double value) {
    double off = value - spread->mean;
    spread->weight += weight;
    spread->mean += off * weight / spread->weight;
    spread->squares += weight * off * (value - spread->mean);
}

/* The loss ln n - ln K, K = 1 + Binomial(n-1, 1/C), over the law of K, from a K near the most
 * likely up and down. */
static struct spread spread_of_pairs(size_t n, size_t digits, const double *log) {
    struct spread spread = {0};
    size_t top = 1 + n / digits;
    if (top > n) top = n;
    double weight = 1, others = (double)(digits - 1);
    for (size_t k = top; k <= n && weight > NOTHING; k++) {
        spread_add(&spread, weight, log[n] - log[k]);
        weight *= (double)(n - k) / ((double)k * others);
    }
    weight = 1;
    for (size_t k = top; k > 1 && weight > NOTHING; k--) {
        weight *= (double)(k - 1) * others / (double)(n - k + 1);
        spread_add(&spread, weight, log[n] - log[k - 1]);
    }
    return spread;
}

bool blind_loss(size_t min_pairs, size_t pairs, size_t digits, double *blind, double *deviation,
                struct error *error) {
    double *log = memory_take(pairs + 1, sizeof *log, "the floors", error);
    if (!log) return false;
    for (size_t k = 1; k <= pairs; k++) log[k] = elementary_log((double)k);
    struct spread all = {0};
    double within = 0;
    for (size_t n = min_pairs; n <= pairs; n++) {
        struct spread one = spread_of_pairs(n, digits, log);
        spread_add(&all, 1, one.mean);
        within += one.squares / one.weight;
    }
    free(log);
    *blind = all.mean;
    *deviation = sqrt((all.squares + within) / all.weight);
    return true;
}
