/* `train` as its users see it: what it prints, what it leaves behind, what it keeps. */
#include "support.h"
#include "support_curves.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BRIEF " --steps 30 --eval-examples 50 --batch 8 "

/* Runs a command that must succeed; give it back with outcome_free. */
static struct outcome succeed(const char *command) {
    struct outcome outcome = run("%s", command);
    cr_assert_eq(outcome.status, 0, "%s: status %d: %s", command, outcome.status, outcome.err);
    return outcome;
}

static void expect_says(const char *text, const char *words) {
    cr_expect(strstr(text, words), "'%s' is not in\n%s", words, text);
}

Test(train_command, shows_the_curves_a_table_and_where_each_model_stands) {
    struct outcome outcome = succeed("attnlearn train --steps 300 --eval-examples 500");
    static const char *const words[] = {
        "loss (nats)",
        "chance (ln 10) 2.3026",
        "average floor 1.6893",
        "blind floor 1.4723",
        "step",
        "model      parameters  final loss  accuracy  attention on the answer  steps to 99 %",
        "\nattention         874 ",
        "\naverage           458 ",
        "\nattention: retrieval learned (",
        "\naverage: query unused (",
        " below the blind floor)\n",
        " above the blind floor)\n",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) expect_says(outcome.out, words[i]);
    expect_says(outcome.err, "100 %  step 300 of 300  attention loss ");
    cr_expect(!strchr(outcome.err, '\r'), "a renewed line, but not on a terminal");
    cr_expect(!strchr(outcome.out, '\033'), "colours, but not on a terminal");
    outcome_free(&outcome);
}

Test(train_command, says_when_nothing_is_learned) {
    struct outcome outcome = succeed("attnlearn train --steps 0 --eval-examples 50");
    expect_says(outcome.out, "attention: nothing learned (");
    expect_says(outcome.out, "average: nothing learned (");
    cr_expect_str_eq(outcome.err, "");
    outcome_free(&outcome);
}

Test(train_command, draws_with_plain_characters_where_the_locale_has_no_others) {
    struct outcome outcome = succeed("LC_ALL=C attnlearn train" BRIEF);
    for (size_t i = 0; i < outcome.out_size; i++) {
        cr_assert(isprint((unsigned char)outcome.out[i]) || outcome.out[i] == '\n', "byte %d",
                  outcome.out[i]);
    }
    expect_says(outcome.out, "blind floor 1.4723");
    outcome_free(&outcome);
}

Test(train_command, says_nothing_when_quiet) {
    struct outcome outcome =
        succeed("attnlearn train" BRIEF "-q --csv $T/c.csv --out $T/run && test -s $T/c.csv");
    cr_expect_str_eq(outcome.out, "");
    cr_expect_str_eq(outcome.err, "");
    outcome_free(&outcome);
}

Test(train_command, puts_only_curves_on_standard_output_when_they_go_there) {
    struct outcome outcome = succeed("attnlearn train" BRIEF "--csv -");
    struct curves curves = read_curves(outcome.out);
    cr_expect_eq(curves.count, 6);
    expect_says(outcome.err, "blind floor 1.4723");
    expect_says(outcome.err, "attention: ");
    curves_free(&curves);
    outcome_free(&outcome);
}

Test(train_command, leaves_a_whole_run_folder_and_nothing_else) {
    struct outcome outcome = succeed("attnlearn train" BRIEF "--out $T/deep/er/run --csv $T/c.csv");
    expect_says(outcome.out, "run folder: ");
    outcome_free(&outcome);
    assert_prints("ls -A $T/deep/er/run",
                  "attention.safetensors\naverage.safetensors\nconfig.ini\ncurves.csv\n"
                  "curves.svg\nstate.safetensors\n");
    assert_prints("cmp $T/c.csv $T/deep/er/run/curves.csv", "");
    assert_prints("head -c 4 $T/deep/er/run/curves.svg", "<svg");
    assert_prints("tail -c 7 $T/deep/er/run/curves.svg", "</svg>\n");
    outcome = succeed("cat $T/deep/er/run/curves.csv");
    struct curves curves = read_curves(outcome.out);
    cr_expect_eq(curves.count, 6);
    curves_free(&curves);
    outcome_free(&outcome);
}

Test(train_command, a_run_folder_can_be_run_again) {
    assert_prints("attnlearn train" BRIEF "--lr 0.01 --seed 5 -q --out $T/a &&"
                  "attnlearn train --config $T/a/config.ini --out $T/b && cd $T &&"
                  "for file in curves.csv curves.svg attention.safetensors average.safetensors;"
                  "do cmp a/$file b/$file; done",
                  "");
    assert_prints(
        "attnlearn train --config $T/a/config.ini --print-config | diff - $T/a/config.ini", "");
}

