/* The lesson heads. */
#include "support.h"
#include "support_demo.h"

#include <stdlib.h>
#include <string.h>

Test(demo_heads, two_give_what_one_cannot) {
    char *page = demo_page("heads");
    const char *table = demo_after(page, "a_1      a_2      a_3          output");
    static const double one[] = {1, 0.5, 0.5, 0, 5, 5}, two[] = {1, 1, 0, 0, 10, 10};
    for (size_t i = 0; i < 6; i++) {
        assert_near(demo_number(table, "1 ", i), one[i], 0, "one head");
        assert_near(demo_number(table, "2 ", i), two[i], 0, "two heads");
    }
    free(page);
}

Test(demo_heads, cost_no_parameters_and_here_no_time_is_saved) {
    char *page = demo_page("heads");
    const char *table = demo_after(page, "weight on the asked pair");
    double steps = 0;
    for (int heads = 1; heads <= 4; heads *= 2) {
        assert_near(demo_row_number(table, heads, 0), 16.0 / heads, 0, "d_h");
        assert_near(demo_row_number(table, heads, 1), 874, 0, "parameters");
        cr_expect_gt(demo_row_number(table, heads, 2), steps, "%d heads", heads);
        steps = demo_row_number(table, heads, 2);
    }
    free(page);
}

/* In the means over the heads, no pair comes near the one asked for, and the answer is right. */
static void expect_means(int seed) {
    char *page = demo_page("heads --seed %d", seed);
    const char *rows = demo_after(page, "h0     d2  answer");
    size_t count = 0;
    for (; (rows = strstr(rows, "   mean  ")); rows += 5, count++) {
        double asked = demo_number(rows, "mean", 1);
        cr_expect_gt(asked, 0.5);
        for (size_t i = 0; i < 6; i++) {
            if (i != 1) cr_expect_lt(4 * demo_number(rows, "mean", i), asked, "seed %d", seed);
        }
        assert_near(demo_number(rows, "mean", 6), 7, 0, "the answer");
    }
    cr_expect_eq(count, 2);
    free(page);
}

Test(demo_heads, agree_on_the_pair_asked_for) {
    for (int seed = 1; seed <= 4; seed++) expect_means(seed);
}

/* Each head's weights sum to 1, to the rounding of what is printed: 1 + 2 + 4 heads, 2 means. */
Test(demo_heads, weights_sum_to_one) {
    char *page = demo_page("heads");
    const char *row = demo_after(page, "h0     d2  answer\n");
    for (size_t i = 0; i < 9; i++, row = demo_after(row, "\n")) {
        double sum = 0;
        for (size_t pair = 0; pair < 6; pair++) sum += demo_number(row + 13, "", pair);
        assert_near(sum, 1, 0.0031, "a head");
    }
    free(page);
}
