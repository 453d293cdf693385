/* A sweep that was interrupted: it keeps its finished rows, and --resume does the others. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL "attnlearn sweep -q --batch 8 --eval-examples 32 --steps 20 --eval-every 10 "
#define SWEEP SMALL "--seeds 1..3 --vary lr=0.1,0.2 -o $T/rows.csv "

static char *read_test_file(const char *name, size_t *size) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", test_folder(), name);
    char *bytes = read_file(path, size);
    cr_assert(bytes, "%s", path);
    return bytes;
}

static void expect_file(const char *name, const char *expected, size_t cut) {
    char *bytes = read_test_file(name, NULL);
    cr_expect_str_eq(bytes, expected, "%s, after a cut at byte %zu", name, cut);
    free(bytes);
}

/* The place after line number `line`, from 1. */
static size_t line_end(const char *text, int line) {
    const char *at = text;
    while (line--) at = strchr(at, '\n') + 1;
    return (size_t)(at - text);
}

Test(sweep_resume, goes_on_wherever_the_file_ends) {
    size_t size;
    assert_done(SWEEP);
    char *whole = read_test_file("rows.csv", &size);
    size_t header = line_end(whole, 1), row = line_end(whole, 5);
    const size_t cuts[] = {0,       1,       header - 1, header,   header + 1,        header + 12,
                           row - 1, row - 2, row,        row + 1,  row + 30,          size - 1,
                           size,    9,       header / 2, size - 9, line_end(whole, 2)};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        write_bytes("rows.csv", whole, cuts[i]);
        assert_done(i % 2 ? SWEEP "--resume" : SWEEP "--resume --threads 2");
        expect_file("rows.csv", whole, cuts[i]);
    }
    free(whole);
}

Test(sweep_resume, begins_where_there_is_no_file) {
    assert_done(SWEEP "--resume && mv $T/rows.csv $T/1.csv && " SWEEP
                      "&& cmp $T/1.csv $T/rows.csv");
}

Test(sweep_resume, without_it_the_file_is_replaced) {
    write_string("rows.csv", "something else\n");
    assert_done(SWEEP "&& ! grep something $T/rows.csv && test $(wc -l < $T/rows.csv) = 13");
}

/* A number is changed by hand in a finished row: the run is not done again. */
Test(sweep_resume, keeps_the_rows_that_are_there) {
    assert_done(SWEEP
                "&& sed '2s/,[^,]*\\(,[a-z-]*\\)$/,0.515625\\1/' $T/rows.csv > $T/changed.csv && "
                "head -4 $T/changed.csv > $T/rows.csv && " SWEEP "--resume && "
                "cmp $T/rows.csv $T/changed.csv && grep -q ',0.515625,' $T/rows.csv");
}

Test(sweep_resume, can_go_on_with_more_seeds) {
    assert_done(SMALL "--model average --seeds 1..2 -o $T/r.csv && " SMALL
                      "--model average --seeds 1..4 -o $T/r.csv --resume && " SMALL
                      "--model average --seeds 1..4 | cmp - $T/r.csv");
}

Test(sweep_resume, of_a_shard) {
    assert_done(SWEEP "--shard 2/3 && cp $T/rows.csv $T/whole.csv && head -c 200 $T/whole.csv > "
                      "$T/rows.csv && " SWEEP "--shard 2/3 --resume && "
                      "cmp $T/rows.csv $T/whole.csv");
}

/* Refused, with the file left as it was. */
static void expect_refused(const char *words, const char *options) {
    char command[1024];
    snprintf(command, sizeof command,
             "cp $T/rows.csv $T/before.csv; " SMALL "-o $T/rows.csv --resume %s; s=$?; "
             "cmp $T/rows.csv $T/before.csv || exit 9; exit $s",
             options);
    assert_refused(1, words, command);
}

