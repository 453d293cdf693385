/* Results that cannot be written, and work that does not fit: exit 1, a sentence, nothing half. */
#include "command/command.h"
#include "support.h"
#include "support_curves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GOLDEN "tests/data/golden/models/attention-scaled-dot/weights.safetensors"
#define BRIEF  " --model average --eval-examples 5 --steps 1 -q "

/* A command for every way of printing results. */
static const char *const printers[] = {
    "attnlearn --help",
    "attnlearn help",
    "attnlearn --version",
    "attnlearn help train",
    "attnlearn train --print-config",
    "attnlearn train --steps 0 --eval-examples 5",
    "attnlearn train -q --steps 1 --eval-examples 5 --csv -",
    "attnlearn eval " GOLDEN " --examples 5",
    "attnlearn eval " GOLDEN " --examples 5 --json",
    "attnlearn eval " GOLDEN " --examples 5 --per-example -",
    "attnlearn ask " GOLDEN " 'a1 b2' a",
    "attnlearn ask " GOLDEN " 'a1 b2' a --json",
    "attnlearn ask " GOLDEN " 'a1 b2' a -o -",
    "attnlearn eval " GOLDEN " --examples 5 -o -",
    "attnlearn plot " GOLDEN " --examples 5",
    "attnlearn plot " GOLDEN " --examples 5 -o -",
    "attnlearn floor",
    "attnlearn floor --json",
    "attnlearn generate",
    "attnlearn generate --examples 10000 -o -",
    "attnlearn gradcheck --examples 1 --width 2",
    "attnlearn gradcheck --examples 1 --width 2 --json",
};

static void expect_unprintable(const char *command, const char *where, const char *reason) {
    char line[256], words[128];
    snprintf(line, sizeof line, "%s %s", command, where);
    snprintf(words, sizeof words, "attnlearn: cannot write standard output: %s", reason);
    assert_refused(1, words, line);
}

Test(unwritable, every_command_notices_that_standard_output_is_full) {
    for (size_t i = 0; i < sizeof printers / sizeof *printers; i++) {
        expect_unprintable(printers[i], ">/dev/full", "No space left on device");
    }
}

Test(unwritable, every_command_notices_that_standard_output_is_closed) {
    for (size_t i = 0; i < sizeof printers / sizeof *printers; i++) {
        expect_unprintable(printers[i], ">&-", "Bad file descriptor");
    }
}

Test(unwritable, the_help_of_every_command_too) {
    for (size_t c = 0; commands[c]; c++) {
        char command[64];
        snprintf(command, sizeof command, "attnlearn %s --help", commands[c]->name);
        expect_unprintable(command, ">/dev/full", "No space left on device");
    }
}

/* The commands that write a file, up to its name. */
static const char *const writers[] = {
    "attnlearn train" BRIEF "--csv ",
    "attnlearn train" BRIEF "--save ",
    "attnlearn generate -o ",
    "attnlearn eval " GOLDEN " --examples 5 --per-example ",
    "attnlearn gradcheck --examples 1 --width 2 --gradients ",
};

enum { WRITER_COUNT = sizeof writers / sizeof *writers };

/* Exit 1 and the sentence; what was printed before does not matter. */
static void expect_unwritten(const char *writer, const char *path, const char *words) {
    struct outcome outcome = run("%s%s", writer, path);
    cr_expect_eq(outcome.status, 1, "%s%s: status %d", writer, path, outcome.status);
    cr_expect(strncmp(outcome.err, "attnlearn: cannot write ", 24) == 0, "%s%s: %s", writer, path,
              outcome.err);
    cr_expect(strstr(outcome.err, words), "%s%s: %s", writer, path, outcome.err);
    outcome_free(&outcome);
}

