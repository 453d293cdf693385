/* Attention over matrices: what must hold for any sizes, scores, heads and masks. */
#include "attention/cost.h"
#include "attention/head.h"
#include "support.h"
#include "support_attention.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS = 60 };

/* Calls `check` with trials of every score, 1 to 4 heads, all `parts` and some of the optional. */
static void over_trials(unsigned parts, unsigned optional, void (*check)(struct trial *trial)) {
    for (size_t s = 0; scores[s]; s++) {
        for (uint64_t seed = 0; seed < TRIALS; seed++) {
            struct trial trial;
            unsigned some = (unsigned)(seed * 37) & optional;
            trial_init(&trial, scores[s], 1 + seed % 4, parts | some, seed);
            check(&trial);
            trial_free(&trial);
        }
    }
}

static void check_weights(struct trial *trial) {
    struct layer_pass pass = trial_forward(trial);
    for (size_t row = 0; row < pass.a.rows; row++) {
        const double *a = matrix_row(&pass.a, row);
        size_t seen = attention_seen(&trial->layer.attention, row % trial->queries, trial->keys);
        double sum = 0;
        for (size_t j = 0; j < trial->keys; j++) {
            cr_assert(a[j] >= 0 && a[j] <= 1, "%g", a[j]);
            cr_assert(j < seen || a[j] == 0, "a masked key has the weight %g", a[j]);
            sum += a[j];
        }
        assert_near(sum, seen ? 1 : 0, seen ? 1e-12 : 0, "sum of the weights");
    }
    layer_pass_free(&pass);
}

Test(attention, weights_are_a_distribution_or_none) {
    over_trials(0, TRIAL_ALL, check_weights);
}

Test(attention, sees_the_keys_that_both_masks_leave) {
    size_t lengths[] = {3, 0, 2, 5};
    struct attention attention = {.is_causal = true, .valid_lengths = lengths};
    static const size_t both[] = {1, 0, 2, 4}, causal[] = {1, 2, 3, 4};
    for (size_t i = 0; i < 4; i++) {
        attention.valid_lengths = lengths;
        cr_expect_eq(attention_seen(&attention, i, 5), both[i]);
        attention.valid_lengths = NULL;
        cr_expect_eq(attention_seen(&attention, i, 5), causal[i]);
        cr_expect_eq(attention_seen(&attention, i, 2), i ? 2 : 1);
    }
    attention.is_causal = false;
    cr_expect_eq(attention_seen(&attention, 0, 5), 5);
}

/* The gradient of one input against central differences. */
static void check_slopes(const struct trial *trial, enum layer_input input,
                         const struct matrix *gradient) {
    const double eps = 1e-5;
    const struct matrix *X = trial->layer.inputs[input];
    cr_assert(gradient->rows == X->rows && gradient->columns == X->columns);
    for (size_t i = 0; i < X->rows * X->columns; i++) {
        double kept = X->x[i];
        X->x[i] = kept + eps;
        double up = trial_loss(trial);
        X->x[i] = kept - eps;
        double down = trial_loss(trial);
        X->x[i] = kept;
        assert_near(gradient->x[i], (up - down) / (2 * eps), 2e-7 * (1 + fabs(gradient->x[i])),
                    trial->layer.attention.score->name);
    }
}

static void check_gradients(struct trial *trial) {
    struct layer_pass pass = trial_forward(trial);
    struct matrix gradients[LAYER_INPUTS];
    trial_backward(trial, &pass, gradients);
    for (int i = 0; i < LAYER_INPUTS; i++) {
        if (!layer_is_self(&trial->layer) || i == LAYER_QUERY) {
            check_slopes(trial, (enum layer_input)i, &gradients[i]);
        } else {
            cr_assert_null(gradients[i].x);
        }
        matrix_free(&gradients[i]);
    }
    layer_pass_free(&pass);
}

Test(attention, gradients_agree_with_differences) {
    over_trials(0, TRIAL_ALL, check_gradients);
}

/* Also with every part at once: masks, projections, positions, dropout, one X. */
Test(attention, gradients_agree_with_differences_with_everything) {
    over_trials(TRIAL_ALL & ~TRIAL_SELF, 0, check_gradients);
    over_trials(TRIAL_ALL, 0, check_gradients);
}

