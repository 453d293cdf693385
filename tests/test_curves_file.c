/* The curves that `train` writes, as those who read them need them. */
#include "base/text.h"
#include "support.h"
#include "support_curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(curves, have_a_row_for_each_model_at_each_evaluation) {
    static const char *const steps[] = {"0", "10", "20", "25"};
    static const char *const models[] = {"mlp", "attention", "average"};
    struct curves curves = train_curves("--model mlp,attention,average --steps 25 --eval-every 10");
    cr_assert_eq(curves.count, 12);
    for (size_t i = 0; i < curves.count; i++) {
        cr_expect_str_eq(curves.rows[i][STEP], steps[i / 3], "row %zu", i);
        cr_expect_str_eq(curves.rows[i][MODEL], models[i % 3], "row %zu", i);
        cr_expect_str_eq(curves.rows[i][SEED], "1");
        cr_expect_eq(cell_number(&curves, i, EXAMPLES), 64 * cell_number(&curves, i, STEP));
    }
    curves_free(&curves);
}

Test(curves, end_with_the_last_step_and_begin_with_the_first) {
    static const struct {
        const char *options;
        size_t rows;
    } runs[] = {
        {"--steps 0", 1},
        {"--steps 1", 2},
        {"--steps 20 --eval-every 20", 2},
        {"--steps 21 --eval-every 20", 3},
        {"--steps 5 --eval-every 1000000000000", 2},
        {"--steps 120 --eval-every 60 --batch 1", 3},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        char options[128];
        snprintf(options, sizeof options, "--model average %s", runs[i].options);
        struct curves curves = train_curves(options);
        cr_expect_eq(curves.count, runs[i].rows, "%s: %zu rows", options, curves.count);
        cr_expect_str_eq(curves.rows[0][STEP], "0");
        curves_free(&curves);
    }
}

static void expect_empty(const struct curves *curves, size_t row, enum curve_column column,
                         bool empty) {
    cr_expect_eq(!*curves->rows[row][column], empty, "row %zu, column %d: '%s'", row, (int)column,
                 curves->rows[row][column]);
}

Test(curves, leave_empty_what_is_not_measured) {
    struct curves curves = train_curves("--model attention,average,mlp --steps 3 --eval-every 2");
    for (size_t i = 0; i < curves.count; i++) {
        bool first = strcmp(curves.rows[i][STEP], "0") == 0;
        bool attention = strcmp(curves.rows[i][MODEL], "attention") == 0;
        bool mlp = strcmp(curves.rows[i][MODEL], "mlp") == 0;
        expect_empty(&curves, i, SCORE, !attention);
        expect_empty(&curves, i, TRAIN_LOSS, first);
        expect_empty(&curves, i, GRAD_NORM, first);
        expect_empty(&curves, i, LEARNING_RATE, first);
        expect_empty(&curves, i, ANSWER_WEIGHT, mlp);
        expect_empty(&curves, i, ATTENTION_ENTROPY, mlp);
        expect_empty(&curves, i, EVAL_LOSS, false);
        expect_empty(&curves, i, EVAL_ACCURACY, false);
    }
    curves_free(&curves);
}

/* The cell is the shortest text of a float, so that reading and writing it again changes nothing.
 */
static void expect_round_trip(const char *cell) {
    struct text again = {0};
    if (!*cell) return;
    text_float(&again, strtof(cell, NULL));
    cr_expect_str_eq(cell, again.data);
    cr_expect(strlen(cell) <= 15, "%s", cell);
    text_free(&again);
}

Test(curves, floats_round_trip) {
    struct curves curves = train_curves("--steps 30 --eval-every 3 --schedule cosine --warmup 5");
    for (size_t i = 0; i < curves.count; i++) {
        for (int c = TRAIN_LOSS; c < COLUMN_COUNT; c++) expect_round_trip(curves.rows[i][c]);
    }
    curves_free(&curves);
}

