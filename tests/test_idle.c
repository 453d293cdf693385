/* Options that would change nothing are refused; configurations may hold them. */
#include "support.h"

static const struct {
    const char *words, *command;
} refused[] = {
    {"--momentum would change nothing: only --optimizer sgd", "attnlearn train --momentum 0.9"},
    {"--momentum would change nothing", "attnlearn sweep --seeds 1..2 --momentum 0.9"},
    {"--dropout would change nothing: no model of --model weighs the pairs",
     "attnlearn train --model mlp --dropout 0.1"},
    {"--width would change nothing", "attnlearn train --model mlp --width 8"},
    {"--heads would change nothing: no model of --model scores the pairs",
     "attnlearn train --model average,mlp --heads 2"},
    {"--score would change nothing", "attnlearn train --model average --score dot"},
    {"--hidden would change nothing: no model of --model has hidden units",
     "attnlearn gradcheck --hidden 8"},
    {"--hidden would change nothing", "attnlearn train --hidden 8"},
    {"--hidden would change nothing", "attnlearn bench --model attention --hidden 8"},
    {"--seed cannot be given with --data, whose examples are taken all",
     "attnlearn eval tests/data/golden/models/default.safetensors --data data/eval.csv --seed 2"},
};

Test(idle, an_option_that_would_change_nothing_is_refused) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_refused(2, refused[i].words, refused[i].command);
    }
}

static void expect_done(const char *command) {
    struct outcome outcome = run("%s", command);
    cr_expect_eq(outcome.status, 0, "%s: %s", command, outcome.err);
    outcome_free(&outcome);
}

#define BRIEF " --steps 1 --batch 1 --eval-examples 1 -q"

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
    expect_done("attnlearn train --resume $T/run --momentum 0.5 --steps 2 -q");
    expect_done("attnlearn train --out $T/adam" BRIEF);
    assert_refused(2, "--momentum would change nothing",
                   "attnlearn train --resume $T/adam --momentum 0.5 --steps 2 -q");
}
