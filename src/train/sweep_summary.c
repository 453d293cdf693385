/* What runs come to: see sweep_summary.h. */
#include "train/sweep_summary.h"

#include "base/memory.h"
#include "base/quantile.h"

#include <math.h>
#include <stdlib.h>

static double steps_of(const struct sweep_result *result) {
    return result->steps_to_99 == UINT64_MAX ? (double)INFINITY : (double)result->steps_to_99;
}

static double loss_of(const struct sweep_result *result) {
    return result->outcome == SWEEP_DIVERGED ? (double)INFINITY : result->final_loss;
}

/* Sets numbers[count] to a value of each result, ascending. */
static void sort_values(const struct sweep_result *results, size_t count,
                        double (*value)(const struct sweep_result *result), double *numbers) {
    for (size_t i = 0; i < count; i++) numbers[i] = value(&results[i]);
    quantile_sort(numbers, count);
}

bool sweep_summarise(const struct sweep_result *results, size_t count,
                     struct sweep_summary *summary, struct error *error) {
    double *numbers = memory_take(count, sizeof *numbers, "the summary", error);
    if (!numbers) return false;
    *summary = (struct sweep_summary){.runs = count};
    for (size_t i = 0; i < count; i++) {
        summary->retrieval += results[i].outcome == VERDICT_RETRIEVAL;
        summary->diverged += results[i].outcome == SWEEP_DIVERGED;
    }
    sort_values(results, count, steps_of, numbers);
    for (int q = 0; q < 3; q++) {
        summary->steps_to_99[q] = quantile(numbers, count, 0.25 * (q + 1));
    }
    sort_values(results, count, loss_of, numbers);
    summary->final_loss = quantile(numbers, count, 0.5);
    free(numbers);
    return true;
}
