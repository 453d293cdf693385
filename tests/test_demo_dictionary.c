/* The lesson dictionary. */
#include "support.h"
#include "support_demo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

Test(demo_dictionary, has_the_numbers_of_the_soft_dictionary) {
    static const struct {
        const char *key;
        double score, weight;
    } rows[] = {{"( 1, 0)", 1.414214, 0.644257},
                {"( 0, 1)", 0.707107, 0.317663},
                {"(-1, 0)", -1.414214, 0.038079}};
    char *page = demo_page("dictionary");
    for (size_t i = 0; i < 3; i++) {
        assert_near(demo_number(page, rows[i].key, 1), rows[i].score, 1e-9, rows[i].key);
        assert_near(demo_number(page, rows[i].key, 2), rows[i].weight, 1e-9, rows[i].key);
    }
    assert_near(demo_number(page, "the answer", 0), 13.938218, 1e-9, "the answer");
    free(page);
}

Test(demo_dictionary, becomes_a_hard_one) {
    char *page = demo_page("dictionary");
    assert_near(demo_number(page, "0 ", 3), 20, 0, "sharpness 0 is the average");
    assert_near(demo_number(page, "1 ", 3), 13.938218, 1e-9, "sharpness 1");
    assert_near(demo_number(page, "64 ", 3), 10, 0, "sharpness 64 is the best key's value");
    free(page);
}

Test(demo_dictionary, answers_another_query) {
    char *page = demo_page("dictionary --query=-3,0.5");
    double s[] = {-3 / sqrt(2), 0.5 / sqrt(2), 3 / sqrt(2)};
    double sum = exp(s[0]) + exp(s[1]) + exp(s[2]);
    assert_near(demo_number(page, "(-1, 0)", 2), exp(s[2]) / sum, 1e-6, "weight");
    assert_near(demo_number(page, "64 ", 3), 30, 0, "the hard answer");
    free(page);
}

Test(demo_dictionary, refuses_what_is_no_query) {
    static const char *const commands[] = {"1", "1,2,3", "1,", "1,x", ",", "1;2", "1,1e9"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[64];
        snprintf(command, sizeof command, "attnlearn demo dictionary --query '%s'", commands[i]);
        assert_refused(2, "--query: ", command);
    }
}
