/* A run that goes on: the same bytes as without a pause, for every way of training. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BRIEF " -q --eval-examples 40 --batch 8 --eval-every 7 "

/* 40 steps at once, and in pieces that end where no row stands, or at one. */
static void expect_exact(const char *options) {
    char command[768];
    snprintf(command, sizeof command,
             "cd $T && attnlearn train --steps 40 --out whole --force" BRIEF "%s", options);
    assert_done(command);
    snprintf(command, sizeof command,
             "cd $T && attnlearn train --steps 1 --out parts --force" BRIEF "%s &&"
             "for steps in 1 2 14 15 33 40; do attnlearn train -q --resume parts --steps $steps ||"
             "exit; done",
             options);
    assert_done(command);
    assert_same_runs(options, "whole", "parts");
}

Test(resume, every_model_optimiser_and_engine_is_exact) {
    static const char *const optimizers[] = {"adam", "sgd --lr 0.1",
                                             "sgd --momentum 0.9 --clip 0.3 --weight-decay 0.01"};
    static const char *const engines[] = {"fast", "reference"};
    for (size_t o = 0; o < sizeof optimizers / sizeof *optimizers; o++) {
        for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
            char options[256];
            snprintf(options, sizeof options,
                     "--model attention,average,mlp --optimizer %s --engine %s", optimizers[o],
                     engines[e]);
            expect_exact(options);
        }
    }
}

Test(resume, other_tasks_and_models_are_exact) {
    static const char *const options[] = {
        "--dropout 0.3 --seed 7",
        "--dropout 0.3 --engine reference --model attention",
        "--pairs 5 --min-pairs 2 --letters 30 --digits 17 --width 6 --heads 3 --score dot",
        "--pairs 12 --letters 300 --digits 40 --width 20",
        "--model mlp --hidden 5 --init unit",
        "--batch 3000 --threads 2 --model attention",
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) expect_exact(options[i]);
}

/* 13 examples, 8 at a time: the pieces end within epochs. */
Test(resume, examples_of_a_file_are_visited_in_the_same_order) {
    assert_done("attnlearn generate --examples 13 -o $T/d.csv;"
                "attnlearn generate --examples 9 --stream eval -o $T/e.csv");
    expect_exact("--data d.csv --eval-data e.csv");
    expect_exact("--data d.csv --engine reference --dropout 0.5 --model attention");
}

/* Starts the command in $T with "$PROGRAM" and kills it so many seconds after its curves are there;
 * its status comes first on standard output. */
static void end_from_outside(const char *command, const char *signal, const char *seconds) {
    struct outcome outcome =
        run("cd $T\n\"$PROGRAM\" %s & pid=$!\nfor i in $(seq 3000); do grep -qs '^steps = .0000' "
            "parts/config.ini && break; sleep 0.01; done\nsleep %s; kill -%s $pid; wait $pid",
            command, seconds, signal);
    cr_expect_eq(outcome.status, strcmp(signal, "INT") == 0 ? 130 : 143, "%s: %d", command,
                 outcome.status);
    cr_expect(strstr(outcome.err, "attnlearn: interrupted after step "), "%s", outcome.err);
    cr_expect(strstr(outcome.err, ": attnlearn train --resume parts goes on\n"), "%s", outcome.err);
    outcome_free(&outcome);
}

/* With these, --steps must be the same from the beginning: the run is ended from outside. */
Test(resume, schedules_are_exact_where_a_signal_ends_the_run) {
    static const char *const schedules[] = {"cosine --warmup 500", "linear",
                                            "constant --warmup 3000"};
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        char command[256];
        const char *options =
            SLOWNESS > 1 ? "--steps 10000 -q --eval-every 1901 --eval-examples 20 --batch 16"
                         : "--steps 50000 -q --eval-every 9001 --eval-examples 20 --batch 16";
        snprintf(command, sizeof command, "train --out parts %s --schedule %s", options,
                 schedules[i]);
        end_from_outside(command, "INT", "0.02");
        snprintf(command, sizeof command,
                 "cd $T && attnlearn train --out whole --force %s --schedule %s &&"
                 "attnlearn train -q --resume parts",
                 options, schedules[i]);
        assert_done(command);
        assert_same_runs(schedules[i], "whole", "parts");
        assert_done("rm -r $T/parts");
    }
}