Test(train_command, keeps_an_old_run_unless_it_is_forced) {
    assert_prints("attnlearn train" BRIEF "-q --out $T/a && cp -r $T/a $T/kept", "");
    assert_refused(1, "holds a run already: say --force to overwrite it",
                   "attnlearn train" BRIEF "--seed 2 -q --out $T/a");
    assert_prints("diff -r $T/a $T/kept", "");
    assert_prints("attnlearn train" BRIEF "--seed 2 -q --out $T/a --force", "");
    assert_prints(
        "for file in $(ls $T/a); do cmp -s $T/a/$file $T/kept/$file && echo $file; done;:", "");
    assert_prints("ls $T/a | wc -l | tr -d ' '", "6\n");
}

/* What a --force that was killed can leave: less and less of the old run, but its state. */
Test(train_command, a_state_alone_is_no_empty_folder) {
    assert_prints("attnlearn train" BRIEF "-q --snapshots 3 --out $T/a && rm $T/a/config.ini &&"
                  "cp -r $T/a $T/kept",
                  "");
    assert_refused(1, "holds the state.safetensors of a run without its config.ini: say --force",
                   "attnlearn train" BRIEF "-q --out $T/a");
    assert_prints("diff -r $T/a $T/kept", "");
    assert_prints("attnlearn train" BRIEF "-q --model mlp --out $T/a --force && ls $T/a",
                  "config.ini\ncurves.csv\ncurves.svg\nmlp.safetensors\nsnapshots\n"
                  "state.safetensors\n");
    assert_prints("ls $T/a/snapshots", "");
}

Test(train_command, a_wrong_command_leaves_an_old_run_alone) {
    assert_prints("attnlearn train" BRIEF "-q --out $T/a && cp -r $T/a $T/kept", "");
    assert_refused(2, "must divide", "attnlearn train --out $T/a --force --heads 3");
    assert_refused(2, "a/curves.csv is a file of the run folder",
                   "attnlearn train --out $T/a --force --csv $T/a/../a/curves.csv");
    assert_refused(2, "--save: ",
                   "attnlearn train --out $T/a --force --model mlp --save $T/a/mlp.safetensors");
    assert_refused(2, "state.safetensors is a file of the run folder",
                   "attnlearn train --resume $T/a --csv $T/a/state.safetensors");
    assert_refused(1, "cannot open", "attnlearn train --out $T/a --force --data /nowhere/x.csv");
    assert_refused(1, "memory",
                   "attnlearn train --out $T/a --force --model mlp --pairs 10000 "
                   "--letters 1000000 --digits 1000000 --hidden 1000000");
    assert_prints("diff -r $T/a $T/kept", "");
}

Test(train_command, print_config_does_nothing_else) {
    assert_prints("attnlearn train --out $T/a --csv $T/c --save $T/m --print-config >/dev/null &&"
                  "ls $T/a $T/c $T/m 2>/dev/null; :",
                  "");
}

/* The model's bytes are the same with other models, threads and intervals; --save and --out too. */
Test(train_command, a_model_does_not_depend_on_what_stands_beside_it) {
    static const char *const runs[] = {
        "--model attention,average,mlp",    "--model mlp,attention --threads 3",
        "--model attention --threads 3",    "--model attention --eval-every 1 --eval-examples 3",
        "--model attention --csv $T/x.csv", "--model attention --engine fast --config /dev/null",
    };
    assert_prints("attnlearn train --model attention -q" BRIEF "--save $T/m", "");
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "attnlearn train" BRIEF "%s -q --force --out $T/run &&"
                 "cmp $T/run/attention.safetensors $T/m",
                 runs[i]);
        assert_prints(command, "");
    }
    assert_prints("attnlearn train --model attention -q" BRIEF "--seed 2 --save $T/m2 &&"
                  "cmp -s $T/m $T/m2 || echo other",
                  "other\n");
}

Test(train_command, trains_on_given_examples_epoch_after_epoch) {
    assert_prints("attnlearn generate --examples 8 -o $T/e.csv", "");
    struct outcome outcome = succeed("attnlearn train --model attention --data $T/e.csv --batch 3 "
                                     "--eval-data $T/e.csv --steps 300 --lr 0.01 -q --csv -");
    struct curves curves = read_curves(outcome.out);
    cr_expect_lt(cell_number(&curves, curves.count - 1, EVAL_LOSS), 0.01);
    cr_expect_eq(cell_number(&curves, curves.count - 1, EVAL_ACCURACY), 1);
    curves_free(&curves);
    outcome_free(&outcome);
}

Test(train_command, works_on_tasks_of_other_sizes) {
    static const char *const sizes[] = {
        "--pairs 1 --letters 1 --digits 2 --width 1 --hidden 1 --batch 1",
        "--pairs 3 --min-pairs 1 --letters 200 --digits 15 --width 6 --heads 2",
        "--pairs 8 --letters 8 --digits 300 --width 3 --clip 0.1 --weight-decay 0.5",
        "--pairs 30 --letters 40 --optimizer sgd --momentum 0.5 --schedule linear --warmup 3",
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "attnlearn train --model attention,average,mlp --steps 3 --eval-examples 5 %s",
                 sizes[i]);
        struct outcome outcome = succeed(command);
        expect_says(outcome.out, "\nmlp: ");
        outcome_free(&outcome);
    }
}