/* q . k + c by one more column: a constant on all scores of a query changes nothing. */
Test(attention, ignores_a_constant_on_all_scores) {
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        struct trial trial;
        trial_init(&trial, &score_dot, 1, TRIAL_LENGTHS, seed);
        struct layer_pass pass = trial_forward(&trial);
        const struct matrix *q = trial.layer.inputs[LAYER_QUERY];
        const struct matrix *k = trial.layer.inputs[LAYER_KEY];
        struct matrix *wider_q = trial_matrix(&trial, q->rows, q->columns + 1, 0);
        struct matrix *wider_k = trial_matrix(&trial, k->rows, k->columns + 1, 0);
        for (size_t i = 0; i < q->rows; i++) {
            memcpy(matrix_row(wider_q, i), matrix_row(q, i), q->columns * sizeof(double));
            matrix_row(wider_q, i)[q->columns] = 512 * (double)i - 700;
        }
        for (size_t j = 0; j < k->rows; j++) {
            memcpy(matrix_row(wider_k, j), matrix_row(k, j), k->columns * sizeof(double));
            matrix_row(wider_k, j)[k->columns] = 1;
        }
        trial.layer.inputs[LAYER_QUERY] = wider_q;
        trial.layer.inputs[LAYER_KEY] = wider_k;
        struct layer_pass shifted = trial_forward(&trial);
        assert_close_matrix(&pass.a, &shifted.a, 1e-11, "weights");
        assert_close_matrix(&pass.output, &shifted.output, 1e-11, "output");
        layer_pass_free(&shifted);
        layer_pass_free(&pass);
        trial_free(&trial);
    }
}

static void rotate_rows(const struct matrix *x) {
    size_t row = x->columns * sizeof(double), rest = (x->rows - 1) * x->columns;
    double *first = malloc(row);
    cr_assert(first);
    memcpy(first, x->x, row);
    memmove(x->x, x->x + x->columns, rest * sizeof(double));
    memcpy(x->x + rest, first, row);
    free(first);
}

static void check_permutation(struct trial *trial) {
    struct layer_pass pass = trial_forward(trial);
    rotate_rows(trial->layer.inputs[LAYER_KEY]);
    rotate_rows(trial->layer.inputs[LAYER_VALUE]);
    struct layer_pass rotated = trial_forward(trial);
    for (size_t row = 0; row < pass.a.rows; row++) {
        for (size_t j = 0; j < trial->keys; j++) {
            assert_near(matrix_row(&rotated.a, row)[j],
                        matrix_row(&pass.a, row)[(j + 1) % trial->keys], 1e-12, "weight");
        }
    }
    assert_close_matrix(&pass.output, &rotated.output, 1e-12, "output");
    layer_pass_free(&rotated);
    layer_pass_free(&pass);
}

Test(attention, permuting_pairs_permutes_weights_and_leaves_the_output) {
    over_trials(0, TRIAL_PROJECTIONS, check_permutation);
}

/* The passes' results and gradients before and after `change`, which must be the same bits. */
static void assert_unchanged(struct trial *trial, void (*change)(struct trial *trial)) {
    struct layer_pass before = trial_forward(trial);
    struct matrix kept[LAYER_INPUTS], changed[LAYER_INPUTS];
    trial_backward(trial, &before, kept);
    change(trial);
    struct layer_pass after = trial_forward(trial);
    trial_backward(trial, &after, changed);
    assert_same(&before.a, &after.a, "weights");
    assert_same(&before.output, &after.output, "output");
    for (int i = 0; i < LAYER_INPUTS; i++) {
        assert_same(&kept[i], &changed[i], "gradient");
        matrix_free(&kept[i]);
        matrix_free(&changed[i]);
    }
    layer_pass_free(&before);
    layer_pass_free(&after);
}

/* Puts 1e300 in the keys and values that no query sees. */
static void spoil_unseen(struct trial *trial) {
    size_t most = 0;
    for (size_t i = 0; i < trial->queries; i++) {
        size_t seen = attention_seen(&trial->layer.attention, i, trial->keys);
        most = seen > most ? seen : most;
    }
    for (size_t j = most; j < trial->keys; j++) {
        for (int i = LAYER_KEY; i <= LAYER_VALUE; i++) {
            const struct matrix *x = trial->layer.inputs[i];
            for (size_t c = 0; c < x->columns; c++) matrix_row(x, j)[c] = c % 2 ? -1e300 : 1e300;
        }
    }
}

static void check_masked(struct trial *trial) {
    for (size_t i = 0; i < trial->queries; i++) trial->lengths[i] /= 2;
    assert_unchanged(trial, spoil_unseen);
}

Test(attention, what_is_masked_can_be_anything) {
    over_trials(TRIAL_LENGTHS, TRIAL_ALL & ~TRIAL_SELF, check_masked);
}

