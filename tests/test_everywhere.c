/* The same from any locale, and in any terminal. */
#include "command/command.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

#define BRIEF " --steps 40 --eval-every 20 --eval-examples 64 --batch 8"
#define TOKENS                                                                                     \
    " --query data/tokens/tokens.csv --key data/tokens/tokens.csv --value data/tokens/value.csv"

/* A line or more for every command, after the run that some of them look at. Times are left out of
 * what bench tells. */
static const char *const lines[] = {
    "train --model attention,average,mlp --out run --force" BRIEF,
    "eval run/attention.safetensors --examples 64 --per-example - -o eval.svg",
    "ask run/attention.safetensors 'a3 c7 f1 b9 h0 d2' c -o ask.svg",
    "explain run/attention.safetensors 'a3 c7 f1 b9 h0 d2' c",
    "floor --min-pairs 2",
    "attend" TOKENS " --causal -o attend.svg",
    "attend" TOKENS " --json",
    "gradcheck --examples 1",
    "generate --min-pairs 1",
    "sweep --seeds 1..2 -q" BRIEF,
    "plot run/curves.csv",
    "plot run/curves.csv --log -o plot.svg",
    "plot run/attention.safetensors --examples 64",
    "report run -o page.html",
    "bench --seconds 0 --repetitions 1 -q --csv bench.csv --engine fast | cut -c 1-20",
    "demo",
    "help --man",
    "help --bash",
    "help --zsh",
    "help --fish",
};
enum { LINES = sizeof lines / sizeof *lines };

/* Runs the line in $T, where the data are. */
static struct outcome run_line(const char *environment, const char *line) {
    return run("cd $T && export %s\nattnlearn %s", environment, line);
}

static void link_data(void) {
    struct outcome outcome = run("ln -sfn \"$PWD/data\" $T/data");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
}

static bool is_ascii(const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)bytes[i] > 126 || (bytes[i] < ' ' && !strchr("\n\t", bytes[i]))) {
            return false;
        }
    }
    return true;
}

static void expect_ascii(const char *line) {
    struct outcome outcome = run_line("LC_ALL=C", line);
    cr_expect_eq(outcome.status, 0, "%s: %s", line, outcome.err);
    cr_expect(is_ascii(outcome.err, outcome.err_size), "%s: %s", line, outcome.err);
    cr_expect(outcome.out_size > 0 || strstr(line, "-o ") || strstr(line, "-q"), "%s", line);
    cr_expect(is_ascii(outcome.out, outcome.out_size), "%s: %s", line, outcome.out);
    outcome_free(&outcome);
}

Test(everywhere, every_command_is_walked_through) {
    for (size_t c = 0; commands[c]; c++) {
        size_t length = strlen(commands[c]->name), found = 0;
        for (size_t i = 0; i < LINES; i++) {
            found += strncmp(lines[i], commands[c]->name, length) == 0 && !strchr(" ", lines[i][0]);
        }
        cr_expect(found, "no line of %s", commands[c]->name);
    }
}

Test(everywhere, is_ascii_in_the_c_locale) {
    link_data();
    for (size_t i = 0; i < LINES; i++) expect_ascii(lines[i]);
    for (size_t c = 0; commands[c]; c++) {
        char line[64];
        snprintf(line, sizeof line, "help %s", commands[c]->name);
        expect_ascii(line);
    }
}

/* A name is the user's own, which the terminal that it came from can show; what is no UTF-8 is "?". */
Test(everywhere, a_name_is_repeated_as_it_was_said) {
    assert_refused(1, "cannot open t\xc3\xbcr.csv", "LC_ALL=C attnlearn plot 't\xc3\xbcr.csv'");
    assert_refused(1, "cannot open t?r.csv", "LC_ALL=C attnlearn plot 't\xfcr.csv'");
}

/* A locale with a decimal comma, made in the test's folder; skips the test where that fails. */
static void make_german(void) {
    struct outcome outcome =
        run("mkdir -p $T/locales && localedef -i de_DE -f UTF-8 $T/locales/de_DE.UTF-8\n"
            "LOCPATH=$T/locales LC_ALL=de_DE.UTF-8 \"$(command -v printf)\" %%s ''\n"
            "LOCPATH=$T/locales LC_ALL=de_DE.UTF-8 env printf %%.1f 1,5");
    bool made = strcmp(outcome.out, "1,5") == 0;
    outcome_free(&outcome);
    if (!made) cr_skip_test("no locale with a decimal comma can be made here");
}

static void expect_same(const char *environment, const char *line) {
    struct outcome plain = run_line("LC_ALL=C.UTF-8", line), other = run_line(environment, line);
    cr_expect_eq(plain.status, 0, "%s: %s", line, plain.err);
    cr_expect_eq(other.status, 0, "%s %s: %s", environment, line, other.err);
    cr_expect_str_eq(other.out, plain.out, "%s: %s", environment, line);
    outcome_free(&plain);
    outcome_free(&other);
}

