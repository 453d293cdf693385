/* A sweep whose files another program changes while it runs: it ends with a sentence, and leaves them. */
#include "support.h"

#include <stdio.h>
#include <string.h>

struct change {
    const char *how, *name; /* the file of which the sweep speaks */
    const char *after;      /* what holds then */
};

/* Sweeps until there are some rows, changes a file, and waits for the sweep's end, which would come in
 * hours. */
static void expect_noticed(const struct change *change, const char *words) {
    struct outcome outcome = run(
        "cd $T && rm -f *.csv\n"
        "timeout 20 \"$PROGRAM\" sweep -q --model average --batch 8 --eval-examples 32 --steps 200 "
        "--engine reference --seeds 1..100000 -o rows.csv --curves curves.csv & pid=$!\n"
        "n=0; while [ $n -lt 2000 ] && ! grep -qs ',3,200,' rows.csv; do n=$((n + 1)); sleep 0.01; "
        "done\n"
        "%s\n"
        "wait $pid; s=$?; %s || exit 9; exit $s",
        change->how, change->after);
    char message[256];
    snprintf(message, sizeof message, words, change->name);
    cr_expect_eq(outcome.status, 1, "%s: %d %s", change->how, outcome.status, outcome.err);
    cr_expect(strstr(outcome.err, message), "%s: %s", change->how, outcome.err);
    outcome_free(&outcome);
}

Test(sweep_changed, a_file_that_was_cut_or_written_to) {
    static const struct change changes[] = {
        {": >rows.csv", "rows.csv", "test ! -s rows.csv"},
        {"echo more >>rows.csv", "rows.csv", "test \"$(tail -n 1 rows.csv)\" = more"},
        {": >curves.csv", "curves.csv", "test ! -s curves.csv"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        expect_noticed(&changes[i], "attnlearn: %s was changed while the sweep wrote it: the same "
                                    "command with --resume goes on with what it has\n");
    }
}

/* By another file under its name, or by none: told when the sweep ends, here by a signal. */
Test(sweep_changed, a_file_that_was_replaced) {
    static const struct change changes[] = {
        {"sed -i s/average/mean/ rows.csv; cp rows.csv kept; kill -INT $pid", "rows.csv",
         "cmp rows.csv kept"},
        {"cp curves.csv x; cp x kept; mv x curves.csv; kill -INT $pid", "curves.csv",
         "cmp curves.csv kept"},
        {"rm rows.csv; kill -INT $pid", "rows.csv", "test ! -e rows.csv"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        expect_noticed(&changes[i], "attnlearn: cannot write %s: another program has removed or "
                                    "replaced it meanwhile");
    }
}