Test(sweep_resume, refuses_the_rows_of_another_sweep) {
    assert_done(SWEEP);
    expect_refused("rows.csv:2: seed is '1', which no run of this sweep has",
                   "--seeds 2..4 --vary lr=0.1,0.2");
    expect_refused("rows.csv:8: lr is '0.2', which no run of this sweep has",
                   "--seeds 1..3 --vary lr=0.1,0.3");
    expect_refused("rows.csv:2: model is 'attention', which no run of this sweep has",
                   "--seeds 1..3 --vary lr=0.1,0.2 --model mlp");
    expect_refused("rows.csv:2: score is 'scaled-dot', which no run of this sweep has",
                   "--seeds 1..3 --vary lr=0.1,0.2 --score dot");
    expect_refused("rows.csv:2: steps is '20', which no run of this sweep has",
                   "--seeds 1..3 --vary lr=0.1,0.2 --steps 30");
    expect_refused("rows.csv:1: this is not the file of this sweep: its header would be "
                   "'model,score,seed,batch,steps,",
                   "--seeds 1..3 --vary batch=1,2 --batch 8");
    expect_refused("rows.csv:8: lr is '0.2', which no run of this sweep has",
                   "--seeds 1..3 --vary lr=0.1");
    expect_refused("rows.csv:2: seed is '1', which no run of this sweep has",
                   "--seeds 1..3 --vary lr=0.1,0.2 --shard 2/12");
}

Test(sweep_resume, refuses_rows_that_are_broken) {
    static const char *const changes[][2] = {
        {"3s/,[^,]*$//", "rows.csv:3: 11 fields, but a row of this sweep has 12"},
        {"3s/,[a-z-]*$/,hance/", "rows.csv:3: outcome: 'hance' is no outcome"},
        {"3s/,[a-z-]*$/x&/", "rows.csv:3: answer_weight: '"},
        {"3p", "rows.csv:4: this run stands there twice"},
        {"3s/scaled-dot,2/,4/", "rows.csv:3: seed is '4', which no run of this sweep has"},
        {"3s/scaled-dot//", "rows.csv:3: this is no run of this sweep"},
        {"3s/,20,[0-9]*,,,/,20,,21,,/", "rows.csv:3: steps_to_99: it must be from 0 to 20"},
        {"3s/^/\"/", "rows.csv:3: a quote is never closed"},
        {"1s/seed/SEED/", "rows.csv:1: this is not the file of this sweep"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 SWEEP "&& sed '%s' $T/rows.csv > $T/x.csv && ! cmp -s $T/x.csv $T/rows.csv && "
                       "mv $T/x.csv $T/rows.csv",
                 changes[i][0]);
        assert_done(command);
        expect_refused(changes[i][1], "--seeds 1..3 --vary lr=0.1,0.2");
    }
}

#define CURVED SMALL "--seeds 1..3 -o $T/rows.csv --curves $T/curves.csv "

/* The curves of a run are written before its row: at any moment they are those of the rows, and
 * perhaps more. */
Test(sweep_resume, goes_on_with_the_curves) {
    size_t rows_size, curves_size;
    assert_done(CURVED);
    char *rows = read_test_file("rows.csv", &rows_size);
    char *curves = read_test_file("curves.csv", &curves_size);
    for (int kept = 0; kept <= 6; kept++) {
        size_t row_cut = line_end(rows, 1 + kept), curve_cut = line_end(curves, 1 + 3 * kept);
        const size_t more[] = {0, 1, 60, 300, curves_size};
        for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
            size_t cut = curve_cut + more[i] < curves_size ? curve_cut + more[i] : curves_size;
            write_bytes("rows.csv", rows, row_cut + (i == 3 && kept < 6 ? 20 : 0));
            write_bytes("curves.csv", curves, cut);
            assert_done(CURVED "--resume");
            expect_file("rows.csv", rows, row_cut);
            expect_file("curves.csv", curves, cut);
        }
    }
    free(rows);
    free(curves);
}

static void expect_curves_refused(const char *change, const char *words) {
    char command[1024];
    snprintf(command, sizeof command,
             CURVED "&& head -3 $T/rows.csv > $T/x && mv $T/x $T/rows.csv && "
                    "%s && cp $T/curves.csv $T/c && cp $T/rows.csv $T/r",
             change);
    assert_done(command);
    assert_refused(
        1, words,
        CURVED "--resume; s=$?; cmp $T/curves.csv $T/c && cmp $T/rows.csv $T/r || exit 9; exit $s");
}

#define KEEP(lines) "head -" #lines " $T/curves.csv > $T/x && mv $T/x $T/curves.csv"

#define NO_CURVES "curves.csv has no curves, but there are rows of 2 runs"

