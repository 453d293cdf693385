/* The lesson masking. */
#include "support.h"
#include "support_demo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Test(demo_masking, leaves_out_what_is_not_there) {
    char *page = demo_page("masking");
    const char *table = demo_after(page, "valid length n     a_1     a_2     a_3     a_4   output");
    double first = 1 / (1 + exp(-1));
    assert_near(demo_number(table, "2 ", 0), first, 5.1e-5, "a_1 of two");
    assert_near(demo_number(table, "2 ", 1), 1 - first, 5.1e-5, "a_2 of two");
    assert_near(demo_number(table, "2 ", 2), 20 - 10 * first, 5.1e-5, "output of two");
    assert_near(demo_number(table, "1 ", 1), 10, 0, "output of one");
    assert_near(demo_number(table, "0 ", 0), 0, 0, "output of none");
    free(page);
}

/* Whether the row of a constant, after `scene`, ends in this verdict. */
static void expect_verdict(const char *scene, const char *row, const char *verdict) {
    const char *line = demo_after(scene, row), *end = strchr(line, '\n');
    size_t length = strlen(verdict);
    cr_assert(end);
    cr_expect(strncmp(end - length, verdict, length) == 0, "%s: %.60s", row, line);
}

Test(demo_masking, a_constant_is_right_as_usual) {
    char *page = demo_page("masking");
    const char *scene = demo_after(page, "as usual\n");
    expect_verdict(scene, "add -1e6", "right");
    expect_verdict(scene, "add -1e9", "right");
    expect_verdict(scene, "add -infinity", "right");
    free(page);
}

Test(demo_masking, a_constant_is_wrong_where_scores_are_below_it) {
    char *page = demo_page("masking");
    const char *scene = demo_after(page, "scores far below the constant\n");
    double first = 1 / (1 + exp(-1));
    assert_near(demo_number(scene, "left out", 2), 20 - 10 * first, 5.1e-5, "left out");
    assert_near(demo_number(scene, "add -1e6", 4), 0, 0, "padding alone");
    expect_verdict(scene, "add -1e6", "WRONG");
    expect_verdict(scene, "add -1e9", "right");
    free(page);
}

Test(demo_masking, constants_are_wrong_where_nothing_is_to_be_seen_or_padding_is_no_number) {
    static const char *const scenes[] = {"nothing to see: valid length 0\n",
                                         "padding that holds no number\n"};
    static const char *const rows[] = {"add -1e6", "add -1e9", "add -infinity"};
    char *page = demo_page("masking");
    for (size_t s = 0; s < 2; s++) {
        for (size_t r = 0; r < 3; r++)
            expect_verdict(demo_after(page, scenes[s]), rows[r], "WRONG");
    }
    assert_near(demo_number(demo_after(page, scenes[0]), "left out", 0), 0, 0, "nothing to see");
    assert_near(demo_number(demo_after(page, scenes[1]), "left out", 2), 12.6894, 0, "no number");
    free(page);
}
