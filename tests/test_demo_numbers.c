/* The lessons gap, saturation, jacobian, scores and floors: their numbers, read from the pages. */
#include "model/initialise.h"
#include "model/kind.h"
#include "model/pass.h"
#include "support.h"
#include "support_demo.h"
#include "task/floor.h"
#include "train/gap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- gap --------------------------------------------------------------------------------------- */

Test(demo_gap, has_the_weight_of_the_gap) {
    char *page = demo_page("gap");
    assert_near(demo_number(page, "4.898", 0), 134.0, 0.05, "e^D");
    assert_near(demo_number(page, "4.898", 1), 0.9640, 5e-5, "weight");
    assert_near(demo_number(page, "4.898", 3), 134.0, 0.05, "times each other's");
    for (int gap = 0; gap <= 6; gap++) {
        char start[16];
        snprintf(start, sizeof start, "%d.000", gap);
        double e = exp(gap);
        assert_near(demo_number(page, start, 1), e / (e + 5), 6e-7, "weight");
        assert_near(demo_number(page, start, 2), 1 / (e + 5), 6e-7, "each other");
    }
    free(page);
}

Test(demo_gap, takes_a_gap_and_a_number_of_pairs) {
    char *page = demo_page("gap --gap 2.5 --pairs 4");
    assert_near(demo_number(page, "2.500", 1), exp(2.5) / (exp(2.5) + 3), 6e-7, "weight");
    free(page);
    page = demo_page("gap --gap 700 --pairs 2");
    assert_near(demo_number(page, "700.000", 1), 1, 0, "weight of a huge gap");
    free(page);
    assert_refused(2, "--pairs must be from 2 to 26", "attnlearn demo gap --pairs 1");
    assert_refused(2, "--pairs must be from 2 to 26", "attnlearn demo gap --pairs 27");
    assert_refused(2, "--gap", "attnlearn demo gap --gap=-1");
}

/* Field `column` of the last line of a CSV text. */
static double last_field(const char *text, int column) {
    const char *line = text + strlen(text) - 1;
    while (line > text && line[-1] != '\n') line--;
    for (; column > 0; column--) line = strchr(line, ',') + 1;
    return strtod(line, NULL);
}

/* The trained model is that of `train`, whose curves have its weight. */
Test(demo_gap, measures_the_trained_model) {
    for (int seed = 1; seed <= 2; seed++) {
        char *page = demo_page("gap --seed %d", seed);
        struct outcome curves = run("attnlearn train --model attention --seed %d --eval-every 2000 "
                                    "--quiet --csv -",
                                    seed);
        double weight = demo_number(page, "mean weight, measured", 0);
        double gap = demo_number(page, "mean gap to the others' mean", 0);
        assert_near(weight, last_field(curves.out, 8), 1e-4, "mean weight");
        assert_near(demo_number(page, "loss", 0), last_field(curves.out, 6), 1e-6, "loss");
        assert_near(demo_number(page, "the formula's weight at it", 0), exp(gap) / (exp(gap) + 5),
                    1e-4, "the formula");
        cr_expect(weight > 0.9 && weight < 1 && gap > 4 && gap < 6, "%g %g", weight, gap);
        outcome_free(&curves);
        free(page);
    }
}

/* D = (n s_asked - sum of s) / (n-1), the mean over examples and heads. */
Test(gap, is_that_of_the_scores) {
    struct error error;
    struct model model = {.kind = &model_attention,
                          .score = &score_distance,
                          .task = {6, 2, 8, 10},
                          .width = 16,
                          .heads = 2};
    enum { EXAMPLES = 40 };
    model.hidden = 1;
    cr_assert(model_init(&model, &error), "%s", error.message);
    double *weights = calloc(model.parameter_count, sizeof *weights), sum = 0, weight = 0;
    struct source *source = source_stream(&model.task, 3, STREAM_TRAIN, &error);
    struct pass pass;
    struct gap gap;
    cr_assert(weights && source && pass_init(&pass, &model, &error));
    initialise(&model, initialisation_find("normal"), 1, weights);
    for (uint64_t t = 0; t < EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        pass_forward(&pass, weights, example);
        for (size_t h = 0; h < 2; h++) {
            double n = (double)example->count, all = 0;
            for (size_t i = 0; i < example->count; i++) all += pass.s[h * 6 + i];
            sum += (n * pass.s[h * 6 + example->query] - all) / (n - 1) / 2;
            weight += pass.a[h * 6 + example->query] / 2;
        }
    }
    cr_assert(gap_measure(&model, weights, source, EXAMPLES, &gap, &error));
    assert_near(gap.score, sum / EXAMPLES, 1e-12, "score");
    assert_near(gap.weight, weight / EXAMPLES, 1e-12, "weight");
    pass_free(&pass);
    source_free(source);
    free(weights);
}