/* Each query's output is the same to the byte whatever stands in the keys after it. */
static void check_causal(struct trial *trial) {
    struct layer_pass before = trial_forward(trial);
    size_t width = before.output.columns * sizeof(double);
    for (size_t later = trial->keys; later-- > 1;) {
        for (int i = LAYER_KEY; i <= LAYER_VALUE; i++) {
            const struct matrix *x = trial->layer.inputs[i];
            for (size_t c = 0; c < x->columns; c++) matrix_row(x, later)[c] += 3;
        }
        struct layer_pass after = trial_forward(trial);
        for (size_t i = 0; i < trial->queries && i < later; i++) {
            cr_assert(!memcmp(matrix_row(&before.output, i), matrix_row(&after.output, i), width));
        }
        layer_pass_free(&after);
    }
    layer_pass_free(&before);
}

Test(attention, later_keys_do_not_reach_earlier_causal_outputs) {
    over_trials(TRIAL_CAUSAL, TRIAL_ALL, check_causal);
}

/* Makes the query in the middle something else, and asks for its output with all might. */
static void spoil_middle_query(struct trial *trial) {
    size_t middle = trial->queries / 2;
    const struct matrix *q = trial->layer.inputs[LAYER_QUERY], *d_output = trial->d_output;
    for (size_t c = 0; c < q->columns; c++) matrix_row(q, middle)[c] = -1e300;
    for (size_t c = 0; c < d_output->columns; c++) matrix_row(d_output, middle)[c] = 1e300;
}

/* The middle query sees no key: it gets zeros, and no other notices what it is. */
static void check_blind_query(struct trial *trial) {
    size_t blind = trial->queries / 2;
    struct matrix gradients[LAYER_INPUTS];
    for (size_t i = 0; i < trial->queries; i++) trial->lengths[i] = trial->keys;
    trial->lengths[blind] = 0;
    struct layer_pass pass = trial_forward(trial);
    trial_backward(trial, &pass, gradients);
    for (size_t c = 0; c < pass.output.columns; c++) {
        cr_assert(matrix_row(&pass.output, blind)[c] == 0, "output");
    }
    for (size_t c = 0; c < gradients[LAYER_QUERY].columns; c++) {
        cr_assert(matrix_row(&gradients[LAYER_QUERY], blind)[c] == 0, "gradient");
    }
    for (int i = 0; i < LAYER_INPUTS; i++) matrix_free(&gradients[i]);
    layer_pass_free(&pass);
    assert_unchanged(trial, spoil_middle_query);
}

Test(attention, a_query_without_keys_gives_zeros_and_harms_no_other) {
    over_trials(TRIAL_LENGTHS, TRIAL_PROJECTIONS | TRIAL_POSITIONS | TRIAL_DROPOUT,
                check_blind_query);
}

/* The weights of one query 1 over keys that are the scores themselves. */
static void weights_of(size_t n, double *s, double *a) {
    double one = 1, unused[8], o[1];
    struct matrix q = {1, 1, &one}, k = {n, 1, s}, v = {n, 1, s};
    struct matrix raw = {1, n, unused}, weights = {1, n, a}, output = {1, 1, o};
    struct attention attention = {.score = &score_scaled_dot, .heads = 1, .sharpness = 1};
    attention_forward(&attention, &q, &k, &v, &raw, &weights, &output);
}

Test(attention, extreme_scores_give_the_right_weights) {
    double a[3];
    weights_of(3, (double[]){1e5, -1e5, 1e5}, a);
    cr_expect(a[0] == 0.5 && a[1] == 0 && a[2] == 0.5);
    weights_of(2, (double[]){-20000, -20001}, a);
    assert_near(a[0], 1 / (1 + exp(-1)), 1e-15, "-20000");
    assert_near(a[1], 1 / (1 + exp(1)), 1e-15, "-20001");
    weights_of(2, (double[]){0, 800}, a);
    cr_expect(a[0] == 0 && a[1] == 1);
    weights_of(2, (double[]){-1.7e308, 1.7e308}, a);
    cr_expect(a[0] == 0 && a[1] == 1);
}

