/* Training: what it reaches, and what may not change it. */
#include "model/kind.h"
#include "support.h"
#include "task/floor.h"
#include "train/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last line of a CSV text. */
static const char *last_line(const char *text) {
    const char *end = text + strlen(text) - 1, *start = end;
    while (start > text && start[-1] != '\n') start--;
    return start;
}

/* Field `column` of a CSV line as a number. */
static double field(const char *line, int column) {
    for (; column > 0; column--) line = strchr(line, ',') + 1;
    return strtod(line, NULL);
}

static double final_loss(const char *options) {
    struct outcome outcome = run("attnlearn train %s --quiet --csv -", options);
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    double loss = field(last_line(outcome.out), 6);
    outcome_free(&outcome);
    return loss;
}

/* Ten seeds a test, so that they share the cores. */
static void learns(const char *model, int first_seed, double low, double high) {
    for (int seed = first_seed; seed < first_seed + 10; seed++) {
        char options[128];
        snprintf(options, sizeof options, "--model %s --seed %d --eval-every 2000", model, seed);
        double loss = final_loss(options);
        cr_expect(loss > low && loss < high, "%s, seed %d: %g", model, seed, loss);
    }
}

Test(train, attention_learns_on_seeds_1_to_10) {
    learns("attention", 1, 0, 0.01);
}

Test(train, attention_learns_on_seeds_11_to_20) {
    learns("attention", 11, 0, 0.01);
}

/* 99 % within 1000 steps of the default settings. */
Test(train, every_score_learns_on_seeds_1_to_20) {
    for (size_t i = 0; scores[i]; i++) {
        struct outcome outcome = run("attnlearn sweep --seeds 1..20 --model attention --score %s "
                                     "--steps 1000 --eval-every 20 --quiet -o -",
                                     scores[i]->name);
        cr_assert_eq(outcome.status, 0, "%s", outcome.err);
        int seeds = 0;
        for (const char *line = outcome.out; (line = strchr(line, '\n')) && *++line; seeds++) {
            double steps = field(line, 5);
            cr_expect(steps > 0 && steps <= 1000, "%s: %.60s", scores[i]->name, line);
        }
        cr_assert_eq(seeds, 20);
        outcome_free(&outcome);
    }
}

/* The curves of both engines after 200 steps, row by row within 1 %, and the same verdicts. */
static void engines_agree(const char *options) {
    static const char *const engines[] = {"reference", "fast"};
    struct outcome of[2];
    for (size_t i = 0; i < 2; i++) {
        of[i] = run("attnlearn train %s --steps 200 --eval-every 50 --engine %s --csv $T/c.csv "
                    "2>/dev/null | sed -n 's/^\\([a-z]*: [a-z ]*\\).*/\\1/p'; cat $T/c.csv",
                    options, engines[i]);
        cr_assert_eq(of[i].status, 0, "%s", of[i].err);
    }
    const char *expected = strstr(of[0].out, "model,score"),
               *found = strstr(of[1].out, "model,score");
    cr_assert(expected && found && expected > of[0].out);
    cr_assert_eq(strncmp(of[0].out, of[1].out, (size_t)(expected - of[0].out)), 0, "%s", of[1].out);
    while ((expected = strchr(expected, '\n')) && *++expected) {
        found = strchr(found, '\n') + 1;
        double loss = field(expected, 6);
        cr_expect(fabs(field(found, 6) - loss) <= 0.01 * loss, "%s: %.60s", options, found);
    }
    for (size_t i = 0; i < 2; i++) outcome_free(&of[i]);
}

Test(train, engines_agree_for_every_score_and_model) {
    for (size_t i = 0; scores[i]; i++) {
        char options[128];
        snprintf(options, sizeof options, "--model attention --score %s --min-pairs 2",
                 scores[i]->name);
        engines_agree(options);
    }
    engines_agree("--model attention --heads 4 --dropout 0.1");
    engines_agree("--model average,mlp");
}

/* Other masks would move the loss by far more than single precision does. */
Test(train, engines_leave_out_the_same_weights) {
    double losses[2];
    static const char *const engines[] = {"reference", "fast"};
    for (size_t i = 0; i < 2; i++) {
        struct outcome outcome = run("attnlearn train --model attention --dropout 0.5 --init unit "
                                     "--steps 3 --eval-every 3 --engine %s --csv - -q | tail -n 1",
                                     engines[i]);
        losses[i] = field(outcome.out, 5);
        outcome_free(&outcome);
    }
    assert_near(losses[1], losses[0], 1e-6 * losses[0], "training loss");
}

Test(train, average_ends_at_its_floor_on_seeds_1_to_10) {
    learns("average", 1, 1.669340, 1.709340);
}