/* All that the run, the pictures and the page are made of. */
static char *checksums(void) {
    struct outcome outcome = run("cd $T && find run *.svg *.html -type f | sort | xargs cksum");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    free(outcome.err);
    return outcome.out;
}

Test(everywhere, a_decimal_comma_changes_nothing) {
    static const char german[] = "LOCPATH=$T/locales LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8";
    make_german();
    link_data();
    for (size_t i = 0; i < LINES; i++) expect_same(german, lines[i]);
    char *files = checksums(); /* what was written last was written in German */
    for (size_t i = 0; i < LINES; i++) {
        struct outcome outcome = run_line("LC_ALL=C.UTF-8", lines[i]);
        outcome_free(&outcome);
    }
    char *again = checksums();
    cr_expect_str_eq(again, files);
    free(again);
    free(files);
}

/* --- terminals ---------------------------------------------------------------------------------- */

static const char *const drawings[] = {
    "train" BRIEF " --model attention",
    "ask run/attention.safetensors 'a3 c7 f1 b9 h0 d2' c",
    "explain run/attention.safetensors 'a3 c7 f1 b9 h0 d2' c",
    "eval run/attention.safetensors --examples 64",
    "plot run/curves.csv",
    "plot run/attention.safetensors --examples 64",
    ("attend" TOKENS),
    "demo scores",
    "demo positions",
    "gradcheck --examples 1",
};
enum { DRAWINGS = sizeof drawings / sizeof *drawings };

/* Runs the line as run_line does, in a terminal of its own. */
static struct outcome run_in_terminal(const char *environment, const char *line) {
    return run("cd $T && export TERM=xterm && unset COLUMNS NO_COLOR && export %s\n"
               "script -qec \"'$PROGRAM' %s 2>/dev/null\" /dev/null",
               environment, line);
}

static void prepare_drawings(void) {
    struct outcome outcome = run("command -v script");
    bool missing = outcome.status != 0;
    outcome_free(&outcome);
    if (missing) cr_skip_test("there is no script, which makes terminals");
    link_data();
    outcome = run_line("LC_ALL=C.UTF-8", lines[0]);
    cr_assert_eq(outcome.status, 0, "%s", outcome.out);
    outcome_free(&outcome);
}

static void expect_colours(const char *environment, const char *line, bool expected) {
    struct outcome outcome = run_in_terminal(environment, line);
    cr_expect_eq(outcome.status, 0, "%s %s: %s", environment, line, outcome.out);
    cr_expect(outcome.out_size > 0, "%s", line);
    cr_expect_eq(strchr(outcome.out, 27) != NULL, expected, "%s %s: %s", environment, line,
                 outcome.out);
    outcome_free(&outcome);
}

Test(everywhere, no_colour_where_none_is_wanted) {
    prepare_drawings();
    expect_colours("TERM=xterm", "plot run/curves.csv", true);
    expect_colours("TERM=xterm", "attend" TOKENS, true);
    for (size_t i = 0; i < DRAWINGS; i++) {
        expect_colours("NO_COLOR=1", drawings[i], false);
        expect_colours("TERM=dumb", drawings[i], false);
        expect_colours("TERM=", drawings[i], false);
        expect_colours("TERM=; unset TERM", drawings[i], false);
    }
}

/* What cannot be a width is as none: 80. */
Test(everywhere, a_width_that_cannot_be_is_as_none) {
    static const char *const widths[] = {
        "0", "1", "-5", "wide", "80.5", "99999999999999999999", "''", "80; unset COLUMNS",
    };
    prepare_drawings();
    for (size_t i = 0; i < DRAWINGS; i++) {
        struct outcome usual = run_in_terminal("LC_ALL=C COLUMNS=80", drawings[i]);
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            char environment[64];
            snprintf(environment, sizeof environment, "LC_ALL=C COLUMNS=%s", widths[w]);
            struct outcome outcome = run_in_terminal(environment, drawings[i]);
            cr_expect_eq(outcome.status, 0, "%s: %s", environment, drawings[i]);
            cr_expect_str_eq(outcome.out, usual.out, "%s: %s", environment, drawings[i]);
            outcome_free(&outcome);
        }
        outcome_free(&usual);
    }
}

/* The widest and the narrowest that are taken. */
Test(everywhere, draws_in_any_width) {
    prepare_drawings();
    for (size_t i = 0; i < DRAWINGS; i++) {
        expect_colours("NO_COLOR=1 COLUMNS=20", drawings[i], false);
        expect_colours("NO_COLOR=1 COLUMNS=1000", drawings[i], false);
    }
}
