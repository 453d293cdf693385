/* The lesson optimizers. */
#include "support.h"
#include "support_demo.h"

#include <stdlib.h>
#include <string.h>

/* Columns after the number of pairs. */
enum { GRADIENT, BIAS, ADAM, QUICK_ADAM, SGD };

static void expect_claims(int seed) {
    char *page = demo_page("optimizers --seed %d", seed);
    const char *table = demo_after(page, "|db_O|");
    double before = 0;
    for (int pairs = 2; pairs <= 32; pairs *= 2) {
        double steps = demo_row_number(table, pairs, SGD);
        cr_expect(steps > before, "%d pairs: %g steps after %g", pairs, steps, before);
        cr_expect(demo_row_number(table, pairs, ADAM) > demo_row_number(table, pairs, QUICK_ADAM));
        before = steps;
    }
    double gradient = demo_number(table, "ratio", GRADIENT);
    double adam = demo_number(table, "ratio", ADAM), sgd = demo_number(table, "ratio", SGD);
    cr_expect(gradient > 0.06 && gradient < 0.14, "a tenth: %g", gradient);
    cr_expect(adam >= 2 && adam <= 3.2, "two or three times: %g", adam);
    cr_expect(sgd >= 6.5 && sgd <= 10, "some eight times: %g", sgd);
    cr_expect_lt(demo_number(table, "2 ", SGD), demo_number(table, "2 ", ADAM));
    free(page);
}

Test(demo_optimizers, sgd_slows_down_with_the_pairs_and_adam_far_less) {
    for (int seed = 1; seed <= 3; seed++) expect_claims(seed);
}

Test(demo_optimizers, too_large_a_rate_diverges_for_every_number_of_pairs) {
    char *page = demo_page("optimizers");
    size_t count = 0;
    for (const char *at = page; (at = strstr(at, "    diverges\n")); at++) count++;
    cr_expect_eq(count, 5, "%s", page);
    free(page);
}
