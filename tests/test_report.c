/* report: what it refuses, and what its page is. tests/browser looks at the page itself. */
#include "attention/score.h"
#include "command/plot/curve_words.h"
#include "command/report/report_run.h"
#include "page/sources.h"
#include "support.h"
#include "train/curves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRAIN                                                                                      \
    "attnlearn train --model attention,average --steps 20 --eval-examples 64 -q --out $T/run"

static void setup(void) {
    struct outcome outcome = run(TRAIN " --snapshots 4");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
}

/* Runs the commands, then report, which must be refused and leave no page. */
static void assert_report_refused(int status, const char *words, const char *before) {
    char command[1024];
    struct outcome outcome = run("%s", before);
    cr_assert_eq(outcome.status, 0, "%s: %s", before, outcome.err);
    outcome_free(&outcome);
    snprintf(command, sizeof command, "attnlearn report $T/run -o $T/page.html");
    assert_refused(status, words, command);
    outcome = run("test ! -e $T/page.html");
    cr_expect_eq(outcome.status, 0, "there is a page after: %s", before);
    outcome_free(&outcome);
}

static char *page_of(const char *options) {
    char path[512];
    struct outcome outcome = run("attnlearn report %s -o $T/page.html", options);
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    cr_assert_eq(outcome.out_size + outcome.err_size, 0, "%s%s", outcome.out, outcome.err);
    outcome_free(&outcome);
    snprintf(path, sizeof path, "%s/page.html", test_folder());
    char *page = read_file(path, NULL);
    cr_assert(page);
    return page;
}

static size_t count(const char *text, const char *word) {
    size_t n = 0;
    for (; (text = strstr(text, word)); text += strlen(word)) n++;
    return n;
}

Test(report, needs_a_run_and_a_file, .init = setup) {
    assert_refused(2, "say -o FILE.html", "attnlearn report $T/run");
    assert_refused(1, "is no run folder: it has no config.ini", "attnlearn report $T/no -o -");
    assert_refused(1, "is no run folder: it has no config.ini",
                   "attnlearn report $T/run/curves.csv -o -");
    assert_refused(1, "cannot write", "attnlearn report $T/run -o $T/no/page.html");
    assert_refused(2, "page.pdf' does not end in .html", "attnlearn report $T/run -o $T/page.pdf");
}

Test(report, refuses_bad_files_of_a_run, .init = setup) {
    assert_report_refused(1, "run/config.ini:2: ",
                          "cp -r $T/run $T/good; sed -i '2s/.*/pears = 6/' $T/run/config.ini");
    assert_report_refused(1, "curves.csv", "cp $T/good/* $T/run 2>/dev/null; rm $T/run/curves.csv");
    assert_report_refused(1, "curves.csv:3",
                          "sed 3s/,/,x,/ $T/good/curves.csv > $T/run/curves.csv");
    assert_report_refused(1, "run/attention.safetensors",
                          "cp $T/good/curves.csv $T/run; echo no > $T/run/attention.safetensors");
    assert_report_refused(1, "is not the model of this run",
                          "cp $T/good/average.safetensors $T/run/attention.safetensors");
    assert_report_refused(1, "is not the model of this run",
                          "cp $T/good/*.safetensors $T/run; "
                          "sed -i 's/^letters = .*/letters = 9/' $T/run/config.ini");
}

Test(report, refuses_a_snapshot_of_another_model, .init = setup) {
    assert_report_refused(1,
                          "attention-00000020.safetensors is not a snapshot of the run's attention",
                          "cd $T/run/snapshots; "
                          "cp average-00000020.safetensors attention-00000020.safetensors");
}

Test(report, does_not_wait_for_standard_input_that_a_run_had) {
    struct outcome outcome =
        run("attnlearn generate --examples 40 | " TRAIN " --eval-data - && mkfifo $T/silent &&"
            "timeout 10 \"$PROGRAM\" report $T/run -o $T/page.html <>$T/silent &&"
            "grep -c '\"verdict\":null' $T/page.html");
    cr_expect_str_eq(outcome.out, "2\n", "%d %s", outcome.status, outcome.err);
    outcome_free(&outcome);
}

Test(report, is_the_same_bytes_twice_and_whole, .init = setup) {
    char *first = page_of("$T/run"), *second = page_of("$T/run///");
    cr_expect_str_eq(first, second);
    cr_expect(strncmp(first, "<!DOCTYPE html>\n", 16) == 0);
    cr_expect_eq(count(first, "<script"), 2);
    cr_expect_eq(count(first, "</script>"), 2);
    cr_expect_eq(count(first, "<!-- "), 0, "something was not put in");
    cr_expect_eq(count(first, "\"step\":20,\"weights\":"), 2, "the last snapshot of both models");
    cr_expect_eq(count(first, "\"snapshots_there\":4,"), 2);
    free(first);
    free(second);
}

