/* What stands before a run begins is whole where the run cannot begin, and is never taken for one's own. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#define SHORT "attnlearn train --model average --eval-examples 5 --steps 2 -q "

Test(lost, a_run_that_goes_on_spares_what_it_reads) {
    assert_done("attnlearn generate --examples 9 -o $T/d.csv && cp $T/d.csv $T/same && " SHORT
                "--data $T/d.csv --eval-data $T/same --out $T/run");
    assert_refused(2, "--csv would write over ",
                   "attnlearn train --resume $T/run --steps 4 --csv $T/d.csv");
    assert_refused(2, "which --eval-data reads: say another file",
                   "attnlearn train --resume $T/run --steps 4 --save $T/same");
    assert_prints("cmp $T/d.csv $T/same", "");
}

Test(lost, a_run_folder_spares_the_examples_in_it) {
    assert_done("mkdir $T/run && attnlearn generate --examples 9 -o $T/run/curves.csv && "
                "cp $T/run/curves.csv $T/same");
    assert_refused(2, "is a file of the run folder", SHORT "--data $T/run/curves.csv --out $T/run");
    assert_refused(2, "is a file of the run folder",
                   SHORT "--eval-data $T/run/curves.csv --out $T/run --force");
    assert_prints("cmp $T/run/curves.csv $T/same", "");
}

Test(lost, repeating_a_run_by_its_configuration_spares_its_files) {
    assert_done(SHORT "--out $T/run --csv $T/c.csv --save $T/m.safetensors && cd $T && "
                      "cat c.csv m.safetensors >before && attnlearn train -q --config "
                      "run/config.ini --seed 7 --out other && cat c.csv m.safetensors >after");
    assert_prints("cmp $T/before $T/after", "");
}

/* Each stands where the new run would put something else. */
Test(lost, an_old_run_is_whole_where_it_cannot_be_replaced) {
    static const char *const obstacles[] = {"rm -rf $T/run/snapshots && touch $T/run/snapshots",
                                            "mkdir $T/run/mlp.safetensors",
                                            "rm $T/run/curves.svg && mkdir $T/run/curves.svg",
                                            "ln -s nowhere/x $T/run/attention.safetensors"};
    for (size_t i = 0; i < sizeof obstacles / sizeof *obstacles; i++) {
        struct outcome outcome =
            run("rm -rf $T/run $T/whole; " SHORT "--snapshots 2 --out $T/run && "
                "%s && cp -R $T/run $T/whole",
                obstacles[i]);
        cr_assert_eq(outcome.status, 0, "%s: %s", obstacles[i], outcome.err);
        outcome_free(&outcome);
        assert_refused(1, "cannot ", SHORT "--out $T/run --force");
        assert_refused(1, "cannot ", "attnlearn train --resume $T/run --steps 4 --lr 0.1");
        assert_prints("diff -r --no-dereference $T/run $T/whole", "");
    }
}

Test(lost, a_lock_is_empty) {
    assert_done("mkdir $T/run && echo mine >$T/run/lock && echo mine >$T/rows.csv.lock");
    assert_refused(1, "/run/lock: it is a file of yours", SHORT "--out $T/run");
    assert_refused(1, "/rows.csv.lock: it is a file of yours",
                   "attnlearn sweep --model average --steps 2 -q -o $T/rows.csv");
    assert_prints("cat $T/run/lock $T/rows.csv.lock && ls $T/run", "mine\nmine\nlock\n");
    assert_done("mkfifo $T/pipe && ln -s ../pipe $T/run/link && mv $T/run/link $T/run/lock");
    assert_refused(1, "/run/lock: it is a file of yours", SHORT "--out $T/run");
}

Test(lost, only_own_leavings_are_removed) {
    assert_done("mkdir -p $T/run/snapshots && cd $T/run && touch notes.12.tmp curves.csv.12.tmp "
                "mlp.safetensors.12.tmp snapshots/notes.12.tmp "
                "snapshots/average-00000001.safetensors.12.tmp");
    assert_done(SHORT "--out $T/run --force");
    assert_prints("cd $T/run && ls -d *.tmp snapshots/*", "notes.12.tmp\nsnapshots/notes.12.tmp\n");
}

