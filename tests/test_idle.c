/* Options that change nothing are told, and the work is done; configurations may hold them. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#define BRIEF " --steps 1 --batch 1 --eval-examples 1"

static const struct {
    const char *words, *command;
} told[] = {
    {"--momentum changes nothing here: only --optimizer sgd has momentum",
     "attnlearn train --momentum 0.9" BRIEF},
    {"--momentum changes nothing here", "attnlearn sweep --seeds 1..2 --momentum 0.9" BRIEF},
    {"--dropout changes nothing here: no model of --model weighs the pairs",
     "attnlearn train --model mlp --dropout 0.1" BRIEF},
    {"--width changes nothing here", "attnlearn train --model mlp --width 8" BRIEF},
    {"--heads changes nothing here: no model of --model scores the pairs",
     "attnlearn train --model average,mlp --heads 2" BRIEF},
    {"--score changes nothing here", "attnlearn train --model average --score dot" BRIEF},
    {"--hidden changes nothing here: no model of --model has hidden units",
     "attnlearn train --hidden 8" BRIEF},
};

static bool is_told(const struct outcome *outcome, const char *words) {
    char line[160];
    snprintf(line, sizeof line, "attnlearn: %s", words);
    return strstr(outcome->err, line);
}

Test(idle, an_option_that_changes_nothing_is_told) {
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        struct outcome loud = run("%s", told[i].command), silent = run("%s -q", told[i].command);
        cr_expect(loud.status == 0 && is_told(&loud, told[i].words), "%s: %s", told[i].command,
                  loud.err);
        cr_expect(silent.status == 0 && !*silent.err, "%s: %s", told[i].command, silent.err);
        outcome_free(&loud);
        outcome_free(&silent);
    }
}

/* Whoever asks for the floors of a task may name its letters. */
Test(idle, letters_that_change_no_floor_are_told) {
    struct outcome plain = run("attnlearn floor --pairs 8");
    struct outcome outcome = run("attnlearn floor --pairs 8 --letters 26");
    cr_expect_str_eq(outcome.err, "attnlearn: --letters changes nothing here: the floors are the "
                                  "same for any letters\n");
    cr_expect(outcome.status == 0 && strcmp(outcome.out, plain.out) == 0, "%s", outcome.out);
    outcome_free(&plain);
    outcome_free(&outcome);
}

static void expect_done(const char *command) {
    struct outcome outcome = run("%s", command);
    cr_expect_eq(outcome.status, 0, "%s: %s", command, outcome.err);
    cr_expect(!strstr(outcome.err, "changes nothing"), "%s: %s", command, outcome.err);
    outcome_free(&outcome);
}

Test(idle, one_that_changes_something_is_taken) {
    expect_done("attnlearn train --optimizer sgd --momentum 0.9" BRIEF);
    expect_done("attnlearn train --model attention,mlp --hidden 8 --dropout 0.1 --width 8" BRIEF);
    expect_done("attnlearn train --model average --width 8 --dropout 0.1" BRIEF);
    expect_done("attnlearn gradcheck --model mlp --hidden 8 --examples 1");
    expect_done("attnlearn sweep --vary optimizer=adam,sgd --momentum 0.9" BRIEF);
}

Test(idle, a_configuration_may_hold_it) {
    write_string("idle.ini",
                 "[model]\nmodel = attention\nhidden = 8\n[training]\nmomentum = 0.5\n");
    expect_done("attnlearn train --config $T/idle.ini" BRIEF);
}

Test(idle, a_run_that_goes_on_is_judged_by_its_own_settings) {
    expect_done("attnlearn train --optimizer sgd --out $T/run" BRIEF);
    expect_done("attnlearn train --resume $T/run --momentum 0.5 --steps 2");
    expect_done("attnlearn train --out $T/adam" BRIEF);
    struct outcome outcome = run("attnlearn train --resume $T/adam --momentum 0.5 --steps 2");
    cr_expect(outcome.status == 0 && is_told(&outcome, "--momentum changes nothing here"), "%s",
              outcome.err);
    outcome_free(&outcome);
}