Test(unwritable, files_are_named) {
    for (size_t i = 0; i < WRITER_COUNT; i++) {
        expect_unwritten(writers[i], "/nowhere/x", "/nowhere/x: No such file or directory");
        expect_unwritten(writers[i], "$T", ": it is a folder");
        expect_unwritten(writers[i], GOLDEN "/x", "weights.safetensors/x: Not a directory");
    }
}

/* Devices are full only as standard output here: a program that replaced what it should write to
 * would take /dev/full from the whole machine when root runs the tests. A pipe is as good. */
Test(unwritable, a_pipe_is_written_to_and_stays_one) {
    assert_prints("cd $T && mkfifo pipe && exec 3<>pipe && attnlearn generate -o pipe &&"
                  "test -p pipe && head -n 11 <&3 >got && attnlearn generate | cmp - got",
                  "");
}

Test(unwritable, nothing_is_left_behind) {
    for (size_t i = 0; i < WRITER_COUNT; i++) {
        char command[256];
        snprintf(command, sizeof command, "(trap '' XFSZ; ulimit -f 0; %s$T/new/x)", writers[i]);
        struct outcome outcome = run("mkdir -p $T/new && %s", command);
        cr_expect_eq(outcome.status, 1, "%s: %d %s", command, outcome.status, outcome.err);
        outcome_free(&outcome);
        assert_prints("ls -A $T/new", "");
    }
}

Test(unwritable, an_old_file_stays_whole) {
    for (size_t i = 0; i < WRITER_COUNT; i++) {
        char command[256];
        assert_prints("mkdir -p $T/old && echo old >$T/old/x", "");
        snprintf(command, sizeof command, "(trap '' XFSZ; ulimit -f 0; %s$T/old/x)", writers[i]);
        struct outcome outcome = run("%s", command);
        cr_expect_eq(outcome.status, 1, "%s: %d %s", command, outcome.status, outcome.err);
        outcome_free(&outcome);
        assert_prints("ls -A $T/old && cat $T/old/x", "x\nold\n");
    }
}

/* The number of a closed stream must not become that of a file. */
Test(unwritable, a_closed_stream_speaks_into_no_file) {
    assert_prints("attnlearn train --steps 20 --eval-examples 5 --csv - 2>/dev/null >$T/right", "");
    assert_prints("attnlearn train --steps 20 --eval-examples 5 --csv $T/c.csv 2>&- >/dev/null;"
                  "cmp $T/c.csv $T/right",
                  "");
    assert_prints("attnlearn train --steps 20 --eval-examples 5 --csv $T/d.csv 2>/dev/null >&-;"
                  "cmp $T/d.csv $T/right",
                  "");
    assert_prints("attnlearn train --steps 20 --eval-examples 5 --csv $T/e.csv <&- >&- 2>&-;"
                  "cmp $T/e.csv $T/right",
                  "");
}

/* The disk is full after a kilobyte or so: the rows that are there are whole. */
Test(unwritable, curves_keep_whole_rows_on_a_full_disk) {
    struct outcome outcome = run("trap '' XFSZ; ulimit -f 2; attnlearn train --steps 100 "
                                 "--eval-every 1 --eval-examples 5 -q --csv $T/c.csv");
    cr_expect_eq(outcome.status, 1, "%s", outcome.err);
    cr_expect(strstr(outcome.err, "c.csv: File too large"), "%s", outcome.err);
    outcome_free(&outcome);
    outcome = run("cat $T/c.csv");
    struct curves curves = read_curves(outcome.out);
    cr_expect_gt(curves.count, 2, "%zu rows", curves.count);
    curves_free(&curves);
    outcome_free(&outcome);
}

Test(unwritable, a_run_folder_that_cannot_be_made) {
    assert_refused(1, "cannot make the folder", "attnlearn train" BRIEF "--out /proc/nowhere/x");
    assert_refused(1, "a file has that name", "attnlearn train" BRIEF "--out " GOLDEN);
    assert_refused(1, "a file has that name", "attnlearn train" BRIEF "--out " GOLDEN "/run");
}

