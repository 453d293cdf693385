/* A sweep that was interrupted: it keeps its finished rows, and --resume does the others. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL "attnlearn sweep -q --batch 8 --eval-examples 32 --steps 20 --eval-every 10 "
#define SWEEP SMALL "--seeds 1..3 --vary lr=0.1,0.2 -o $T/rows.csv "

static void expect_done(const char *command) {
    struct outcome outcome = run("%s", command);
    cr_assert_eq(outcome.status, 0, "%s: status %d (%s)", command, outcome.status, outcome.err);
    outcome_free(&outcome);
}

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
    expect_done(SWEEP);
    char *whole = read_test_file("rows.csv", &size);
    size_t header = line_end(whole, 1), row = line_end(whole, 5);
    const size_t cuts[] = {0,       1,       header - 1, header,   header + 1,        header + 12,
                           row - 1, row - 2, row,        row + 1,  row + 30,          size - 1,
                           size,    9,       header / 2, size - 9, line_end(whole, 2)};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        write_bytes("rows.csv", whole, cuts[i]);
        expect_done(i % 2 ? SWEEP "--resume" : SWEEP "--resume --threads 2");
        expect_file("rows.csv", whole, cuts[i]);
    }
    free(whole);
}

Test(sweep_resume, begins_where_there_is_no_file) {
    expect_done(SWEEP "--resume && mv $T/rows.csv $T/1.csv && " SWEEP
                      "&& cmp $T/1.csv $T/rows.csv");
}

Test(sweep_resume, without_it_the_file_is_replaced) {
    write_string("rows.csv", "something else\n");
    expect_done(SWEEP "&& ! grep something $T/rows.csv && test $(wc -l < $T/rows.csv) = 13");
}

/* A number is changed by hand in a finished row: the run is not done again. */
Test(sweep_resume, keeps_the_rows_that_are_there) {
    expect_done(SWEEP
                "&& sed '2s/,[^,]*\\(,[a-z-]*\\)$/,0.515625\\1/' $T/rows.csv > $T/changed.csv && "
                "head -4 $T/changed.csv > $T/rows.csv && " SWEEP "--resume && "
                "cmp $T/rows.csv $T/changed.csv && grep -q ',0.515625,' $T/rows.csv");
}

Test(sweep_resume, can_go_on_with_more_seeds) {
    expect_done(SMALL "--model average --seeds 1..2 -o $T/r.csv && " SMALL
                      "--model average --seeds 1..4 -o $T/r.csv --resume && " SMALL
                      "--model average --seeds 1..4 | cmp - $T/r.csv");
}