Test(sweep_resume, refuses_curves_that_are_not_those_of_the_rows) {
    expect_curves_refused("sed -i 's/dot,2,/dot,9,/' $T/curves.csv",
                          "curves.csv:5: seed is '9', which no run of this sweep has");
    expect_curves_refused("sed -i '6s/dot,2,/dot,1,/' $T/curves.csv",
                          "curves.csv:6: a curve begins at step 0");
    expect_curves_refused("sed -i '3s/dot,1,10/dot,1,x/' $T/curves.csv",
                          "curves.csv:3: this is no row of curves");
    expect_curves_refused("sed -n '2,4p' $T/curves.csv > $T/y && cat $T/y >> $T/curves.csv",
                          "this run stands there twice");
    expect_curves_refused("sed -i 2d $T/curves.csv", "curves.csv:2: a curve begins at step 0");
    expect_curves_refused("sed -i 1d $T/curves.csv", "curves.csv:1: this is not the file of");
    expect_curves_refused(KEEP(1), NO_CURVES);
    expect_curves_refused("head -c 180 $T/curves.csv > $T/x && mv $T/x $T/curves.csv", NO_CURVES);
    expect_curves_refused(": > $T/curves.csv", NO_CURVES);
    assert_refused(1, NO_CURVES, "rm $T/curves.csv; " CURVED "--resume");
    assert_done("test ! -e $T/curves.csv && test $(wc -l <$T/rows.csv) = 3");
}

/* A lost power cord may take more of one file than of the other. */
Test(sweep_resume, does_a_run_again_whose_curve_is_not_whole) {
    assert_done(CURVED "&& cp $T/rows.csv $T/r && cp $T/curves.csv $T/c");
    for (int lines = 2; lines <= 19; lines++) {
        char command[1024];
        snprintf(command, sizeof command,
                 "head -%d $T/c > $T/curves.csv && head -6 $T/r > $T/rows.csv && " CURVED
                 "--resume && cmp $T/r $T/rows.csv && cmp $T/c $T/curves.csv",
                 lines);
        assert_done(command);
    }
}

/* A row that is gone, doubled, or of other --eval-every, within a curve or at its end. */
Test(sweep_resume, does_a_run_again_whose_curve_has_gaps) {
    static const char *const edits[] = {"sed -i 3d", "sed -i 3p", "sed -i 4p", "sed -i 2p",
                                        "sed -i '2,4s/,10,/,5,/'"};
    assert_done(CURVED "&& cp $T/rows.csv $T/r && cp $T/curves.csv $T/c");
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 "cp $T/r $T/rows.csv && cp $T/c $T/curves.csv && %s $T/curves.csv && "
                 "! cmp -s $T/c $T/curves.csv && " CURVED
                 "--resume && cmp $T/r $T/rows.csv && cmp $T/c $T/curves.csv",
                 edits[i]);
        assert_done(command);
    }
}

/* The lines of the file $T/NAME, the header first and the rest in another order. */
#define MIX(name, order) "{ head -1 $T/" name "; sed 1d $T/" name " | " order "; }"

Test(sweep_resume, takes_rows_in_any_order) {
    assert_done(SWEEP "&& cp $T/rows.csv $T/whole && for n in 13 9 2; do " MIX(
        "whole", "tac") "| head -$n > $T/rows.csv && " SWEEP
                        "--resume && cmp $T/whole $T/rows.csv || "
                        "exit 1; done");
}

/* Each curve is three rows. */
Test(sweep_resume, takes_curves_in_any_order) {
    assert_done(
        CURVED
        "&& cp $T/rows.csv $T/r && cp $T/curves.csv $T/c && "
        "for n in 19 16 4; do " MIX("r", "tac") "| head -4 > $T/rows.csv && " MIX(
            "c", "paste - - - | tac | tr '\\t' '\\n'") "| head -$n > $T/curves.csv && " CURVED
                                                       "--resume && cmp $T/r $T/rows.csv && cmp "
                                                       "$T/c $T/curves.csv || "
                                                       "exit 1; done");
}

Test(sweep_resume, can_go_on_with_more_values_and_models) {
    assert_done(SMALL "--model mlp --seeds 2..3 --vary lr=0.2 -o $T/rows.csv && "
                      "sed '2,$s/,[^,]*\\(,[a-z-]*\\)$/,0.515625\\1/' $T/rows.csv > $T/x && "
                      "mv $T/x $T/rows.csv && " SWEEP "--model average,mlp --resume && "
                      "test $(grep -c '^mlp,,[23],0.2,.*,0.515625,' $T/rows.csv) = 2 && " SMALL
                      "--model average,mlp --seeds 1..3 --vary lr=0.1,0.2 | sed '11,$d' > $T/y && "
                      "test $(grep -cxFf $T/y $T/rows.csv) = 10");
}