/* 9 digits where a float needs them: of ln 10 and the floors of the default task. */
Test(curves, floats_are_not_cut) {
    struct curves curves = train_curves("--model average --steps 0");
    cr_expect_str_eq(curves.rows[0][UNIFORM_LOSS], "2.3025851");
    cr_expect_str_eq(curves.rows[0][AVERAGE_FLOOR], "1.6893396");
    cr_expect_str_eq(curves.rows[0][BLIND_FLOOR], "1.4723126");
    curves_free(&curves);
}

Test(curves, train_loss_is_the_mean_since_the_last_row) {
    struct curves each = train_curves("--model attention --steps 10 --eval-every 1");
    struct curves fives = train_curves("--model attention --steps 10 --eval-every 5");
    for (size_t block = 0; block < 2; block++) {
        double sum = 0;
        for (size_t i = 1; i <= 5; i++) sum += cell_number(&each, 5 * block + i, TRAIN_LOSS);
        assert_near(cell_number(&fives, block + 1, TRAIN_LOSS), sum / 5, 1e-6, "mean of five");
    }
    curves_free(&each);
    curves_free(&fives);
}

Test(curves, hold_the_floors_of_the_task) {
    static const char task[] = "--pairs 5 --min-pairs 3 --digits 7";
    char options[96];
    snprintf(options, sizeof options, "--model average --steps 0 %s", task);
    struct curves curves = train_curves(options);
    struct outcome floor = run("attnlearn floor --json %s", task);
    double chance = json_number(floor.out, "uniform_loss");
    assert_near(cell_number(&curves, 0, UNIFORM_LOSS), chance, 1e-6, "chance");
    assert_near(cell_number(&curves, 0, AVERAGE_FLOOR), json_number(floor.out, "average_floor"),
                1e-6, "average floor");
    assert_near(cell_number(&curves, 0, BLIND_FLOOR), json_number(floor.out, "blind_floor"), 1e-6,
                "blind floor");
    outcome_free(&floor);
    curves_free(&curves);
}

Test(curves, show_the_learning_rate_of_the_schedule) {
    struct curves curves = train_curves(
        "--model average --lr 0.5 --warmup 4 --steps 8 --schedule constant --eval-every 1");
    cr_assert_eq(curves.count, 9);
    assert_near(cell_number(&curves, 1, LEARNING_RATE), 0.125, 1e-6, "the first of four");
    assert_near(cell_number(&curves, 4, LEARNING_RATE), 0.5, 1e-6, "after the warm-up");
    assert_near(cell_number(&curves, 8, LEARNING_RATE), 0.5, 1e-6, "at the end");
    curves_free(&curves);
}

/* The row of the last evaluation is what `eval` says of the saved model. */
Test(curves, agree_with_eval) {
    static const char *const names[] = {"loss", "accuracy", "answer_weight", "attention_entropy"};
    struct curves curves =
        train_curves("--model attention --steps 150 --eval-every 150 --save $T/m");
    struct outcome eval = run("attnlearn eval $T/m --examples 100 --seed 1 --json");
    for (int i = 0; i < 4; i++) {
        double row = cell_number(&curves, 1, (enum curve_column)(EVAL_LOSS + i));
        assert_near(row, json_number(eval.out, names[i]), 1e-5, names[i]);
    }
    outcome_free(&eval);
    curves_free(&curves);
}

/* The loss of the last row, as gnuplot finds it by the names of the columns. */
Test(curves, are_read_by_gnuplot) {
    struct outcome there = run("command -v gnuplot");
    bool skipped = there.status != 0;
    outcome_free(&there);
    if (skipped) cr_skip_test("gnuplot is not installed: its reading of the curves is not tested");
    struct outcome plot = run("attnlearn train --steps 40 -q --csv $T/c.csv && gnuplot -e \"\n"
                              "set datafile separator ','; set datafile columnheaders;\n"
                              "stats '$T/c.csv' using 'step':'eval_loss' nooutput;\n"
                              "set print '-'; print STATS_records, STATS_invalid, STATS_max_x\"");
    cr_expect_eq(plot.status, 0, "%s", plot.err);
    cr_expect_eq(strncmp(plot.out, "6 0 40", 6), 0, "%s", plot.out);
    outcome_free(&plot);
}