Test(train, average_ends_at_its_floor_on_seeds_11_to_20) {
    learns("average", 11, 1.669340, 1.709340);
}

Test(train, mlp_does_not_use_the_query) {
    struct outcome outcome = run(
        "attnlearn train --model mlp --steps 3000 --eval-every 3000 --out $T/run 2>/dev/null && "
        "attnlearn eval $T/run/mlp.safetensors --json");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    cr_assert(strstr(outcome.out, "mlp: query unused"), "%s", outcome.out);
    cr_assert(strstr(outcome.out, "\"verdict\": \"query-blind\""));
    assert_near(json_number(outcome.out, "loss"), 1.472313, 0.1, "mlp on the blind floor");
    outcome_free(&outcome);
}

Test(train, reaches_99_percent_after_about_180_steps) {
    struct outcome outcome =
        run("attnlearn train --model attention --steps 300 2>/dev/null | grep '^attention  '");
    double steps = strtod(strrchr(outcome.out, ' '), NULL);
    cr_assert(steps >= 120 && steps <= 260, "%g: %s", steps, outcome.out);
    outcome_free(&outcome);
}

Test(train, examples_agree_with_eval_and_ask) {
    struct outcome outcome = run(
        "attnlearn train --model attention --steps 150 --eval-every 150 --quiet --csv $T/c.csv "
        "--out $T/run && "
        "attnlearn eval $T/run/attention.safetensors --examples 2048 --per-example $T/rows.csv "
        "--json --engine reference && attnlearn generate --stream eval --examples 1 | tail -1 | "
        "(IFS=, read pairs query answer && attnlearn ask $T/run/attention.safetensors \"$pairs\" "
        "$query --json && echo \"$answer\") && head -2 $T/rows.csv | tail -1 && tail -1 $T/c.csv");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    /* The curve is the fast engine's, in single precision. */
    double loss = json_number(outcome.out, "loss");
    assert_near(field(last_line(outcome.out), 6), loss, 1e-5, "curve and eval");
    size_t count;
    double *probabilities = json_numbers_of(outcome.out, "probabilities", &count);
    const char *row = strstr(outcome.out, "\n0,");
    cr_assert(row && count == 10);
    double answer = field(row + 1, 3);
    assert_near(field(row + 1, 1), -log(probabilities[(int)answer]), 1e-12, "-ln of ask");
    assert_near(field(row + 1, 4), probabilities[(int)answer], 0, "probability");
    free(probabilities);
    outcome_free(&outcome);
}

Test(verdict, on_too_few_examples_says_so) {
    struct outcome outcome = run(
        "attnlearn train --model attention --steps 300 --eval-examples 1 --out $T/r 2>/dev/null "
        "&& attnlearn eval $T/r/attention.safetensors --examples 1");
    cr_assert(strstr(outcome.out, "below the blind floor: too few examples to tell)"), "%s",
              outcome.out);
    cr_assert(strstr(outcome.out, "query unused: too few examples to tell\n"), "%s", outcome.out);
    outcome_free(&outcome);
}

Test(verdict, follows_the_floors) {
    struct floors floors;
    struct error error;
    cr_assert(floors_losses(6, 6, 10, &floors, &error));
    cr_assert_eq(verdict_of(0.001, 2048, &floors), VERDICT_RETRIEVAL);
    cr_assert_eq(verdict_of(1.40, 2048, &floors), VERDICT_RETRIEVAL);
    cr_assert_eq(verdict_of(1.46, 2048, &floors), VERDICT_QUERY_BLIND, "within chance");
    cr_assert_eq(verdict_of(1.46, 1000000, &floors), VERDICT_RETRIEVAL, "proved by more examples");
    cr_assert_eq(verdict_of(1.689, 2048, &floors), VERDICT_QUERY_BLIND);
    cr_assert_eq(verdict_of(2.30, 2048, &floors), VERDICT_CHANCE);
    cr_assert(verdict_is_in_doubt(VERDICT_QUERY_BLIND, 1.46, &floors));
    cr_assert(!verdict_is_in_doubt(VERDICT_QUERY_BLIND, 1.48, &floors));
    cr_assert(!verdict_is_in_doubt(VERDICT_RETRIEVAL, 1.40, &floors));
    cr_assert(verdict_is_in_doubt(VERDICT_CHANCE, 2.30, &floors));
    cr_assert(!verdict_is_in_doubt(VERDICT_CHANCE, 2.31, &floors));
    cr_assert_eq(verdict_of((double)NAN, 2048, &floors), VERDICT_CHANCE);
    cr_assert_eq(verdict_of((double)INFINITY, 2048, &floors), VERDICT_CHANCE);
}
