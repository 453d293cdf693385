/* Medians and bands of several runs. */
#include "support.h"
#include "train/curve_band.h"

#include <math.h>
#include <stdio.h>

static const char *const columns[] = {"loss"};

/* Adds a run of values at the steps 0, 10, 20, ... */
static void add_run(struct curve_runs *runs, uint64_t seed, const double *values, size_t count) {
    struct curve_key key = {.model = "attention", .score = "dot", .seed = seed};
    for (size_t i = 0; i < count; i++) {
        struct curve_run *run = curve_runs_find(runs, &key, NULL);
        cr_assert(run && curve_run_add(runs, run, 10 * (double)i, &values[i], NULL));
    }
}

static struct curve_band band_of(const struct curve_runs *runs) {
    struct curve_band band;
    cr_assert(curve_band_init(&band, runs->runs, runs->count, 0, NULL));
    return band;
}

Test(curve_band, quantiles_lie_between_neighbours) {
    struct curve_runs runs = {.columns = columns, .column_count = 1};
    for (uint64_t seed = 0; seed <= 20; seed++) {
        double values[] = {(double)(seed * 8 % 21), 100 - (double)seed};
        add_run(&runs, seed, values, 2);
    }
    struct curve_band band = band_of(&runs);
    cr_assert(band.count == 2 && band.runs == 21 && band.runs_at_end == 21);
    cr_expect(band.steps[0] == 0 && band.steps[1] == 10);
    cr_expect(band.median[0] == 10 && band.low[0] == 2 && band.high[0] == 18);
    cr_expect(band.median[1] == 90 && band.low[1] == 82 && band.high[1] == 98);
    curve_band_free(&band);
    curve_runs_free(&runs);
}

Test(curve_band, a_run_alone_has_no_band) {
    struct curve_runs runs = {.columns = columns, .column_count = 1};
    add_run(&runs, 1, (double[]){3, NAN, 1}, 3);
    struct curve_band band = band_of(&runs);
    cr_expect(band.count == 3 && !band.low && !band.high);
    cr_expect(band.median[0] == 3 && isnan(band.median[1]) && band.median[2] == 1);
    curve_band_free(&band);
    curve_runs_free(&runs);
}

/* What is not finite or has ended does not count; where nothing counts there is a gap. */
Test(curve_band, runs_that_ended_are_told) {
    struct curve_runs runs = {.columns = columns, .column_count = 1};
    add_run(&runs, 1, (double[]){1, NAN, 5, 7}, 4);
    add_run(&runs, 2, (double[]){2, INFINITY, 7}, 3);
    add_run(&runs, 3, (double[]){6, -INFINITY}, 2);
    struct curve_band band = band_of(&runs);
    cr_assert(band.count == 4 && band.runs == 3 && band.runs_at_end == 1);
    cr_expect(band.median[0] == 2 && band.median[2] == 6 && band.median[3] == 7);
    cr_expect(isnan(band.median[1]) && isnan(band.low[1]) && isnan(band.high[1]));
    curve_band_free(&band);
    curve_runs_free(&runs);
}

Test(curve_runs, each_key_has_its_run) {
    struct curve_runs runs = {.columns = columns, .column_count = 1};
    const char *models[] = {"a", "ab", "b"}, *scores[] = {"", "b", "dot"};
    for (int round = 0; round < 2; round++) {
        for (uint64_t i = 0; i < 3 * 3 * 2 * 500; i++) {
            struct curve_key key = {i / 9 % 2, models[i % 3], scores[i / 3 % 3], i / 18};
            double value = (double)i;
            struct curve_run *run = curve_runs_find(&runs, &key, NULL);
            cr_assert(run && curve_run_add(&runs, run, round, &value, NULL));
        }
    }
    cr_assert_eq(runs.count, 9000);
    for (size_t i = 0; i < runs.count; i++) {
        const struct curve_run *run = &runs.runs[i];
        cr_assert(run->count == 2 && run->values[0][0] == (double)i && run->key.seed == i / 18);
        cr_assert(run->values[0][1] == (double)i && run->steps[1] == 1);
    }
    curve_runs_free(&runs);
}
