/* Runs that leave the finite numbers: stopped before the step, with everything good kept. */
#include "support.h"
#include "support_curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WILD "--optimizer sgd --lr 1000 --eval-every 1 --eval-examples 20 --batch 8 "

/* Runs `train` until it fails; returns the step at which it stopped. */
static long diverge(const char *model, const char *options, bool *update) {
    struct outcome outcome =
        run("attnlearn train --steps 300 -q --out $T/run --model %s " WILD "%s", model, options);
    char start[64], what[16], tensor[16];
    long step = 0;
    snprintf(start, sizeof start, "attnlearn: %s stops at step ", model);
    cr_assert_eq(outcome.status, 1, "%s: status %d", options, outcome.status);
    cr_assert(strncmp(outcome.err, start, strlen(start)) == 0, "%s", outcome.err);
    int read = sscanf(outcome.err + strlen(start), "%ld: the %15s of %15s is not finite; ", &step,
                      what, tensor);
    cr_assert_eq(read, 3, "%s", outcome.err);
    *update = strcmp(what, "update") == 0;
    cr_expect(strcmp(what, "gradient") == 0 || strcmp(what, "update") == 0, "%s", outcome.err);
    cr_expect(strlen(tensor) == 3 && tensor[1] == '_', "%s", outcome.err);
    cr_expect(strstr(outcome.err, "try a smaller --lr"), "%s", outcome.err);
    cr_expect_str_eq(outcome.out, "");
    outcome_free(&outcome);
    return step;
}

/* The curves are whole and end with the step before. */
static void expect_rows_before(long step) {
    char path[128], last[32];
    snprintf(path, sizeof path, "%s/run/curves.csv", test_folder());
    char *bytes = read_file(path, NULL);
    cr_assert(bytes, "no curves");
    struct curves curves = read_curves(bytes);
    snprintf(last, sizeof last, "%ld", step - 1);
    cr_expect_eq(curves.count, (size_t)step, "%zu rows, stopped at step %ld", curves.count, step);
    cr_expect_str_eq(curves.rows[curves.count - 1][STEP], last);
    curves_free(&curves);
    free(bytes);
}

/* The model kept is the last one whose loss was finite: that of `steps` steps. It can be read, and
 * its loss is finite in the engine that trained it. */
static void expect_model_of(const char *model, const char *options, long steps) {
    const char *engine = strstr(options, "reference") ? "reference" : "fast";
    struct outcome outcome = run("attnlearn train --steps %ld -q --save $T/m --model %s " WILD
                                 "%s && cmp $T/m $T/run/%s.safetensors && attnlearn eval "
                                 "$T/run/%s.safetensors --examples 5 --json --engine %s",
                                 steps, model, options, model, model, engine);
    cr_expect_eq(outcome.status, 0, "%s %s: %s", model, options, outcome.err);
    cr_expect(isfinite(json_number(outcome.out, "loss")), "%s", outcome.out);
    outcome_free(&outcome);
}

static void expect_stopped_well(const char *model, const char *options) {
    bool update;
    long step = diverge(model, options, &update);
    cr_assert_gt(step, 1);
    expect_rows_before(step);
    /* a step whose gradient is not finite starts from weights that are no good */
    expect_model_of(model, options, update ? step - 1 : step - 2);
}

Test(diverged, attention_keeps_its_last_good_model_and_rows) {
    expect_stopped_well("attention", "");
}

Test(diverged, average_keeps_its_last_good_model_and_rows) {
    expect_stopped_well("average", "");
}

Test(diverged, unit_weights_and_momentum_too) {
    expect_stopped_well("attention", "--init unit --momentum 0.9 --score dot");
}

/* The run ends where its weights are no good already, and no step of the other optimizer is done. */
static void expect_stopped_after_pause(const char *options) {
    bool update;
    struct outcome removed = run("rm -rf $T/run");
    outcome_free(&removed);
    long step = diverge("attention", options, &update);
    cr_assert(!update, "%s", options);
    struct outcome outcome =
        run("rm -r $T/run && attnlearn train --steps %ld -q --out $T/run --model attention " WILD
            "%s && attnlearn train --resume $T/run --optimizer adam --lr 0.003 --steps 300 -q",
            step - 1, options);
    cr_expect_eq(outcome.status, 1, "%s", outcome.err);
    cr_expect(strstr(outcome.err, "the gradient of "), "%s", outcome.err);
    outcome_free(&outcome);
    expect_model_of("attention", options, step - 2);
}

Test(diverged, also_after_a_pause_and_by_another_optimizer) {
    expect_stopped_after_pause("--engine fast");
    expect_stopped_after_pause("--engine reference");
}

Test(diverged, another_model_of_the_run_is_kept_as_well) {
    struct outcome outcome =
        run("attnlearn train --steps 300 -q --out $T/run --model mlp,attention " WILD);
    cr_expect_eq(outcome.status, 1, "%s", outcome.err);
    cr_expect(strstr(outcome.err, "attention stops at step "), "%s", outcome.err);
    outcome_free(&outcome);
    outcome = run("attnlearn eval $T/run/mlp.safetensors --examples 5 --json");
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
    outcome = run("ls -A $T/run | tr '\\n' ' '");
    cr_expect_str_eq(outcome.out,
                     "attention.safetensors config.ini curves.csv curves.svg mlp.safetensors ");
    outcome_free(&outcome);
}

Test(diverged, clipping_helps_as_the_message_says) {
    struct outcome outcome =
        run("attnlearn train --steps 300 -q --model average --clip 0.001 --lr 1 --optimizer sgd "
            "--eval-examples 20 --batch 8");
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
}