/* Equal runs (the average model knows no score) have equal rows. */
Test(sweep_resume, tells_equal_rows_apart) {
    static const char sweep[] = SMALL "--model average --seeds 1..2 --vary score=dot,additive "
                                      "-o $T/rows.csv --curves $T/curves.csv";
    char command[1024];
    snprintf(command, sizeof command,
             "%s && cp $T/rows.csv $T/r && cp $T/curves.csv $T/c && head -4 $T/r > $T/rows.csv && "
             "%s --resume && cmp $T/r $T/rows.csv && cmp $T/c $T/curves.csv",
             sweep, sweep);
    assert_done(command);
}

/* The first run takes for ever, and the others wait for nobody; the last one where there is but one
 * thread. */
#ifdef _OPENMP
#define LONG_STEPS "1000000000,10,20,30"
#else
#define LONG_STEPS "10,20,30,1000000000"
#endif
#define LONG                                                                                       \
    "sweep -q --batch 8 --eval-examples 32 --eval-every 10 --model attention --threads 2 "         \
    "--vary steps=" LONG_STEPS " --engine reference "

/* Interrupts a sweep when `file` has the row of 30 steps. */
static void interrupt_long(const char *options, const char *signal, const char *file,
                           const char *after) {
    struct outcome outcome = run(
        "rm -f $T/rows.csv\n\"./${ATTNLEARN:-attnlearn}\" " LONG "%s & pid=$!\n"
        "n=0; while [ $n -lt 3000 ] && ! grep -qs ',30,' $T/%s; do n=$((n + 1)); sleep 0.01; done\n"
        "kill -%s $pid; wait $pid; test $? -gt 128 || exit 1\n%s",
        options, file, signal, after);
    cr_expect_eq(outcome.status, 0, "%s: %s%s", signal, outcome.out, outcome.err);
    outcome_free(&outcome);
}

Test(sweep_resume, no_finished_row_is_lost) {
    static const char *const signals[] = {"INT", "TERM", "KILL"};
    for (size_t i = 0; i < 3; i++) {
        interrupt_long("-o $T/rows.csv 2>$T/err", signals[i], "rows.csv",
                       "test $(wc -l < $T/rows.csv) = 4 && test $(grep -c ',30,' $T/rows.csv) = 1");
    }
}

Test(sweep_resume, says_how_to_go_on) {
    interrupt_long("-o $T/rows.csv 2>$T/err", "INT", "rows.csv",
                   "grep -qx 'attnlearn: interrupted when 3 of 4 runs were done: the same command "
                   "with --resume does the others' $T/err && ! test -e $T/rows.csv.lock");
}

/* What waited for the first run is printed when the sweep is interrupted. */
Test(sweep_resume, standard_output_gets_all_finished_rows) {
    struct outcome outcome =
        run("\"./${ATTNLEARN:-attnlearn}\" " LONG ">$T/out 2>$T/err & pid=$!\nsleep %d\n"
            "kill -INT $pid; wait $pid; test $? = 130 && test $(wc -l < $T/out) = 4 && "
            "grep -q 'interrupted when 3 of 4 runs were done: only a sweep with -o FILE can go "
            "on' $T/err",
            SLOWNESS > 1 ? 5 : 1);
    cr_expect_eq(outcome.status, 0, "%s%s", outcome.out, outcome.err);
    outcome_free(&outcome);
}

/* What a row does not tell shows in what it holds. */
Test(sweep_resume, rows_of_other_settings_are_told) {
    static const char words[] =
        "rows.csv: these settings give another row of model attention, score "
        "scaled-dot, seed 1, lr 0.1, steps 20: ";
    static const char *const others[] = {"--batch 9", "--optimizer sgd", "--pairs 3",
                                         "--eval-examples 33"};
    char again[] = SWEEP "--resume", *quiet = strstr(again, "-q ");
    memcpy(quiet, "   ", 3);
    assert_done(SWEEP "&& cp $T/rows.csv $T/before");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct outcome outcome = run("%s %s", again, others[i]);
        cr_expect(outcome.status == 0 && strstr(outcome.err, words), "%s", outcome.err);
        outcome_free(&outcome);
        assert_done("cmp $T/rows.csv $T/before");
    }
    struct outcome same = run("%s --threads 2", again);
    cr_expect(same.status == 0 && !strstr(same.err, "another row"), "%s", same.err);
    outcome_free(&same);
}