/* The page is written with what there is, and said to be without the rest. */
static void assert_report_lacks(int status, const char *words, const char *missing,
                                const char *before) {
    struct outcome outcome = run("cd $T && %s; attnlearn report run -o page.html; echo $?; grep -c "
                                 "'\"missing\": \\[%s\\]' page.html; rm page.html",
                                 before, missing);
    cr_expect_str_eq(outcome.out, status ? "1\n1\n" : "0\n1\n", "%s: %s", before, outcome.out);
    cr_expect_str_eq(outcome.err, words, "%s: %s", before, outcome.err);
    outcome_free(&outcome);
}

Test(report, tells_what_a_run_lacks, .init = setup) {
    assert_report_lacks(0, "", "", "rm -r run/snapshots");
    assert_report_lacks(
        1, "attnlearn: run has lost average.safetensors: the page is written without\n",
        "\"average.safetensors\"", "rm run/average.safetensors");
    assert_report_lacks(1,
                        "attnlearn: run has lost attention.safetensors, average.safetensors: the "
                        "page is written without\n",
                        "\"attention.safetensors\",\"average.safetensors\"",
                        "rm run/attention.safetensors");
    assert_report_lacks(1,
                        "attnlearn: run has lost attention.safetensors, average.safetensors: the "
                        "page is written without\n",
                        "\"attention.safetensors\",\"average.safetensors\"",
                        "rm run/state.safetensors");
    assert_report_lacks(0,
                        "attnlearn: the page is without attention.safetensors, "
                        "average.safetensors: nothing was saved yet\n",
                        "\"attention.safetensors\",\"average.safetensors\"", "rm run/curves.svg");
    assert_report_lacks(
        0,
        "attnlearn: the page is without mlp (its 3048010 numbers are too many for a "
        "page)\n",
        "\"mlp .*\"",
        "attnlearn train --force --model mlp --hidden 24000 --steps 0 "
        "--eval-examples 1 -q --out run");
}

Test(report, replaces_no_file_of_its_run, .init = setup) {
    static const char *const names[] = {"curves.csv", "state.safetensors", "config.ini", "lock"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char words[64];
        struct outcome outcome = run("ln -sf run/%s $T/page.html", names[i]);
        outcome_free(&outcome);
        snprintf(words, sizeof words, "%s is a file of the run", "page.html");
        assert_refused(2, words, "cd $T && touch run/lock && attnlearn report run -o page.html");
    }
    assert_refused(2, "--output: run/lock is a file of the run, and the page would replace it",
                   "cd $T && attnlearn report run -o run/lock");
}

/* As the run names it, and through a link. */
Test(report, replaces_no_examples_of_its_run) {
    static const char *const options[] = {"data", "eval-data"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char words[96];
        struct outcome outcome =
            run("cd $T && attnlearn generate --examples 40 -o examples && cp examples kept && "
                "ln -sf examples page.html && " TRAIN " --force --%s examples",
                options[i]);
        cr_assert_eq(outcome.status, 0, "%s", outcome.err);
        outcome_free(&outcome);
        snprintf(words, sizeof words,
                 "--output would write over examples, which the run's --%s reads: say another file",
                 options[i]);
        assert_refused(2, words, "cd $T && attnlearn report run -o examples");
        assert_refused(2, "page.html, which the run's --",
                       "cd $T && attnlearn report run -o page.html");
        assert_done("cd $T && cmp examples kept && attnlearn report run -o other.html");
    }
    assert_done("cd $T && attnlearn train --force --model average -q --steps 1 --data - --out run "
                "<kept && attnlearn report run -o - | grep -q '<html'");
}

Test(report, writes_no_bracket_of_a_name, .init = setup) {
    struct outcome outcome = run("mv $T/run \"$T/<!--<script>\"");
    cr_assert_eq(outcome.status, 0);
    outcome_free(&outcome);
    char *page = page_of("\"$T/<!--<script>\"");
    cr_expect_eq(count(page, "\"name\": \"\\u003c!--\\u003cscript>\""), 1);
    cr_expect_eq(count(page, "<!--"), 0);
    free(page);
}