/* The run that stands in the folder is whole where the new one cannot begin or go on. */
Test(unwritable, an_old_run_outlives_a_file_that_cannot_be_made) {
    static const char *const trials[] = {
        "attnlearn train" BRIEF "--out $T/run --force --csv $T/nowhere/x",
        "attnlearn train" BRIEF "--out $T/run --force --save $T/nowhere/x",
        "attnlearn train --resume $T/run --steps 9 --csv $T/nowhere/x",
        "attnlearn train --resume $T/run --steps 9 --save $T/nowhere/x"};
    assert_prints("attnlearn train" BRIEF "--out $T/run && cp -R $T/run $T/whole", "");
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        assert_refused(1, "cannot write", trials[i]);
        assert_prints("diff -r $T/run $T/whole", "");
    }
}

Test(unwritable, a_run_that_cannot_begin_leaves_no_run) {
    assert_refused(1, "cannot write", "attnlearn train" BRIEF "--out $T/run --csv $T/nowhere/x");
    assert_prints("ls -A $T/run", "");
    assert_prints("attnlearn train" BRIEF
                  "--out $T/run --csv $T/run/x && cmp $T/run/x $T/run/curves.csv",
                  "");
}

/* A file that cannot be written is noticed before the work: no progress stands before the message.
 */
Test(unwritable, is_noticed_before_the_work) {
    assert_refused(1, "cannot write", "attnlearn train --model average --save /nowhere/x");
    assert_refused(1, "cannot write", "attnlearn train --model average --csv /nowhere/x");
    assert_refused(1, "cannot make", "attnlearn train --model average --out /proc/nowhere/x");
}

/* The work takes hours, or fails by its own sentence; standard input could not be read again. */
Test(unwritable, is_noticed_before_results_are_found) {
    static const char *const long_works[] = {
        "eval " GOLDEN " --examples 1000000000 -o $T/no/x.svg",
        "eval " GOLDEN " --examples 1000000000 -o $T/no/x.svg --per-example $T/rows",
        "plot " GOLDEN " --examples 1000000000 -o $T/no/x.svg",
        "gradcheck --examples 100000 --gradients $T/no/x",
        "bench --seconds 60 --csv $T/no/x",
        "plot - -o $T/no/x.svg <$T/rows",
        "attend --query $T/huge --key $T/huge --value $T/huge --score dot -o $T/no/x.svg",
        "report $T/run -o $T/no/x.html",
    };
    assert_done("echo old >$T/rows; echo 1e300,1e300 >$T/huge; attnlearn train" BRIEF
                "--out $T/run --snapshots 1 && cd $T/run/snapshots && "
                "for f in *; do echo no >$f; done");
    for (size_t i = 0; i < sizeof long_works / sizeof *long_works; i++) {
        char command[256];
        snprintf(command, sizeof command, "timeout 10 \"$PROGRAM\" %s", long_works[i]);
        assert_refused(1, "attnlearn: cannot write ", command);
    }
    assert_prints("cat $T/rows", "old\n");
}

/* More than any machine has; refused before anything is taken or made. */
Test(unwritable, what_does_not_fit_in_memory_is_refused_at_once) {
    static const char large[] = "--pairs 10000 --letters 100000 --digits 100000";
    static const char larger[] =
        "--pairs 10000 --letters 1000000 --digits 1000000 --hidden 1000000";
    static const char wide[] = "--letters 1000000 --digits 1000000 --width 65536";
    static const char *const commands_of[] = {
        "attnlearn train --steps 0 --out $T/run --model mlp %s",
        "attnlearn train --steps 0 --out $T/run --model average,mlp %s",
        "attnlearn gradcheck --model mlp %s",
    };
    time_t start = time(NULL);
    for (size_t i = 0; i < sizeof commands_of / sizeof *commands_of; i++) {
        const char *hole = strstr(commands_of[i], "%s");
        char command[256];
        int length = (int)(hole - commands_of[i]);
        snprintf(command, sizeof command, "%.*s%s", length, commands_of[i], large);
        assert_refused(1, "GB of memory, this machine has", command);
        snprintf(command, sizeof command, "%.*s%s", length, commands_of[i], larger);
        assert_refused(1, "more memory than can be addressed", command);
    }
    char command[256];
    snprintf(command, sizeof command, "attnlearn train --steps 0 --model attention %s", wide);
    assert_refused(1, "memory, this machine has", command);
    cr_expect_leq(time(NULL) - start, 2);
    struct outcome folder = run("test -e $T/run");
    cr_expect_eq(folder.status, 1, "a refused run made its folder");
    outcome_free(&folder);
}