Test(lost, a_folder_of_somebodys_files_is_no_place_for_a_run) {
    static const char *const names[] = {"curves.csv", "curves.svg", "attention.safetensors",
                                        "snapshots"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char command[256], words[64];
        snprintf(command, sizeof command, "rm -rf $T/a && mkdir $T/a && echo mine >$T/a/%s",
                 names[i]);
        assert_done(command);
        snprintf(words, sizeof words, "holds %s already", names[i]);
        assert_refused(1, words, SHORT "--out $T/a");
        snprintf(command, sizeof command, "cat $T/a/%s", names[i]);
        assert_prints(command, "mine\n");
    }
    assert_refused(1, "cannot make the folder", SHORT "--out $T/a --force");
    assert_prints("cat $T/a/snapshots", "mine\n");
    assert_done("rm -rf $T/a && mkdir $T/a && echo mine >$T/a/notes && " SHORT "--out $T/a");
}

/* What comes after a cut would stand at the wrong place. */
Test(lost, curves_that_were_cut_meanwhile_end_the_run) {
    static const char *const files[] = {"run/curves.csv", "c.csv"};
    for (size_t i = 0; i < 2; i++) {
        struct outcome outcome = run(
            "rm -rf $T/run $T/c.csv; F=$T/%s; timeout 20 \"$PROGRAM\" train -q --model average "
            "--eval-examples 5 --eval-every 1000 --steps 1000000000 --out $T/run --csv $T/c.csv & "
            "pid=$!; n=0; while [ $n -lt 3000 ] && ! grep -qs ',1000,' $F; do n=$((n + 1)); "
            "sleep 0.01; done; : >$F; wait $pid; s=$?; test ! -s $F || exit 9; exit $s",
            files[i]);
        cr_expect_eq(outcome.status, 1, "%d: %s", outcome.status, outcome.err);
        cr_expect(strstr(outcome.err,
                         "another program has cut it or written to it meanwhile: leave it alone "),
                  "%s", outcome.err);
        outcome_free(&outcome);
    }
}

/* Rows that go to a file without a name are lost: that is said. */
Test(lost, curves_that_were_replaced_meanwhile_are_an_error) {
    static const char *const replace[] = {"cp $F $T/new && mv $T/new $F", "rm $F"};
    static const char *const files[] = {"run/curves.csv", "c.csv"};
    for (size_t i = 0; i < 4; i++) {
        struct outcome outcome =
            run("rm -rf $T/run $T/c.csv; F=$T/%s; \"./${ATTNLEARN:-attnlearn}\" train -q --model "
                "average --eval-examples 5 --eval-every 100000000 --steps 1000000000 --out $T/run "
                "--csv $T/c.csv & pid=$!; n=0; while [ $n -lt 3000 ] && ! grep -qs ',0,0,' $F; do "
                "n=$((n + 1)); sleep 0.01; done; %s; kill -INT $pid; wait $pid",
                files[i % 2], replace[i / 2]);
        cr_expect_eq(outcome.status, 1, "%d: %s", outcome.status, outcome.err);
        cr_expect(strstr(outcome.err, "another program has removed or replaced it meanwhile"), "%s",
                  outcome.err);
        outcome_free(&outcome);
        assert_done("test -s $T/run/average.safetensors && test -s $T/run/state.safetensors");
    }
}

Test(lost, a_run_whose_models_were_lost_is_not_begun_anew_unasked) {
    assert_done(SHORT
                "--snapshots 2 --out $T/run && rm $T/run/*.safetensors && cp -R $T/run $T/whole");
    assert_refused(1, "holds curves.svg but no state.safetensors to go on from",
                   "attnlearn train -q --resume $T/run --seed 9");
    assert_prints("diff -r $T/run $T/whole", "");
    assert_done("cd $T && attnlearn train -q --config run/config.ini --out run --force && "
                "test -s run/average.safetensors");
}
