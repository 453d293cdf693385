/* Softmax, its Jacobian, scores and one head. */
#include "attention/head.h"
#include "attention/softmax.h"
#include "base/random.h"
#include "support.h"

#include <math.h>
#include <string.h>

enum { MOST = 40 };

static void fill(double *x, size_t n, uint64_t seed, double size) {
    for (size_t i = 0; i < n; i++) x[i] = size * random_normal(random_key(seed, 7), i);
}

Test(softmax, is_a_distribution_and_ignores_a_constant) {
    for (size_t n = 1; n <= MOST; n++) {
        double s[MOST], a[MOST], shifted[MOST], sum = 0;
        fill(s, n, n, 5);
        softmax_forward(n, s, a);
        for (size_t i = 0; i < n; i++) sum += a[i];
        assert_near(sum, 1, 1e-12, "sum");
        for (size_t i = 0; i < n; i++) s[i] += 512;
        softmax_forward(n, s, shifted);
        for (size_t i = 0; i < n; i++) {
            cr_assert(a[i] >= 0 && a[i] <= 1);
            assert_near(a[i], shifted[i], 1e-12, "shifted");
        }
    }
}

Test(softmax, is_right_for_extreme_scores) {
    double a[2];
    softmax_forward(2, (double[]){-20000, -20001}, a);
    assert_near(a[0], 1 / (1 + exp(-1)), 1e-15, "-20000, -20001");
    softmax_forward(2, (double[]){0, 800}, a);
    cr_assert(a[0] == 0 && a[1] == 1, "0, 800");
    softmax_forward(2, (double[]){1e5, -1e5}, a);
    cr_assert(a[0] == 1 && a[1] == 0, "+-1e5");
    assert_near(softmax_loss(2, (double[]){-20000, -20000}, 0), log(2), 1e-15, "equal");
    assert_near(softmax_loss(2, (double[]){0, 800}, 0), 800, 0, "wrong by 800");
    assert_near(softmax_loss(2, (double[]){0, -50}, 0) / exp(-50), 1, 1e-15, "next to nothing");
    assert_near(softmax_loss(2, (double[]){1e300, 1e300}, 1), log(2), 1e-15, "huge and equal");
}

Test(softmax, gap_of_4_898_gives_0_9640) {
    double a[6];
    softmax_forward(6, (double[]){4.898, 0, 0, 0, 0, 0}, a);
    assert_near(a[0], 0.9640, 5e-5, "weight");
    assert_near(a[0] / a[1], 134, 0.5, "ratio");
}

/* ds_j = sum_i da_i a_i ([i=j] - a_j), written out and by the rows of the Jacobian. */
Test(softmax, backward_is_the_jacobian) {
    for (size_t n = 1; n <= MOST; n++) {
        double s[MOST], a[MOST], da[MOST], ds[MOST], row[MOST];
        fill(s, n, n, 2);
        fill(da, n, n + 100, 1);
        softmax_forward(n, s, a);
        softmax_backward(n, a, da, ds);
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            double by_rows = 0;
            softmax_jacobian_row(n, a, j, row);
            for (size_t i = 0; i < n; i++) sum += da[i] * a[i] * ((i == j) - a[j]);
            for (size_t i = 0; i < n; i++) by_rows += da[i] * row[i];
            assert_near(ds[j], sum, 1e-14, "ds");
            assert_near(by_rows, sum, 1e-14, "by the Jacobian's row");
        }
    }
}

Test(softmax, backward_agrees_with_differences_and_the_broken_one_does_not) {
    double s[6], a[6], da[6], ds[6], broken[6], worst = 0;
    fill(s, 6, 1, 1);
    fill(da, 6, 2, 1);
    softmax_forward(6, s, a);
    softmax_backward(6, a, da, ds);
    softmax_backward_broken(6, a, da, broken);
    for (size_t j = 0; j < 6; j++) {
        double up[6], down[6], slope = 0, kept = s[j];
        s[j] = kept + 1e-6;
        softmax_forward(6, s, up);
        s[j] = kept - 1e-6;
        softmax_forward(6, s, down);
        s[j] = kept;
        for (size_t i = 0; i < 6; i++) slope += da[i] * (up[i] - down[i]) / 2e-6;
        assert_near(ds[j], slope, 1e-9, "slope");
        worst = fmax(worst, fabs(broken[j] - slope));
    }
    cr_assert(worst > 1e-3, "the broken derivative is off by %g only", worst);
}

Test(score, dot_and_scaled_dot) {
    double q[] = {2, 1}, k[] = {-1, 3};
    assert_near(score_dot.forward(2, 2, q, k, NULL), 1, 0, "dot");
    assert_near(score_scaled_dot.forward(2, 2, q, k, NULL), 1 / sqrt(2), 1e-15, "scaled dot");
}