Test(unwritable, a_file_at_its_size_limit_keeps_whole_rows) {
    struct outcome outcome =
        run("(ulimit -f 4; attnlearn train --model attention --csv $T/c.csv -q)\n"
            "echo $?; tail -c 1 $T/c.csv | od -An -c");
    cr_assert(strstr(outcome.out, "1\n") == outcome.out, "%s", outcome.out);
    cr_assert(strstr(outcome.out, "\\n"), "the last row is whole: %s", outcome.out);
    cr_assert(strstr(outcome.err, "cannot write"), "%s", outcome.err);
    outcome_free(&outcome);
}

Test(unwritable, outputs_do_not_overwrite_each_other) {
    assert_refused(2, "--csv and --save", "attnlearn train --model average --csv $T/x --save $T/x");
    assert_refused(2, "--csv and --save", "attnlearn train --model average --csv - --save - -q");
    assert_refused(2, "--csv and --save name the same: ",
                   "cd $T && attnlearn train --model average --csv x --save ./x");
    assert_refused(2, "standard input", "attnlearn train --data - --eval-data -");
}

/* An option or argument that reads, one that writes, and the command with the same file for both. */
Test(unwritable, nothing_is_written_over_what_is_read) {
    static const struct {
        const char *command, *words;
    } cases[] = {
        {"train --data $T/f --csv $T/link", "--csv would write over %s/link, which --data reads"},
        {"train --eval-data $T/f --save $T/../$(basename $T)/f", "which --eval-data reads"},
        {"train --config $T/f --csv $T/f", "which --config reads"},
        {"sweep --config $T/f -o $T/f", "--output would write over %s/f, which --config reads"},
        {"sweep --data $T/f --curves $T/f", "which --data reads"},
        {"eval $T/f --per-example $T/link", "which eval reads"},
        {"eval m --data $T/f --per-example $T/f", "which --data reads"},
        {"ask $T/f 'a1 b2' a -o $T/f", "which ask reads"},
        {"plot $T/f -o $T/f", "which plot reads"},
        {"gradcheck $T/f --gradients $T/f", "which gradcheck reads"},
        {"attend --query $T/f --key k --value v -o $T/f", "which --query reads"},
    };
    assert_done("echo '# kept' >$T/f && ln -s f $T/link");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256], words[256];
        snprintf(command, sizeof command, "attnlearn %s", cases[i].command);
        snprintf(words, sizeof words, cases[i].words, test_folder());
        assert_refused(2, words, command);
        assert_prints("cat $T/f", "# kept\n");
    }
    assert_done("attnlearn generate -o $T/e.csv && cp $T/e.csv $T/g.csv && ln -s g.csv $T/same");
    assert_refused(2, "--output would write over ",
                   "attnlearn sweep --vary data=$T/e.csv,$T/g.csv -o $T/same --steps 1");
    assert_refused(
        2, "which --vary eval-data reads",
        "attnlearn sweep --vary eval-data=$T/e.csv,$T/g.csv --curves $T/e.csv --steps 1");
    assert_prints("cmp $T/e.csv $T/g.csv", "");
    assert_done("attnlearn train --data - --csv - -q --steps 1 "
                "--model average <$T/e.csv >$T/curves && test -s $T/curves");
}
