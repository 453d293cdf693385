/* Signals and locks: what is said, what is left, and who is refused. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs a script: `start` begins the program in the background with its words, waits until the file
 * $2 is there, and sends it the signal $1; then its status is printed. */
#define SCRIPT                                                                                     \
    "cd $T\n"                                                                                      \
    "start() { signal=$1 file=$2; shift 2; \"$PROGRAM\" \"$@\" & pid=$!\n"                         \
    "for i in $(seq 3000); do ls $file >/dev/null 2>&1 && break; sleep 0.01; done; sleep 0.05; "   \
    "kill -$signal $pid; }\n"

static struct outcome script(const char *lines) {
    return run(SCRIPT "%s", lines);
}

static void expect_script(const char *lines, const char *out, const char *words) {
    struct outcome outcome = script(lines);
    cr_expect_str_eq(outcome.out, out, "%s: '%s' (%s)", lines, outcome.out, outcome.err);
    cr_expect(strstr(outcome.err, words), "%s: '%s' is not in '%s'", lines, words, outcome.err);
    outcome_free(&outcome);
}

Test(signals, a_run_with_a_folder_saves_and_says_how_to_go_on) {
    expect_script(
        "start INT run/curves.csv train --out run --steps 100000000 -q; wait $pid; echo $?\n"
        "ls -A run | tr '\\n' ' '",
        "130\nattention.safetensors average.safetensors config.ini curves.csv curves.svg "
        "state.safetensors ",
        " of 100000000: attnlearn train --resume run goes on\n");
}

/* The command that it says is one: here it is run as it stands. */
Test(signals, what_goes_on_can_be_pasted_into_a_shell) {
    expect_script(
        "start INT 'Ann*/curves.csv' train --out \"Ann's run\" --eval-examples "
        "1000000000 --steps 9 -q; wait $pid; echo $?\n"
        "sed -n 's/.*: \\(attnlearn train .*\\) goes on/\\1 --eval-examples 9 -q/p' err >line; "
        ". ./line; echo $?; tail -n 1 \"Ann's run/curves.csv\" | cut -d, -f4",
        "130\n0\n9\n", "attnlearn train --resume 'Ann'\\''s run' goes on\n");
}

Test(signals, a_run_without_one_keeps_its_rows_and_its_model) {
    expect_script(
        "start TERM c.csv train --csv c.csv --save m --model attention --steps 100000000 -q;"
        "wait $pid; echo $?; tail -c 1 c.csv | od -An -c | tr -d ' '; "
        "attnlearn eval m --examples 5 --json | grep -c loss; ls | tr '\\n' ' '",
        "143\n\\n\n2\nc.csv command.sh err m out ",
        "the model is in m, but only a run with --out DIR can go on\n");
}

/* What was trained is kept; the evaluation is made where the run goes on. */
Test(signals, an_evaluation_is_broken_off) {
    expect_script(
        "start INT run/curves.csv train --out run --eval-examples 1000000000 --steps 9 -q;"
        "wait $pid; echo $?; wc -l <run/curves.csv; attnlearn train --resume run "
        "--eval-examples 9 -q; echo $?; tail -n 1 run/curves.csv | cut -d, -f4",
        "130\n1\n0\n9\n",
        "attnlearn: interrupted after step 0 of 9: attnlearn train --resume run goes on\n");
    expect_script(
        "more='--eval-every 50 --eval-examples 99 -q'\n"
        "attnlearn train --out part --steps 100 $more; attnlearn train --out whole --steps "
        "200 $more\n"
        "start TERM c.csv train --resume part --steps 150 --eval-examples 1000000000 "
        "--csv c.csv --threads 2 -q; wait $pid; echo $?; tail -n 1 part/curves.csv | "
        "cut -d, -f4; attnlearn train --resume part $more --steps 200; "
        "diff -r -x config.ini part whole",
        "143\n100\n", " of 150: attnlearn train --resume part goes on\n");
    expect_script("start HUP s.csv sweep --seeds 1..4 --eval-examples 1000000000 --threads 2 -q "
                  "-o s.csv; wait $pid; echo $?; wc -l <s.csv",
                  "129\n1\n", "interrupted when 0 of 8 runs were done: ");
}

Test(signals, a_second_one_ends_at_once) {
    expect_script("start INT run/curves.csv train --out run --model attention --steps 1 -q --batch "
                  "5000000 --engine reference --eval-examples 5; kill -TERM $pid; wait $pid; "
                  "echo $?; test -e run/state.safetensors || echo nothing saved",
                  "143\nnothing saved\n", "");
    expect_script("start INT again/curves.csv train --out again --model attention --steps 1 -q "
                  "--batch 5000000 --engine reference --eval-examples 5; sleep 0.05; "
                  "kill -INT $pid; wait $pid; echo $?",
                  "130\n", "");
}