Test(resume, takes_one_step_a_signal_and_the_rest) {
    assert_done("cd $T && attnlearn train --steps 20000 --out whole -q --eval-every 4000 &&"
                "attnlearn train --steps 1 --out parts -q --eval-every 4000");
    end_from_outside("train --resume parts --steps 20000 -q", "TERM", "0.05");
    assert_done("cd $T && attnlearn train -q --resume parts");
    assert_same_runs("a signal", "whole", "parts");
    assert_done("cd $T && sed s/parts/whole/ parts/config.ini | diff - whole/config.ini");
}

Test(resume, intervals_threads_and_savings_may_change) {
    assert_done("cd $T && attnlearn train --steps 50 --out whole --snapshots 5" BRIEF);
    assert_done("cd $T && attnlearn train --steps 50 --out parts --snapshots 5" BRIEF
                "--save-every 3 --threads 2 && rm parts/average.safetensors &&"
                "attnlearn train -q --resume parts --threads 1 --save-every 0");
    assert_same_runs("savings", "whole", "parts");
    assert_done("cd $T && attnlearn train --steps 10 --out other" BRIEF "&&"
                "attnlearn train -q --resume other --steps 20 --eval-every 5 &&"
                "cut -d, -f4 other/curves.csv | uniq | tr '\\n' ' ' >steps &&"
                "echo 'step 0 7 10 15 20 ' | tr -d '\\n' | cmp - steps");
}

Test(resume, a_finished_run_stays_as_it_is) {
    assert_done("cd $T && attnlearn train --steps 20 --out a" BRIEF "&& cp -r a b &&"
                "attnlearn train -q --resume a && diff -r a b");
    struct outcome outcome = run("attnlearn train --resume $T/a");
    cr_expect(strstr(outcome.out, "\nattention: "), "%s", outcome.out);
    cr_expect(strstr(outcome.out, "20"), "%s", outcome.out);
    cr_expect_str_eq(outcome.err, "");
    outcome_free(&outcome);
}

/* 99 % comes at step 160 or so: before the pause, or at a last row that only the pause brought. */
Test(resume, tells_at_the_end_of_the_whole_run) {
    assert_done("cd $T && attnlearn train --steps 300 --out whole >report 2>/dev/null");
    for (int pause = 153; pause < 300; pause += 49) {
        char command[256];
        snprintf(command, sizeof command,
                 "cd $T && attnlearn train --steps %d --out parts --force -q &&"
                 "attnlearn train --resume parts --steps 300 2>/dev/null | sed s/parts/whole/ |"
                 "diff - report",
                 pause);
        assert_done(command);
    }
}

/* The rows go to --csv as well, those from before the pause first. */
Test(resume, writes_all_rows_where_they_are_wanted) {
    assert_done("cd $T && attnlearn train --steps 20 --out a --csv first.csv" BRIEF "&&"
                "attnlearn train -q --resume a --steps 30 --csv - >all.csv &&"
                "cmp all.csv a/curves.csv && test $(wc -l <first.csv) = 9 &&"
                "head -n 7 first.csv >kept && head -n 7 all.csv | cmp - kept &&"
                "test $(grep -c model all.csv) = 1");
}

/* Whatever was torn off or added after the saved step. */
Test(resume, curves_are_cut_back_to_the_saved_step) {
    assert_done("cd $T && attnlearn train --steps 40 --out whole" BRIEF "&&"
                "attnlearn train --steps 28 --out saved" BRIEF);
    static const char *const damages[] = {
        ":",
        "tail -n 1 saved/curves.csv | sed 's/,28,224/,35,280/' >>parts/curves.csv",
        "printf 'attention,scaled-dot,1,3' >>parts/curves.csv",
        "printf 'attention,scaled-dot,1,35,280,0.1' >>parts/curves.csv",
        "tail -n +2 whole/curves.csv | tail -n 2 >>parts/curves.csv",
        "printf 'x' >>parts/curves.csv",
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "cd $T && rm -rf parts && cp -r saved parts && %s;"
                 "attnlearn train -q --resume parts --steps 40",
                 damages[i]);
        assert_done(command);
        assert_same_runs(damages[i], "whole", "parts");
    }
}

