/* The lesson parameters, and the costs it shows. */
#include "support.h"
#include "support_demo.h"

#include <stdlib.h>
#include <string.h>

/* The page without the commas in its numbers; the caller frees it. */
static char *ungrouped(const char *arguments) {
    char *page = demo_page("%s", arguments), *to = page;
    for (const char *from = page; *from; from++) {
        if (*from != ',' || from[1] == ' ') *to++ = *from;
    }
    *to = '\0';
    return page;
}

Test(demo_parameters, of_the_default_models) {
    char *page = ungrouped("parameters");
    assert_near(demo_number(page, "attention  ", 0), 874, 0, "attention");
    assert_near(demo_number(page, "average  ", 0), 458, 0, "average");
    assert_near(demo_number(page, "mlp  ", 0), 8138, 0, "mlp");
    assert_near(demo_number(page, "mlp has", 0), 9.3, 0, "mlp / attention");
    free(page);
}

Test(demo_parameters, of_attention_do_not_depend_on_the_pairs) {
    char *page = ungrouped("parameters");
    const char *more = demo_after(page, "More pairs");
    for (int pairs = 4; pairs <= 64; pairs *= 2) {
        assert_near(demo_row_number(more, pairs, 0), 16 * 64 + 2 * 16 * 74 + 170, 0, "attention");
        assert_near(demo_row_number(more, pairs, 1), 64 * (74 * pairs + 64) + 64 + 650, 0, "mlp");
    }
    free(page);
}

Test(demo_parameters, of_the_layer_512_wide_with_8_heads) {
    char *page = ungrouped("parameters");
    cr_expect(strstr(page, "width d = 512, 8 heads of d_k = 64"), "%s", page);
    assert_near(demo_number(page, "W_Q, W_K, W_V, W_O:", 0), 512 * 512, 0, "each");
    assert_near(demo_number(page, "all four", 0), 4 * 512 * 512, 0, "all four");
    assert_near(demo_number(page, "scores at n =", 1), 64e6, 0, "a head at n = 1000");
    assert_near(demo_number(page, "all heads", 0), 512e6, 0, "all heads at n = 1000");
    free(page);
}

/* One projection costs more than the scores below n = d and less above. */
static void expect_crossover(const char *arguments, int d) {
    char *page = ungrouped(arguments);
    const char *table = demo_after(page, "one projection n d^2");
    for (int n = d / 8; n <= 8 * d; n *= 2) {
        double projection = demo_row_number(table, n, 0), scores = demo_row_number(table, n, 1);
        assert_near(projection, (double)n * d * d, 0, "one projection");
        assert_near(scores, (double)n * n * d, 0, "all scores");
        cr_expect_eq(projection > scores, n < d, "n = %d", n);
        cr_expect_eq(projection == scores, n == d, "n = %d", n);
    }
    free(page);
}

Test(demo_parameters, scores_overtake_a_projection_at_n_equal_to_d) {
    expect_crossover("parameters", 512);
    expect_crossover("parameters --width 64 --heads 1", 64);
}

Test(demo_parameters, has_room_for_the_widest_layer) {
    char *page = demo_page("parameters --width 65536 --heads 65536");
    for (char *line = strtok(page, "\n"); line; line = strtok(NULL, "\n")) {
        cr_expect(strlen(line) <= 80, "%s", line);
    }
    free(page);
}

Test(demo_parameters, refuses_heads_that_do_not_divide_the_width) {
    assert_refused(2, "--heads 3 must divide --width, which is 512",
                   "attnlearn demo parameters --heads 3");
}
