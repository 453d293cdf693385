/* Curves of several runs as one: see curve_band.h. */
#include "train/curve_band.h"

#include "base/memory.h"
#include "base/quantile.h"

#include <math.h>
#include <stdlib.h>

static const char what[] = "the curves' median";

struct point {
    double step, value; /* inf: not finite */
};

static int compare(const void *a, const void *b) {
    const struct point *p = a, *q = b;
    if (p->step != q->step) return (p->step > q->step) - (p->step < q->step);
    return (p->value > q->value) - (p->value < q->value);
}

static size_t count_points(const struct curve_run *runs, size_t run_count) {
    size_t count = 0;
    for (size_t r = 0; r < run_count; r++) count += runs[r].count;
    return count;
}

/* All points of the column, by steps and then by values; NULL where there is no memory. */
static struct point *sort_points(const struct curve_run *runs, size_t run_count, size_t column,
                                 struct error *error) {
    size_t count = count_points(runs, run_count), at = 0;
    struct point *points = memory_take(count, sizeof *points, what, error);
    for (size_t r = 0; points && r < run_count; r++) {
        for (size_t i = 0; i < runs[r].count; i++) {
            double value = runs[r].values[column][i];
            points[at++] = (struct point){runs[r].steps[i], isfinite(value) ? value : INFINITY};
        }
    }
    if (points && run_count > 1) qsort(points, count, sizeof *points, compare);
    return points;
}

static bool take_memory(struct curve_band *band, size_t count, struct error *error) {
    double **arrays[] = {&band->steps, &band->median, &band->low, &band->high};
    for (size_t a = 0; a < (band->runs > 1 ? 4 : 2); a++) {
        *arrays[a] = memory_take(count, sizeof(double), what, error);
        if (!*arrays[a]) return false;
    }
    return true;
}

/* Adds the step at which `count` points stand; values[count] is scratch. */
static void add_step(struct curve_band *band, const struct point *points, size_t count,
                     double *values) {
    size_t i = band->count++, finite = 0;
    for (; finite < count && isfinite(points[finite].value); finite++) {
        values[finite] = points[finite].value;
    }
    band->runs_at_end = finite;
    band->steps[i] = points->step;
    band->median[i] = finite ? quantile(values, finite, 0.5) : (double)NAN;
    if (!band->low) return;
    band->low[i] = finite ? quantile(values, finite, 0.1) : (double)NAN;
    band->high[i] = finite ? quantile(values, finite, 0.9) : (double)NAN;
}

bool curve_band_init(struct curve_band *band, const struct curve_run *runs, size_t run_count,
                     size_t column, struct error *error) {
    *band = (struct curve_band){.runs = run_count};
    size_t count = count_points(runs, run_count), end;
    struct point *points = sort_points(runs, run_count, column, error);
    double *values = memory_take(run_count, sizeof *values, what, error);
    bool done = points && values && take_memory(band, count, error);
    for (size_t i = 0; done && i < count; i = end) {
        for (end = i; end < count && points[end].step == points[i].step;) end++;
        add_step(band, points + i, end - i, values);
    }
    free(points);
    free(values);
    return done;
}

void curve_band_free(struct curve_band *band) {
    free(band->steps);
    free(band->median);
    free(band->low);
    free(band->high);
    *band = (struct curve_band){0};
}