/* The test's own folder has no state: nothing was saved when the run was killed. */
Test(resume, begins_anew_where_nothing_was_saved) {
    assert_done("cd $T && attnlearn train --steps 20 --out whole" BRIEF "&& cp -r whole parts &&"
                "rm parts/*.safetensors parts/curves.svg && head -c 300 whole/curves.csv "
                ">parts/curves.csv && attnlearn train -q --resume parts");
    assert_same_runs("only rows", "whole", "parts");
    assert_done("cd $T && rm parts/*.safetensors parts/curves.* &&"
                "attnlearn train -q --resume parts");
    assert_same_runs("only a configuration", "whole", "parts");
    assert_done("cd $T && rm parts/*.safetensors parts/curves.svg && "
                "attnlearn train --resume parts >told 2>told2 &&"
                "grep -q ' parts has no state that was saved: training begins at step 0' "
                "told2 && attnlearn train --resume parts >told 2>told2 && ! grep -q begins told2");
}

/* A run that stops on bad numbers does so at the same step, with the same models; what it was saved
 * as before stays. */
Test(resume, bad_numbers_stop_it_as_they_would_without_a_pause) {
    static const char wild[] = "--optimizer sgd --lr 1000 --eval-every 1 --eval-examples 20 "
                               "--batch 8 --model attention,average -q";
    struct outcome whole = run("cd $T && attnlearn train --steps 300 --out whole %s", wild);
    const char *at = strstr(whole.err, "stops at step ");
    cr_assert_eq(whole.status, 1);
    cr_assert(at, "%s", whole.err);
    for (int back = 1; back <= 3; back++) {
        int step = atoi(at + strlen("stops at step ")) - back;
        struct outcome parts =
            run("cd $T && rm -rf parts; attnlearn train --steps %d --out parts %s &&"
                "cp parts/state.safetensors . && attnlearn train -q --resume parts --steps 300",
                step, wild);
        cr_expect_eq(parts.status, 1);
        cr_expect_str_eq(parts.err, whole.err);
        outcome_free(&parts);
        assert_done("cd $T && for file in curves.csv attention.safetensors average.safetensors; do "
                    "cmp whole/$file parts/$file || exit; done;"
                    "cmp state.safetensors parts/state.safetensors");
    }
    outcome_free(&whole);
}

/* What is kept of the models that did not fail depends on nothing but the settings. */
Test(resume, another_model_stops_where_it_would_without_a_pause) {
    struct outcome outcome = run(
        "cd $T && wild='--optimizer sgd --lr 1000 --batch 8 --eval-examples 20 --eval-every 900 "
        "--model mlp,attention -q'\n"
        "attnlearn train --steps 300 --out whole $wild\n"
        "attnlearn train --steps 3 --out parts $wild && attnlearn train -q --resume parts "
        "--steps 300; cmp whole/mlp.safetensors parts/mlp.safetensors && cmp "
        "whole/attention.safetensors parts/attention.safetensors && echo same");
    cr_expect_str_eq(outcome.out, "same\n", "%s", outcome.err);
    cr_expect(strstr(outcome.err, "attention stops at step "), "%s", outcome.err);
    outcome_free(&outcome);
}

/* Settings that are said again hold from the saved step on, and config.ini says so. */
Test(resume, settings_that_are_said_again_are_used) {
    assert_done("cd $T && attnlearn train --steps 20 --out a" BRIEF "&& cp -r a b &&"
                "attnlearn train -q --resume a --steps 40 --lr 0.03 --batch 16 &&"
                "attnlearn train -q --resume b --steps 40 && ! cmp -s a/attention.safetensors "
                "b/attention.safetensors && attnlearn train -q --resume a --steps 60 --optimizer "
                "sgd --engine reference");
    struct outcome outcome =
        run("cd $T && head -n 4 a/config.ini; tail -n 1 a/curves.csv |"
            "cut -d, -f4,5,12; grep -E '^(lr|batch|engine|steps) ' a/config.ini");
    cr_expect_str_eq(outcome.out,
                     "# step 20: batch = 8 became 16\n# step 20: lr = 0.003 became 0.03\n"
                     "# step 40: optimizer = adam became sgd\n"
                     "# step 40: engine = fast became reference\n"
                     "60,800,0.03\nsteps = 60\nbatch = 16\nlr = 0.03\n"
                     "engine = reference\n");
    outcome_free(&outcome);
}