/* --- saturation -------------------------------------------------------------------------------- */

static void expect_jacobian(const char *page, const double *a, size_t n, double tolerance) {
    for (size_t i = 0; i < n; i++) {
        char start[32];
        double sum = 0;
        snprintf(start, sizeof start, "da_%zu ", i + 1);
        for (size_t j = 0; j < n; j++) {
            double entry = demo_number(page, start, j);
            assert_near(entry, i == j ? a[i] - a[i] * a[i] : -a[i] * a[j], tolerance, start);
            sum += entry;
        }
        assert_near(sum, 0, 3e-6, "the sum of a row");
    }
}

Test(demo_saturation, has_the_jacobian_and_what_is_left) {
    char *page = demo_page("saturation");
    const double a[] = {0.7, 0.2, 0.06, 0.04};
    expect_jacobian(page, a, 4, 6e-7);
    assert_near(demo_number(page, "0.9640", 0), 0.964 * 0.036, 6e-7, "a (1-a)");
    assert_near(demo_number(page, "0.9640", 1), 400 * 0.964 * 0.036, 6e-3, "of 1/4");
    double largest = 0.49 / (0.49 + 0.04 + 0.0036 + 0.0016);
    assert_near(demo_number(page, "2 ", 0), largest, 6e-7, "sharper");
    assert_near(demo_number(page, "2 ", 1), largest * (1 - largest), 6e-6, "sharper");
    free(page);
    const double sure[] = {1, 0};
    page = demo_page("saturation --weights 1,0");
    expect_jacobian(page, sure, 2, 0);
    assert_near(demo_number(page, "32 ", 1), 0, 0, "nothing is left");
    free(page);
    assert_refused(2, "the sum of the weights is 0.9, but must be 1",
                   "attnlearn demo saturation --weights 0.5,0.4");
    assert_refused(2, "--weights: ", "attnlearn demo saturation --weights 1.5,-0.5");
    assert_refused(2, "is not 2 to 6 numbers", "attnlearn demo saturation --weights 1");
    assert_refused(2, "is not 2 to 6 numbers", "attnlearn demo saturation --weights 1,0,0,0,0,0,0");
}

/* --- jacobian ---------------------------------------------------------------------------------- */

static void softmax(const double *s, size_t n, double *a) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += exp(s[i]);
    for (size_t i = 0; i < n; i++) a[i] = exp(s[i]) / sum;
}

Test(demo_jacobian, agrees_by_hand_and_by_differences) {
    char *page = demo_page("jacobian");
    double s[] = {1.5, 0.5, 0, -1}, a[4], wrong = 0;
    softmax(s, 4, a);
    expect_jacobian(strstr(page, "by the formula"), a, 4, 6e-7);
    expect_jacobian(strstr(page, "by differences:"), a, 4, 6e-7);
    double found = demo_number(page, "largest difference of two entries, h =", 1);
    cr_expect(found > 0 && found < 1e-10, "%g", found);
    for (size_t i = 0; i < 4; i++) wrong = fmax(wrong, a[i] * a[i]);
    assert_near(demo_number(page, "a wrong formula, da_i/ds_i = a_i and 0 elsewhere:", 0), wrong,
                1e-4, "wrong");
    double far = demo_number(page, "1e-01", 0), near = demo_number(page, "1e-02", 0);
    assert_near(far / near, 100, 1, "the error falls like h^2");
    cr_expect(demo_number(page, "1e-12", 0) > 100 * demo_number(page, "1e-05", 0));
    free(page);
    assert_refused(2, "--eps: it must be from 1e-12 to 1", "attnlearn demo jacobian --eps 0");
    assert_refused(2, "--scores: ", "attnlearn demo jacobian --scores 1,x");
}

/* --- scores ------------------------------------------------------------------------------------ */

static void expect_weights(const char *page, const char *name, const double *s) {
    double a[4];
    const char *weights = strstr(page, "weights a_i");
    softmax(s, 4, a);
    for (size_t i = 0; i < 4; i++) {
        assert_near(demo_number(page, name, i), s[i], 6e-7, name);
        assert_near(demo_number(weights, name, i), a[i], 6e-7, name);
    }
}

