/* The lesson scaling. */
#include "support.h"
#include "support_demo.h"

#include <math.h>
#include <stdlib.h>

/* Fails where the truth is further away than two margins: about four standard deviations. */
static void expect_estimate(const char *page, int d, size_t column, double truth) {
    double value = demo_row_number(page, d, column);
    double margin = demo_row_number(page, d, column + 1);
    cr_expect(margin > 0 && fabs(value - truth) <= 2 * margin, "d = %d: %g +- %g is not %g", d,
              value, margin, truth);
}

static void expect_spreads(const char *arguments) {
    char *page = demo_page("%s", arguments);
    for (int d = 1; d <= 1024; d *= 4) {
        expect_estimate(page, d, 0, 0);
        expect_estimate(page, d, 2, d);
        expect_estimate(page, d, 4, 0);
        expect_estimate(page, d, 6, 1);
    }
    free(page);
}

Test(demo_scaling, variances_are_d_and_1) {
    expect_spreads("scaling");
    expect_spreads("scaling --seed 7");
    expect_spreads("scaling --seed 18446744073709551615");
}

Test(demo_scaling, without_the_factor_the_largest_weight_goes_to_1) {
    char *page = demo_page("scaling");
    const char *weights = demo_after(page, "The largest of the 6 weights");
    double last = 0;
    for (int d = 1; d <= 1024; d *= 4) {
        double dot = demo_row_number(weights, d, 0), scaled = demo_row_number(weights, d, 2);
        cr_expect_gt(dot, last, "d = %d", d);
        cr_expect(scaled > 0.3 && scaled < 0.45, "d = %d: %g", d, scaled);
        last = dot;
    }
    cr_expect_gt(last, 0.95);
    free(page);
}

/* Columns of a row of the last table: d, spread, median and slowest, of each score. */
Test(demo_scaling, whether_training_gains_depends_on_the_initial_weights) {
    for (int seed = 1; seed <= 3; seed++) {
        char *page = demo_page("scaling --seed %d", seed);
        cr_expect_lt(demo_number(page, "uniform     16", 1),
                     demo_number(page, "uniform     16", 4));
        cr_expect_lt(demo_number(page, "uniform     64", 1),
                     demo_number(page, "uniform     64", 4));
        cr_expect_gt(demo_number(page, "unit        64", 1),
                     demo_number(page, "unit        64", 4));
        assert_near(demo_number(page, "unit        64", 0), 8, 1, "spread of q.k");
        assert_near(demo_number(page, "unit        64", 3), 1, 0.125, "spread of q.k/sqrt d");
        free(page);
    }
}
