/* The lesson causal. */
#include "support.h"
#include "support_demo.h"

#include <stdlib.h>
#include <string.h>

/* The two numbers in the brackets of a row stand after `skip` weights. */
static void expect_output(const char *table, const char *row, size_t skip, double x, double y) {
    assert_near(demo_number(table, row, skip), x, 0.0051, row);
    assert_near(demo_number(table, row, skip + 1), y, 0.0051, row);
}

Test(demo_causal, has_the_outputs_of_the_worked_example) {
    char *page = demo_page("causal");
    const char *all = demo_after(page, "Every query sees all keys");
    const char *causal = demo_after(page, "\n  Causal:");
    expect_output(all, "1 ", 3, 6.02, 3.98);
    expect_output(all, "2 ", 3, 3.98, 6.02);
    expect_output(all, "3 ", 3, 5, 5);
    expect_output(causal, "1 ", 1, 10, 0);
    expect_output(causal, "2 ", 2, 3.30, 6.70);
    expect_output(causal, "3 ", 3, 5, 5);
    free(page);
}

Test(demo_causal, later_places_change_no_earlier_output) {
    char *page = demo_page("causal");
    const char *change = demo_after(page, "Key 3 becomes");
    for (size_t i = 0; i < 2; i++) {
        change = strchr(demo_after(change, "output "), '\n');
        cr_expect(strncmp(change - 7, "changed", 7) == 0, "%s", page);
    }
    for (size_t i = 0; i < 2; i++) {
        change = strchr(demo_after(change, "output "), '\n');
        cr_expect(strncmp(change - 20, "the same to the byte", 20) == 0, "%s", page);
    }
    free(page);
}
