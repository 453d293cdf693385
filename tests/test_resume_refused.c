/* What a run that goes on does not take: each is named, and the folder stays as it was. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BRIEF "-q --eval-examples 40 --batch 8 --eval-every 7 "

static void prepare(void) {
    struct outcome outcome =
        run("attnlearn generate --examples 9 -o $T/d.csv && attnlearn train --steps 20 --out $T/a "
            "--data $T/d.csv --snapshots 4 " BRIEF "&& cp -r $T/a $T/kept");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
}

/* Refused with the status and these words, and nothing is changed, also no lock left. */
static void expect_refused(int status, const char *words, const char *options) {
    char command[512];
    snprintf(command, sizeof command, "attnlearn train --resume $T/a %s", options);
    assert_refused(status, words, command);
    struct outcome outcome = run("diff -r $T/a $T/kept");
    cr_expect_eq(outcome.status, 0, "%s: %s", options, outcome.out);
    outcome_free(&outcome);
}

Test(resume_refused, another_task_or_model_by_name) {
    static const char *const options[][2] = {
        {"--pairs 5", "--pairs is 5, but the run in "},
        {"--letters 9", "has 8: --resume goes on with the same task and models"},
        {"--digits 11", "--digits is 11"},
        {"--min-pairs 2", "--min-pairs is 2"},
        {"--model attention", "--model is attention, but"},
        {"--model average,attention", "has attention,average: "},
        {"--score dot", "--score is dot"},
        {"--width 8", "--width is 8"},
        {"--heads 2", "--heads is 2"},
        {"--hidden 3", "--hidden is 3"},
        {"--init unit", "--init is unit"},
    };
    prepare();
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        expect_refused(2, options[i][1], options[i][0]);
    }
}

Test(resume_refused, other_settings_of_a_configuration_unless_they_are_said) {
    prepare();
    write_string("lr.ini", "[training]\nlr = 0.5\nsteps = 30\n");
    write_string("pairs.ini", "[task]\npairs = 4\n");
    write_string("same.ini", "[task]\npairs = 6\n[training]\nlr = 0.003\n[output]\nquiet = true\n");
    expect_refused(2, "in --config, lr is 0.5, but the run in ", "--config $T/lr.ini");
    expect_refused(2, "in --config, pairs is 4, but", "--config $T/pairs.ini");
    expect_refused(2, "must be a file", "--config -");
    struct outcome outcome =
        run("cd $T && attnlearn train --resume a --config same.ini &&"
            "diff -r -x config.ini a kept && attnlearn train -q --resume a --config lr.ini "
            "--lr 0.25 && grep -E '^(lr|steps) ' a/config.ini");
    cr_expect_str_eq(outcome.out, "steps = 30\nlr = 0.25\n", "%s %s", outcome.out, outcome.err);
    outcome_free(&outcome);
}

Test(resume_refused, what_contradicts_it) {
    prepare();
    expect_refused(2, "has taken 20 steps already", "--steps 19");
    expect_refused(2, "--force overwrites a run", "--force");
    expect_refused(2, "not in --out ", "--out $T/b");
    expect_refused(2, "--save takes one model", "--save $T/m");
    expect_refused(2, "--warmup is longer", "--warmup 100");
    assert_refused(1, "holds no run to go on with", "attnlearn train --resume $T/nowhere");
    assert_refused(1, "holds no run to go on with", "attnlearn train --resume $T");
    struct outcome outcome = run("ls $T | tr '\\n' ' '");
    cr_expect_str_eq(outcome.out, "a command.sh d.csv err kept out ");
    outcome_free(&outcome);
}

Test(resume_refused, examples_that_changed_unless_they_are_said) {
    prepare();
    struct outcome outcome = run("attnlearn generate --examples 10 -o $T/d.csv");
    outcome_free(&outcome);
    expect_refused(1, "d.csv is not what it was when", "-q");
    outcome = run("attnlearn train -q --resume $T/a --data $T/d.csv");
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
}

/* Damages a file of the folder, which must be refused, and puts it back. */
static void expect_damage(const char *file, const char *damage, const char *words) {
    struct outcome outcome =
        run("cd $T/a && cp %s $T/whole && %s && rm -r $T/kept && cp -r . $T/kept", file, damage);
    cr_assert_eq(outcome.status, 0, "%s: %s", damage, outcome.err);
    outcome_free(&outcome);
    expect_refused(1, words, "--steps 30 -q");
    outcome = run("mv $T/whole $T/a/%s", file);
    outcome_free(&outcome);
}