/* As timeout sends it, to the program and to its group; or through a script that passes it on. */
Test(signals, one_that_comes_twice_is_one) {
    expect_script("for n in 1 2 3 4 5; do start 0 $n/curves.csv train --out $n --model average -q "
                  "--steps 100000000; kill -INT $pid $pid; wait $pid; echo $?; done; "
                  "ls */state.safetensors | wc -l",
                  "130\n130\n130\n130\n130\n5\n", " of 100000000: ");
    expect_script("for n in 1 2 3 4 5; do start 0 $n/curves.csv train --out $n --model average -q "
                  "--force --steps 100000000; rm -f $n/state.safetensors; kill -TERM $pid; "
                  "sleep 0.003; kill -TERM $pid; wait $pid; echo $?; done; "
                  "ls */state.safetensors | wc -l",
                  "143\n143\n143\n143\n143\n5\n", " of 100000000: ");
}

/* Nothing is left of a file that was not finished; a sweep keeps its rows. */
Test(signals, nothing_half_is_left) {
    expect_script("start INT 'g.csv*' generate --examples 1000000000 -o g.csv; wait $pid; echo $?; "
                  "ls | tr '\\n' ' '",
                  "130\ncommand.sh err out ", "attnlearn: interrupted: g.csv is not written\n");
    expect_script(
        "attnlearn train --steps 1 --model average -q --save m; echo old >p.csv\n"
        "start TERM 'p.csv.*' eval m --examples 1000000000 --per-example p.csv; wait $pid;"
        "echo $?; cat p.csv; ls | tr '\\n' ' '",
        "143\nold\ncommand.sh err m out p.csv ", "interrupted: p.csv is not written\n");
    expect_script("start HUP s.csv sweep -q --seeds 1..10000 -o s.csv; wait $pid; echo $?; "
                  "tail -c 1 s.csv | od -An -c | tr -d ' '; rm s.csv; ls | tr '\\n' ' '",
                  "129\n\\n\ncommand.sh err m out p.csv ",
                  " of 20000 runs were done: the same command with --resume does the others\n");
}

Test(signals, a_hang_up_that_is_ignored_stays_so) {
    expect_script("trap '' HUP; start HUP c.csv train --csv c.csv --steps 2000 -q; wait $pid;"
                  "echo $?; tail -n 1 c.csv | cut -d, -f4",
                  "0\n2000\n", "");
}

Test(signals, a_reader_that_goes_away_is_an_error_and_the_run_is_saved) {
    struct outcome outcome = run(
        "cd $T && (attnlearn train --out run --csv - -q --steps 5000; echo $? >status) | head -n "
        "3 >/dev/null; cat status; attnlearn train -q --resume run --steps 6000 &&"
        "attnlearn train -q --out whole --steps 6000 && diff -r -x config.ini run whole");
    cr_expect_str_eq(outcome.out, "1\n", "%s", outcome.out);
    cr_expect_str_eq(outcome.err, "attnlearn: cannot write standard output: Broken pipe\n");
    outcome_free(&outcome);
}

/* The disk is full: the old state and models are whole, and nothing else is left. */
Test(signals, a_full_disk_leaves_the_saved_run_whole) {
    struct outcome outcome = run(
        "cd $T && attnlearn train --out run --steps 20 -q && cp -r run kept &&"
        "(trap '' XFSZ; ulimit -f 8; attnlearn train --resume run --steps 40 -q; echo $?);"
        "cmp run/state.safetensors kept/state.safetensors; ls run | tr '\\n' ' ';"
        "attnlearn train --resume run -q --steps 40 && attnlearn train --out whole -q --steps 40 "
        "&& diff -r -x config.ini run whole");
    cr_expect(
        strstr(outcome.err, "attnlearn: cannot write run/state.safetensors: File too large\n"),
        "%s", outcome.err);
    cr_expect_str_eq(outcome.out, "1\nattention.safetensors average.safetensors config.ini "
                                  "curves.csv curves.svg state.safetensors ");
    cr_expect_eq(outcome.status, 0);
    outcome_free(&outcome);
}

Test(signals, one_process_at_a_time_works_in_a_folder) {
    expect_script(
        "\"$PROGRAM\" train --out run --steps 100000000 -q & pid=$!\n"
        "for i in $(seq 3000); do test -s run/curves.csv && break; sleep 0.01; done\n"
        "attnlearn train --resume run --steps 999999 -q; echo $?; attnlearn train --out run "
        "--force --steps 9 -q; echo $?\n"
        "kill -0 $pid && kill -KILL $pid; wait $pid; echo $?; ls -A run | tr '\\n' ' '\n"
        "attnlearn train --resume run --steps 100 -q; echo $?; ls -A run | tr '\\n' ' '",
        "1\n1\n137\nconfig.ini curves.csv lock 0\nattention.safetensors average.safetensors "
        "config.ini curves.csv curves.svg state.safetensors ",
        ") is at work in run: wait for its end, or take another folder\n");
}
