/* The lesson positions. */
#include "support.h"
#include "support_demo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Test(demo_positions, shows_sines_and_cosines) {
    char *page = demo_page("positions");
    const char *map = demo_after(demo_after(page, "position p"), "\n");
    for (int p = 0; p < 16; p++) {
        for (size_t c = 0; c < 8; c++) {
            double angle = p / pow(10000, (double)(c / 2) / 4);
            assert_near(demo_row_number(map, p, c), c % 2 ? cos(angle) : sin(angle), 5.1e-4,
                        "a position");
        }
    }
    free(page);
}

/* Every start has the same products, and they are those of the formula. */
static void expect_products(const char *arguments, int width) {
    static const int starts[] = {0, 7, 100, 1000}, distances[] = {0, 1, 2, 3, 5, 10, 100};
    char *page = demo_page("%s", arguments);
    const char *table = demo_after(page, "at several distances k:");
    for (size_t s = 0; s < 4; s++) {
        for (size_t k = 0; k < 7; k++) {
            double product = 0;
            for (int i = 0; i < width / 2; i++) {
                product += cos(distances[k] / pow(10000, 2.0 * i / width));
            }
            assert_near(demo_row_number(table, starts[s], k), product, 5.1e-6, "a product");
        }
    }
    cr_expect_lt(demo_number(table, "largest difference within a column:", 0), 1e-10);
    free(page);
}

Test(demo_positions, products_depend_on_the_distance_alone) {
    expect_products("positions", 8);
    expect_products("positions --width 2", 2);
    expect_products("positions --width 64", 64);
}

Test(demo_positions, of_the_widest_stand_in_80_columns) {
    struct outcome outcome = run("LC_ALL=C attnlearn demo positions --width 512");
    cr_assert_eq(outcome.status, 0);
    for (char *line = strtok(outcome.out, "\n"); line; line = strtok(NULL, "\n")) {
        cr_expect(strlen(line) <= 80, "%s", line);
    }
    outcome_free(&outcome);
}

Test(demo_positions, refuses_a_sine_without_a_cosine) {
    assert_refused(2, "--width must be even and at most 512", "attnlearn demo positions --width 7");
    assert_refused(2, "--width must be even and at most 512",
                   "attnlearn demo positions --width 514");
}