static void expect_locked(const char *options, const char *name) {
    struct outcome outcome = run(
        "rm -f $T/rows.csv\n"
        "\"./${ATTNLEARN:-attnlearn}\" sweep -q --engine reference --steps 1000000000 --seeds 1..2 "
        "-o $T/rows.csv --curves $T/curves.csv & pid=$!\n"
        "n=0; while [ $n -lt 3000 ] && ! test -e $T/rows.csv; do n=$((n + 1)); sleep 0.01; done\n"
        "cp $T/rows.csv $T/before; " SMALL "%s 2>$T/err; s=$?\n"
        "cmp $T/rows.csv $T/before || s=9\n"
        "grep -q \"another process ($pid) is at work in $T/%s: wait for its end, or take another "
        "file\" $T/err || cat $T/err\n"
        "kill -INT $pid; wait $pid; ls $T/*.lock 2>/dev/null; exit $s",
        options, name);
    cr_expect_eq(outcome.status, 1, "%s: %d", options, outcome.status);
    cr_expect_str_eq(outcome.out, "", "%s: %s", options, outcome.out);
    outcome_free(&outcome);
}

Test(sweep_resume, two_processes_do_not_share_a_file) {
    expect_locked("-o $T/rows.csv", "rows.csv");
    expect_locked("-o $T/other.csv --curves $T/curves.csv", "curves.csv");
    expect_locked("-o $T/rows.csv --resume", "rows.csv");
    expect_locked("-o $(ln -sf rows.csv $T/link; echo $T/link)", "link");
}

/* A name with a comma could not be said in a list, but one with quotes can. */
Test(sweep_resume, reads_values_that_need_quotes) {
    assert_done("cp data/eval.csv \"$T/a \\\"b\\\".csv\" && cp data/eval.csv $T/plain.csv && "
                "resume() { " SMALL
                "--model average --vary data=\"$T/a \\\"b\\\".csv\",$T/plain.csv "
                "--seeds 1..2 -o $T/rows.csv $1; } && resume && cp $T/rows.csv $T/whole.csv && "
                "grep -qF '/a \"\"b\"\".csv\",20,' $T/whole.csv && "
                "head -c -5 $T/whole.csv > $T/rows.csv && resume --resume && "
                "cmp $T/rows.csv $T/whole.csv");
}

/* Killed after a few rows: what is there is whole rows, and resuming gives the whole. */
Test(sweep_resume, after_a_kill) {
    static const char signals[][5] = {"KILL", "TERM"};
    static const char options[] =
        "set -- sweep -q --engine reference --batch 8 --eval-examples 32 --steps 60 --eval-every "
        "10 --seeds 1..9";
    struct outcome whole =
        run("%s\nattnlearn \"$@\" -o $T/whole.csv --curves $T/whole-curves.csv", options);
    cr_assert_eq(whole.status, 0, "%s", whole.err);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct outcome outcome = run(
            "%s --threads 2 -o $T/rows.csv --curves $T/curves.csv\nrm -f $T/rows.csv\n"
            "\"$PROGRAM\" \"$@\" & pid=$!\n"
            "n=0; while [ $n -lt 5000 ] && ! grep -qs '^attention,scaled-dot,3' $T/rows.csv; do "
            "n=$((n + 1)); done\n"
            "kill -%s $pid; wait $pid && exit 1\n"
            "grep -vxFf $T/whole.csv $T/rows.csv && exit 1\n"
            "wc -l < $T/rows.csv\n"
            "attnlearn \"$@\" --resume && cmp $T/rows.csv $T/whole.csv && "
            "cmp $T/curves.csv $T/whole-curves.csv",
            options, signals[i]);
        cr_expect_eq(outcome.status, 0, "%s: %s%s", signals[i], outcome.out, outcome.err);
        outcome_free(&outcome);
    }
    outcome_free(&whole);
}