static void expect_scores(const char *page, const double keys[4][2], double q0, double q1) {
    double s[5][4];
    static const char *const names[] = {"scaled-dot ", "dot ", "additive ", "bilinear ",
                                        "distance "};
    for (size_t i = 0; i < 4; i++) {
        double k0 = keys[i][0], k1 = keys[i][1];
        s[1][i] = q0 * k0 + q1 * k1;
        s[0][i] = s[1][i] / sqrt(2);
        s[2][i] = tanh(q0 + k0) + tanh(q1 + k1);
        s[3][i] = q0 * (k0 + k1) + q1 * k1;
        s[4][i] = -(pow(q0 - k0, 2) + pow(q1 - k1, 2)) / 2;
    }
    for (size_t r = 0; r < 5; r++) expect_weights(page, names[r], s[r]);
}

Test(demo_scores, has_all_five_and_distance_equals_dot_for_keys_of_one_norm) {
    static const double equal[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0.8, 0.6}};
    static const double unequal[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {2.4, 1.8}};
    static const double queries[][2] = {{2, 1}, {-3, 0.5}};
    for (size_t i = 0; i < 2; i++) {
        char *page = demo_page("scores --query=%g,%g", queries[i][0], queries[i][1]);
        const char *numbers = strstr(page, "scores s_i of");
        expect_scores(numbers, equal, queries[i][0], queries[i][1]);
        expect_scores(strstr(page, "three times as long:"), unequal, queries[i][0], queries[i][1]);
        const char *last = strstr(page, "largest difference between");
        cr_expect(demo_number(last, "keys of one length", 0) < 1e-15);
        cr_expect(demo_number(last, "one of them longer", 0) > (i == 0 ? 0.01 : 1e-7));
        free(page);
    }
}

/* --- floors ------------------------------------------------------------------------------------ */

Test(demo_floors, has_the_floors) {
    char *page = demo_page("floors");
    assert_near(demo_number(page, "chance, ln 10", 0), 2.302585, 1e-9, "chance");
    assert_near(demo_number(page, "average floor", 0), 1.689340, 1e-9, "average");
    assert_near(demo_number(page, "average floor", 1), 1.3815, 1e-9, "alpha");
    assert_near(demo_number(page, "blind floor", 0), 1.472313, 1e-9, "blind");
    assert_near(demo_number(page, "0.0000", 0), 2.302585, 1e-9, "alpha = 0 is chance");
    assert_near(demo_number(page, "1.3815", 0), 1.689340, 1e-9, "the best alpha");
    assert_near(demo_number(page, "1.3815", 1), 0, 0, "above the floor");
    double e = exp(1.3815), sum = e * e + 4 * e + 5;
    assert_near(demo_number(page, "2 ", 1), e * e / sum, 1e-5, "a digit in two pairs");
    assert_near(demo_number(page, "0 ", 1), 1 / sum, 1e-5, "a digit in none");
    double trained =
        demo_number(page, "average trained now (seed 1, 2000 steps), on 2048 examples:", 0);
    assert_near(trained, 1.689340, 0.02, "a trained average");
    free(page);
    page = demo_page("floors --pairs 8 --digits 10");
    assert_near(demo_number(page, "average floor", 0), 1.827399, 1e-9, "average of 8");
    assert_near(demo_number(page, "blind floor", 0), 1.649096, 1e-9, "blind of 8");
    free(page);
    assert_refused(2, "--pairs must be from 3 to 26", "attnlearn demo floors --pairs 2");
    assert_refused(2, "--digits must be from 2 to 17", "attnlearn demo floors --digits 18");
}

/* Against the definition: E over all digits of 4 pairs of 3. */
Test(floor, of_averaging_at_one_b) {
    struct error error;
    for (double b = 0; b <= 12; b += 1.5) {
        double expected = 0, loss;
        for (int t = 0; t < 81; t++) {
            int counts[3] = {0}, answer = t % 3;
            double sum = 0;
            for (int i = 0, rest = t; i < 4; i++, rest /= 3) counts[rest % 3]++;
            for (int c = 0; c < 3; c++) sum += exp(b * counts[c] / 4);
            expected += (log(sum) - b * counts[answer] / 4) / 81;
        }
        cr_assert(floor_average_at(4, 4, 3, b, &loss, &error), "%s", error.message);
        assert_near(loss, expected, 1e-12, "loss");
    }
}