Test(resume_refused, curves_that_are_not_those_of_the_run) {
    static const char *const damages[][2] = {
        {"sed -i '$d' curves.csv", "curves.csv lacks rows up to step 14"},
        {"sed -i '5,$d' curves.csv", "curves.csv lacks rows up to step 14"},
        {"rm curves.csv", "curves.csv lacks rows up to step 14"},
        {"head -c 20 $T/whole >curves.csv", "curves.csv lacks rows up to step 14"},
        {"sed -i 3d curves.csv", "curves.csv:3: this is not the next row of this run"},
        {"sed -i 's/^average/mlp/' curves.csv", "curves.csv:3: this is not the next row"},
        {"sed -i 's/scaled-dot/dot/' curves.csv", "curves.csv:2: this is not the next row"},
        {"sed -i '4s/,7,56,/,0,0,/' curves.csv", "curves.csv:4: this is not the next row"},
        {"sed -i '2s/,/;/' curves.csv", "curves.csv:2: this is no row of curves"},
        {"sed -i '3s/,0,0,,[^,]*/,0,0,,x/' curves.csv", "curves.csv:3: eval_loss is not a number"},
        {"sed -i 1d curves.csv", "curves.csv:1: this is not the file of this run"},
    };
    prepare();
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        /* the last rows of the run, at step 20, are none of the state's */
        char damage[256];
        snprintf(damage, sizeof damage, "sed -i '8,$d' curves.csv && %s", damages[i][0]);
        expect_damage("curves.csv", damage, damages[i][1]);
    }
}

Test(resume_refused, a_state_that_is_not_one) {
    static const char *const damages[][2] = {
        {"echo >state.safetensors", "state.safetensors is too short"},
        {"cp average.safetensors state.safetensors", "have no 'state': not a state of attnlearn"},
        {"sed -i s/attnlearn.1/attnlearn.9/ state.safetensors", "another version of attnlearn"},
        {"sed -i 's/\"row_step\":\"14\"/\"row_step\":\"99\"/' state.safetensors",
         "contradict each"},
        {"sed -i 's/\"step\":\"20\"/\"step\":\"-2\"/' state.safetensors", "metadata 'step': "},
        {"sed -i 's/average.before/average.befoul/' state.safetensors", "'average.before' is not"},
        {"sed -i 's/average.loss_sum\":\"/average.loss_sum\":\"nan/' state.safetensors",
         "state.safetensors"},
        {"truncate -s -4 state.safetensors", "do not fit its shape or the file"},
        {"printf '\\377\\377\\377\\377' | dd of=state.safetensors bs=1 conv=notrunc seek=$(($(wc "
         "-c "
         "<state.safetensors) - 4)) 2>/dev/null",
         "number 457 of tensor 'average.moment_2' is not finite"},
    };
    prepare();
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        expect_damage("state.safetensors", damages[i][0], damages[i][1]);
    }
    expect_damage("config.ini", "sed -i 's/^width.*/width = 8/' config.ini",
                  "is not the 442 numbers that config.ini makes it");
    expect_damage("config.ini", "sed -i 's/^model.*/model = attention/' config.ini",
                  "more tensors than config.ini makes it");
    expect_damage("config.ini", "sed -i 's/^optimizer.*/optimizer = sgd/' config.ini",
                  "config.ini says: say --optimizer sgd again if it is meant");
    expect_damage("curves.csv", "sed -i 's/$/\r/' curves.csv",
                  "curves.csv:1: its lines end in CR LF, as another program has saved them");
    expect_damage("state.safetensors", "rm state.safetensors",
                  "but no state.safetensors to go on from: begin anew with --config ");
}

Test(resume_refused, a_config_that_was_edited) {
    static const char *const edits[] = {"s/^seed = .*/seed = 2/", "s/^lr = .*/lr = 0.1/",
                                        "/^batch/d"};
    prepare();
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        struct outcome outcome = run("cd $T && { [ -e whole ] || cp a/config.ini whole; } && "
                                     "sed '%s' whole >a/config.ini && cp a/config.ini kept/",
                                     edits[i]);
        cr_assert_eq(outcome.status, 0, "%s", outcome.err);
        outcome_free(&outcome);
        expect_refused(1, "config.ini is not what it was when the run was saved", "--steps 30 -q");
    }
}

Test(resume_refused, not_a_config_of_a_run_that_went_on_and_was_killed_before_it_saved) {
    prepare();
    struct outcome outcome = run(
        "cd $T && attnlearn train -q --resume a --lr 0.25 --steps 30 && cp -r a whole && "
        "cp kept/state.safetensors a && attnlearn train -q --resume a --steps 30 && "
        "cmp a/curves.csv whole/curves.csv && "
        "cmp a/attention.safetensors whole/attention.safetensors && "
        "sed -i 's/^steps = .*/steps = 40/; s/^eval-every = .*/eval-every = 5/' a/config.ini && "
        "attnlearn train -q --resume a && tail -n 1 a/curves.csv");
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    cr_expect(strstr(outcome.out, ",40,"), "steps may change: %s", outcome.out);
    outcome_free(&outcome);
}