Test(sweep_resume, of_a_shard) {
    expect_done(SWEEP "--shard 2/3 && cp $T/rows.csv $T/whole.csv && head -c 200 $T/whole.csv > "
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
    expect_done(SWEEP);
    expect_refused("rows.csv:2: seed is '1', but this sweep has '2' there",
                   "--seeds 2..4 --vary lr=0.1,0.2");
    expect_refused("rows.csv:8: lr is '0.2', but this sweep has '0.3' there",
                   "--seeds 1..3 --vary lr=0.1,0.3");
    expect_refused("rows.csv:2: model is 'attention', but this sweep has 'mlp' there",
                   "--seeds 1..3 --vary lr=0.1,0.2 --model mlp");
    expect_refused("rows.csv:2: score is 'scaled-dot', but this sweep has 'dot' there",
                   "--seeds 1..3 --vary lr=0.1,0.2 --score dot");
    expect_refused("rows.csv:2: steps is '20', but this sweep has '30' there",
                   "--seeds 1..3 --vary lr=0.1,0.2 --steps 30");
    expect_refused("rows.csv:1: this is not the file of this sweep: its header would be "
                   "'model,score,seed,batch,steps,",
                   "--seeds 1..3 --vary batch=1,2 --batch 8");
    expect_refused("rows.csv:8: a row too many: this sweep has 6 here",
                   "--seeds 1..3 --vary lr=0.1");
    expect_refused("rows.csv:2: seed is '1', but this sweep has '2' there",
                   "--seeds 1..3 --vary lr=0.1,0.2 --shard 2/12");
}

Test(sweep_resume, refuses_rows_that_are_broken) {
    static const char *const changes[][2] = {
        {"3s/,[^,]*$//", "rows.csv:3: 11 fields, but a row of this sweep has 12"},
        {"3s/,[a-z-]*$/,hance/", "rows.csv:3: outcome: 'hance' is no outcome"},
        {"3s/,[a-z-]*$/x&/", "rows.csv:3: answer_weight: '"},
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
        expect_done(command);
        expect_refused(changes[i][1], "--seeds 1..3 --vary lr=0.1,0.2");
    }
}

#define CURVED SMALL "--seeds 1..3 -o $T/rows.csv --curves $T/curves.csv "

/* The curves of a run are written before its row: at any moment they are those of the rows, and
 * perhaps more. */
Test(sweep_resume, goes_on_with_the_curves) {
    size_t rows_size, curves_size;
    expect_done(CURVED);
    char *rows = read_test_file("rows.csv", &rows_size);
    char *curves = read_test_file("curves.csv", &curves_size);
    for (int kept = 0; kept <= 6; kept++) {
        size_t row_cut = line_end(rows, 1 + kept), curve_cut = line_end(curves, 1 + 3 * kept);
        const size_t more[] = {0, 1, 60, 300, curves_size};
        for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
            size_t cut = curve_cut + more[i] < curves_size ? curve_cut + more[i] : curves_size;
            write_bytes("rows.csv", rows, row_cut + (i == 3 && kept < 6 ? 20 : 0));
            write_bytes("curves.csv", curves, cut);
            expect_done(CURVED "--resume");
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
                    "%s && cp $T/curves.csv $T/c",
             change);
    expect_done(command);
    assert_refused(1, words, CURVED "--resume; s=$?; cmp $T/curves.csv $T/c || exit 9; exit $s");
}

#define KEEP(lines) "head -" #lines " $T/curves.csv > $T/x && mv $T/x $T/curves.csv"

Test(sweep_resume, refuses_curves_that_are_not_those_of_the_rows) {
    expect_curves_refused(KEEP(4), "curves.csv: curves of 1 runs, but there are rows of 2");
    expect_curves_refused(KEEP(6), "curves.csv: the curve of run 2 ends at step 10 of 20");
    expect_curves_refused("sed -i 's/dot,2,/dot,9,/' $T/curves.csv",
                          "curves.csv:5: this is no curve of attention, seed 2");
    expect_curves_refused("sed -i 2d $T/curves.csv", "curves.csv:2: a curve begins at step 0");
    expect_curves_refused("sed -i 1d $T/curves.csv", "curves.csv:1: this is not the file of");
    assert_refused(1, "curves.csv has no curves, but there are rows of 2 runs",
                   "rm $T/curves.csv; " CURVED "--resume");
}

/* A name with a comma could not be said in a list, but one with quotes can. */
Test(sweep_resume, reads_values_that_need_quotes) {
    expect_done("cp data/eval.csv \"$T/a \\\"b\\\".csv\" && cp data/eval.csv $T/plain.csv && "
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
            "cmp -n $(wc -c < $T/rows.csv) $T/rows.csv $T/whole.csv || exit 1\n"
            "wc -l < $T/rows.csv\n"
            "attnlearn \"$@\" --resume && cmp $T/rows.csv $T/whole.csv && "
            "cmp $T/curves.csv $T/whole-curves.csv",
            options, signals[i]);
        cr_expect_eq(outcome.status, 0, "%s: %s%s", signals[i], outcome.out, outcome.err);
        outcome_free(&outcome);
    }
    outcome_free(&whole);
}