Test(score, distance_is_dot_where_the_keys_have_one_norm) {
    double q[] = {0.3, -2}, k[] = {3, 4}, other[] = {-5, 0};
    assert_near(score_distance.forward(2, 2, q, k, NULL), -(2.7 * 2.7 + 36) / 2, 1e-14, "distance");
    assert_near(score_distance.forward(2, 2, q, k, NULL) -
                    score_distance.forward(2, 2, q, other, NULL),
                score_dot.forward(2, 2, q, k, NULL) - score_dot.forward(2, 2, q, other, NULL),
                1e-14, "differences");
}

Test(score, additive_and_bilinear) {
    double q[] = {2, 1}, k[] = {-1, 3}, w[] = {0.5, -2};
    double longer[] = {-1, 3, 2}, M[] = {1, 2, 3, 4, 5, 6};
    assert_near(score_additive.forward(2, 2, q, k, w), 0.5 * tanh(1) - 2 * tanh(4), 1e-15,
                "additive");
    assert_near(score_bilinear.forward(2, 3, q, longer, M), 2 * (-1 + 6 + 6) + (-4 + 15 + 12), 0,
                "bilinear");
}

Test(score, backward_adds_and_agrees_with_differences) {
    for (size_t n = 0; scores[n]; n++) {
        const struct score *score = scores[n];
        enum { Q = 5, MOST_NUMBERS = 64 };
        size_t d_k = score->parameter == SCORE_MATRIX ? 7 : Q, w = Q + d_k;
        size_t count = w + score_parameter_size(score, Q, d_k);
        double x[MOST_NUMBERS], dx[MOST_NUMBERS], h = 1e-5;
        cr_assert(score_find(score->name) == score);
        fill(x, count, n, 1);
        for (size_t i = 0; i < count; i++) dx[i] = 1;
        score->backward(Q, d_k, x, x + Q, x + w, 0.7, dx, dx + Q, dx + w);
        for (size_t i = 0; i < count; i++) {
            double kept = x[i];
            x[i] = kept + h;
            double up = score->forward(Q, d_k, x, x + Q, x + w);
            x[i] = kept - h;
            double down = score->forward(Q, d_k, x, x + Q, x + w);
            x[i] = kept;
            assert_near(dx[i], 1 + 0.7 * (up - down) / (2 * h), 1e-9, score->name);
        }
    }
    cr_assert(!score_find("scaled"));
}

/* The soft dictionary: q = (2,1), keys (1,0) (0,1) (-1,0), values 10 20 30. */
Test(head, soft_dictionary) {
    double q[] = {2, 1}, k[] = {1, 0, 0, 1, -1, 0}, v[] = {10, 0, 20, 0, 30, 0}, s[3], a[3], o[2];
    struct head head = head_of_rows(&score_scaled_dot, 3, 2, 2);
    head_forward(&head, q, k, v, s, a, o);
    assert_near(s[0], 1.414214, 5e-7, "score");
    assert_near(s[1], 0.707107, 5e-7, "score");
    assert_near(s[2], -1.414214, 5e-7, "score");
    assert_near(a[0], 0.644257, 5e-7, "weight");
    assert_near(a[1], 0.317663, 5e-7, "weight");
    assert_near(a[2], 0.038079, 5e-7, "weight");
    assert_near(o[0], 13.938218, 5e-7, "result");
}

/* sum_j g_j o_j of a head, at x = q[3], k[4][3], v[4][3]. */
static double mixed(const struct head *head, const double *x, const double *g) {
    double s[4], a[4], o[3];
    head_forward(head, x, x + 3, x + 15, s, a, o);
    return g[0] * o[0] + g[1] * o[1] + g[2] * o[2];
}

Test(head, backward_agrees_with_differences_also_with_dropout) {
    static const double keep[] = {2, 0, 1.25, 0.5};
    for (int dropout = 0; dropout < 2; dropout++) {
        struct head head = head_of_rows(&score_scaled_dot, 4, 3, 3);
        head.sharpness = 1.5;
        head.keep = dropout ? keep : NULL;
        double x[27], dx[27] = {0}, g[3], s[4], a[4], o[3], da[4], ds[4];
        fill(x, 27, 8, 1);
        fill(g, 3, 9, 1);
        head_forward(&head, x, x + 3, x + 15, s, a, o);
        struct head_gradient gradient = {g, da, ds, dx, dx + 3, dx + 15, NULL};
        head_backward(&head, x, x + 3, x + 15, a, &gradient);
        for (size_t i = 0; i < 27; i++) {
            double kept = x[i];
            x[i] = kept + 1e-5;
            double up = mixed(&head, x, g);
            x[i] = kept - 1e-5;
            double down = mixed(&head, x, g);
            x[i] = kept;
            assert_near(dx[i], (up - down) / 2e-5, 1e-9, dropout ? "dropout" : "no dropout");
        }
    }
}