/* Of many rows the page has few, and the highest and lowest losses are among them. */
Test(report, thins_long_curves_and_keeps_their_extremes, .init = setup) {
    struct outcome outcome =
        run("{ head -1 $T/run/curves.csv; awk 'BEGIN { for (i = 0; i < 100000; i++) printf "
            "\"attention,dot,1,%%d,%%d,,%%s,0.5,,,,,2.3,1.7,1.5\\n\", i, i, "
            "i == 54321 ? \"777.5\" : i == 12345 ? \"-333.25\" : 1 + i %% 7 }'; } > $T/long; "
            "mv $T/long $T/run/curves.csv");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
    char *page = page_of("$T/run");
    cr_expect_eq(count(page, "777.5"), 1);
    cr_expect_eq(count(page, "-333.25"), 1);
    cr_expect_eq(count(page, "\"step\":[0,"), 1);
    cr_expect_eq(count(page, ",99999]"), 1);
    cr_expect_lt(strlen(page), 300000);
    free(page);
}

/* A column, 1 the first, of the last row of curves.csv. */
static double last_value(int column) {
    struct outcome outcome = run("tail -n 1 $T/run/curves.csv | cut -d, -f%d", column);
    double value = strtod(outcome.out, NULL);
    outcome_free(&outcome);
    return value;
}

/* A run that went on with other seeds has one curve of each model, from its first row to its last. */
Test(report, is_of_one_run_whatever_its_seeds, .init = setup) {
    struct outcome outcome =
        run("for seed in 2 3 4 5 6; do attnlearn train -q --resume $T/run --seed $seed --steps "
            "$(($seed * 20)) --eval-every 20 || exit; done");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
    char *page = page_of("$T/run");
    const char *average = strstr(page, "\"name\":\"average\"");
    cr_assert(average);
    cr_expect_eq(count(page, "\"step\":[0,20,40,60,80,100,120],"), 2);
    static const char before[] = "\"final\":{\"loss\":";
    const char *final = strstr(average, before);
    cr_assert(final);
    assert_near(strtod(final + strlen(before), NULL), last_value(7), 1e-12, "the last loss");
    free(page);
    assert_report_refused(1, "run/curves.csv has more curves than a run folder",
                          "rm $T/page.html; attnlearn sweep -q --seeds 1..5 --steps 10 --curves "
                          "$T/run/curves.csv -o $T/s.csv");
}

/* A model whose snapshots would fill the page has fewer of them. */
Test(report, has_fewer_snapshots_of_large_models) {
    struct outcome outcome =
        run("attnlearn train --model mlp --hidden 100 --steps 30 --eval-examples 16 "
            "-q --out $T/run --snapshots 31");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
    char *page = page_of("$T/run");
    cr_expect_eq(count(page, "\"snapshots_there\":31,"), 1);
    size_t shown = count(page, "{\"step\":");
    cr_expect(shown >= 2 && shown < 31, "%zu", shown);
    cr_expect_eq(count(page, "{\"step\":0,"), 1);
    cr_expect_eq(count(page, "{\"step\":30,"), 1);
    free(page);
}

static bool is_measured(const char *column) {
    for (int i = 0; i < CURVE_VALUE_COUNT; i++) {
        if (strcmp(curve_value_names[i], column) == 0) return true;
    }
    return false;
}

/* What train measures has words in figures; what the page shows is what train measures. */
Test(report, columns_have_the_names_of_the_curves) {
    for (int i = 0; i < CURVE_UNIFORM_LOSS; i++) {
        const char *column = curve_value_names[i];
        cr_expect_str_neq(curve_words_of(column).title, column);
    }
    for (int c = 0; c < REPORT_COLUMN_COUNT; c++) {
        cr_expect(is_measured(report_columns[c]), "%s", report_columns[c]);
    }
}

static bool script_has(const char *words) {
    for (const char *const *line = page_script; *line; line++) {
        if (strstr(*line, words)) return true;
    }
    return false;
}

/* A score or a column that the program has and the page has not would be found out by a reader. */
Test(report, the_page_knows_every_score_and_column) {
    char words[128];
    for (size_t i = 0; scores[i]; i++) {
        bool quoted = strchr(scores[i]->name, '-');
        snprintf(words, sizeof words, quoted ? "    '%s': { formula" : "    %s: { formula",
                 scores[i]->name);
        cr_expect(script_has(words), "%s", words);
    }
    for (int c = 0; c < REPORT_COLUMN_COUNT; c++) {
        snprintf(words, sizeof words, "{ column: '%s'", report_columns[c]);
        cr_expect(script_has(words), "%s", words);
    }
}