/* Head h alone on its own columns. */
static void check_heads(struct trial *trial) {
    const struct attention *all = &trial->layer.attention;
    struct layer_pass pass = trial_forward(trial);
    const struct matrix *q = &pass.rows[LAYER_QUERY], *k = &pass.rows[LAYER_KEY];
    const struct matrix *v = &pass.rows[LAYER_VALUE];
    size_t heads = trial->heads, d = q->columns / heads, d_v = v->columns / heads;
    for (size_t row = 0; row < pass.a.rows; row++) {
        size_t h = row / trial->queries, i = row % trial->queries;
        double s[8], a[8], o[8];
        struct head head = {.score = all->score,
                            .w = all->w ? all->w + h * d : NULL,
                            .n = trial->keys,
                            .d_q = d,
                            .d_k = k->columns / heads,
                            .d_v = d_v,
                            .k_stride = k->columns,
                            .v_stride = v->columns,
                            .sharpness = all->sharpness};
        head_forward(&head, matrix_row(q, i) + h * d, k->x + h * d, v->x + h * d_v, s, a, o);
        cr_assert(!memcmp(a, matrix_row(&pass.a, row), trial->keys * sizeof *a), "weights");
        cr_assert(!memcmp(s, matrix_row(&pass.s, row), trial->keys * sizeof *s), "scores");
        cr_assert(!memcmp(o, matrix_row(&pass.output, i) + h * d_v, d_v * sizeof *o), "output");
    }
    layer_pass_free(&pass);
}

Test(attention, each_head_has_its_own_columns) {
    over_trials(0, 0, check_heads);
}

static void check_sharpness(struct trial *trial) {
    trial->layer.attention.sharpness = 0;
    struct layer_pass flat = trial_forward(trial);
    for (size_t i = 0; i < flat.a.rows * flat.a.columns; i++) {
        assert_near(flat.a.x[i], 1 / (double)trial->keys, 1e-15, "sharpness 0");
    }
    trial->layer.attention.sharpness = 1;
    struct layer_pass plain = trial_forward(trial);
    trial->layer.attention.sharpness = 4;
    struct layer_pass sharp = trial_forward(trial);
    for (size_t i = 0; i < plain.s.rows * plain.s.columns; i++) {
        cr_assert(sharp.s.x[i] == 4 * plain.s.x[i]);
    }
    layer_pass_free(&flat);
    layer_pass_free(&plain);
    layer_pass_free(&sharp);
}

Test(attention, sharpness_multiplies_the_scores) {
    over_trials(0, TRIAL_PROJECTIONS, check_sharpness);
}

/* o = sum_j a_j keep_j v_j; the weights stay as they are. */
static void check_dropout(struct trial *trial) {
    struct layer_pass pass = trial_forward(trial);
    const struct matrix *v = &pass.rows[LAYER_VALUE];
    size_t d_v = v->columns / trial->heads;
    for (size_t i = 0; i < trial->queries; i++) {
        for (size_t c = 0; c < v->columns; c++) {
            size_t row = c / d_v * trial->queries + i;
            double o = 0;
            for (size_t j = 0; j < trial->keys; j++) {
                o += matrix_row(&pass.a, row)[j] * trial->keep[row * trial->keys + j] *
                     matrix_row(v, j)[c];
            }
            assert_near(matrix_row(&pass.output, i)[c], o, 1e-12, "output");
        }
    }
    layer_pass_free(&pass);
}

Test(attention, dropout_multiplies_the_weights_in_the_output) {
    over_trials(TRIAL_DROPOUT, 0, check_dropout);
    over_trials(TRIAL_DROPOUT, 0, check_weights);
}

Test(attention, numbers_that_become_too_large_are_named) {
    struct trial trial;
    struct layer_pass pass;
    struct matrix gradients[LAYER_INPUTS];
    struct error error;
    trial_init(&trial, &score_dot, 2, TRIAL_SELF, 4);
    trial.layer.inputs[LAYER_QUERY]->x[0] = 1e200;
    cr_assert_not(layer_forward(&trial.layer, &pass, &error));
    cr_expect(strstr(error.message, "the score of query 1 and key 1 in head 1 is not finite"), "%s",
              error.message);
    layer_pass_free(&pass);
    trial_free(&trial);

    trial_init(&trial, &score_distance, 1, 0, 4);
    pass = trial_forward(&trial);
    for (size_t i = 0; i < trial.d_output->rows * trial.d_output->columns; i++) {
        trial.d_output->x[i] = i % 2 ? 1e308 : -1e308;
    }
    cr_assert_not(layer_backward(&trial.layer, &pass, trial.d_output, gradients, &error));
    cr_expect(strstr(error.message, "the gradient of the "), "%s", error.message);
    for (int i = 0; i < LAYER_INPUTS; i++) matrix_free(&gradients[i]);
    layer_pass_free(&pass);
    trial_free(&trial);
}

Test(attention, costs_of_heads_add_up) {
    for (uint64_t heads = 1; heads <= 64; heads *= 2) {
        struct attention_cost cost = attention_cost(100, 64, heads);
        cr_expect_eq(cost.scores, 100 * 100 * 64);
        cr_expect_eq(cost.head * heads, cost.scores);
        cr_expect_eq(cost.projection, 100 * 64 * 64);
        cr_expect_eq(cost.parameters, 4 * 64 * 64);
    }
}
