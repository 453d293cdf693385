/* Sweeps that are refused: by name, and before any work. */
#include "support.h"

#include <stdio.h>
#include <string.h>

struct refusal {
    const char *options, *words;
};

static void expect_refusals(const struct refusal *refusals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "attnlearn sweep -o $T/rows.csv %s; s=$?; test ! -e $T/rows.csv && exit $s",
                 refusals[i].options);
        assert_refused(2, refusals[i].words, command);
    }
}

#define EXPECT_REFUSALS(list) expect_refusals(list, sizeof list / sizeof *list)

Test(sweep_usage, seeds_that_are_none) {
    static const struct refusal refusals[] = {
        {"--seeds 5..1", "--seeds: the range 5..1 falls"},
        {"--seeds x", "--seeds: 'x' is not a whole number"},
        {"--seeds 1..99999999999", "--seeds: more than 1000000 seeds"},
        {"--seeds 1..1000000,1000001", "--seeds: more than 1000000 seeds"},
        {"--seeds 0..18446744073709551615", "--seeds: more than 1000000 seeds"},
        {"--seeds 18446744073709551616", "--seeds: it must be from"},
        {"--seeds 1..", "--seeds: a whole number is missing"},
        {"--seeds ..3", "--seeds: a whole number is missing"},
        {"--seeds 1,,2", "--seeds: a whole number is missing"},
        {"--seeds 1,", "--seeds: a whole number is missing"},
        {"--seeds 1...3", "--seeds: '.3' is not a whole number"},
        {"--seeds=-1", "--seeds: '-1' is not a whole number"},
        {"--seeds 1..5,3", "--seeds: seed 3 stands twice"},
    };
    EXPECT_REFUSALS(refusals);
}

Test(sweep_usage, shards_that_are_none) {
    static const struct refusal refusals[] = {
        {"--shard 0/3", "--shard: it must be from 1 to 3"},
        {"--shard 4/3", "--shard: it must be from 1 to 3"},
        {"--shard 1/0", "--shard: it must be from 1 to"},
        {"--shard x", "--shard: 'x' is not I/N"},
        {"--shard 2", "--shard: '2' is not I/N"},
        {"--shard x/2", "--shard: 'x' is not a whole number"},
        {"--shard 1/2/3", "--shard: '2/3' is not a whole number"},
        {"--shard /", "--shard: a whole number is missing"},
    };
    EXPECT_REFUSALS(refusals);
}

Test(sweep_usage, settings_that_cannot_vary) {
    static const struct refusal refusals[] = {
        {"--vary lr", "--vary: 'lr' is not KEY=V1,V2"},
        {"--vary ''", "--vary: '' is not KEY=V1,V2"},
        {"--vary =1", "--vary: no setting '' of"},
        {"--vary widht=1", "--vary: no setting 'widht' of task, model or training can vary: did "
                           "you mean 'width'?"},
        {"--vary output=x", "--vary: no setting 'output' of"},
        {"--vary csv=x", "--vary: no setting 'csv' of"},
        {"--vary seed=1,2", "--vary: seed cannot vary so: seeds vary by --seeds"},
        {"--vary model=mlp", "--vary: model cannot vary so: models vary by --model"},
        {"--vary threads=1,2", "--vary: threads cannot vary so"},
        {"--vary lr=1 --vary batch=2 --vary lr=2", "--vary: lr stands twice"},
    };
    EXPECT_REFUSALS(refusals);
}

Test(sweep_usage, values_that_are_none) {
    static const struct refusal refusals[] = {
        {"--vary lr=", "--vary: lr: a value is empty"},
        {"--vary lr=1,,2", "--vary: lr: a value is empty"},
        {"--vary lr=1,", "--vary: lr: a value is empty"},
        {"--vary lr=fast", "--vary: lr: 'fast' is not a number"},
        {"--vary lr=0.1,0.2,0.10", "--vary: lr: the value 0.1 stands twice"},
        {"--vary batch=8,0", "--vary: batch: it must be from 1"},
        {"--vary score=dott", "--vary: score: unknown choice 'dott': did you mean 'dot'?"},
    };
    EXPECT_REFUSALS(refusals);
}

Test(sweep_usage, combinations_that_cannot_be_trained_are_named) {
    static const struct refusal refusals[] = {
        {"--vary lr=0.1,0.2 --vary pairs=6,9", "lr=0.1, pairs=9: 8 letters are too few"},
        {"--vary heads=1,2,3", "heads=3: --heads 3 must divide --width"},
        {"--vary steps=100,10 --warmup 20", "steps=10: --warmup is longer than --steps"},
        {"--seeds 1..1000000", "the sweep has more than 1000000 runs"},
    };
    EXPECT_REFUSALS(refusals);
    assert_refused(1, "data=$T/none.csv: cannot open $T/none.csv",
                   "attnlearn sweep --vary data=data/eval.csv,'$T/none.csv' -o $T/rows.csv");
    assert_refused(1, "pairs=4: data/eval.csv:2: ",
                   "attnlearn sweep --vary pairs=6,4 --data data/eval.csv -o $T/rows.csv");
}

Test(sweep_usage, more_axes_than_there_is_room_for) {
    char command[1024] = "attnlearn sweep";
    for (int i = 0; i < 17; i++) strcat(command, " --vary lr=1");
    assert_refused(2, "--vary: at most 16 settings can vary", command);
}

Test(sweep_usage, files_that_do_not_go_together) {
    static const struct refusal refusals[] = {
        {"--curves $T/rows.csv", "--curves and --output name the same: "},
        {"--curves $T/./rows.csv", "--curves and --output name the same: "},
        {"--curves $T/c.csv --vary score=dot --vary lr=1,2", "--curves has no column for lr"},
        {"--curves - --resume", "--resume goes on with files"},
        {"-o - --resume", "--resume goes on with files: say which, by -o FILE"},
        {"-o - --curves -", "--curves and --output name the same: standard output"},
    };
    EXPECT_REFUSALS(refusals);
    assert_refused(1, "cannot write $T/none/rows.csv", "attnlearn sweep -q -o '$T/none/rows.csv'");
}

/* The lock stands beside the file that a link leads to, be it there or not. */
Test(sweep_usage, no_output_is_the_lock_of_another) {
    static const struct refusal refusals[] = {
        {"--curves $T/rows.csv.lock", "--curves: "},
        {"--curves $T/link", "/link is the lock of "},
        {"-o $T/to-rows --curves $T/rows.csv.lock", "/rows.csv.lock is the lock of "},
        {"-o $T/to-new --curves $T/new.lock", "/new.lock is the lock of "},
        {"-o $T/c.lock --curves $T/c", "--output: "},
        {"-o $T/c.lock --curves $T/c", "/c, which the sweep removes at its end: say another file"},
    };
    assert_done("cd $T && ln -s rows.csv.lock link && ln -s rows.csv to-rows && ln -s new to-new");
    EXPECT_REFUSALS(refusals);
    assert_done("cd $T && echo old >rows.csv && attnlearn sweep --steps 1 --eval-examples 4 -q "
                "-o rows.csv --curves lock.rows.csv && test -s lock.rows.csv");
}

Test(sweep_usage, a_configuration_with_a_seed_and_outputs_is_a_base) {
    struct outcome outcome =
        run("attnlearn train --print-config --out $T/run --csv $T/c.csv --steps 1 > $T/c.ini && "
            "attnlearn sweep -q --config $T/c.ini --seeds 3..4 --vary lr=0.1 | cut -d, -f1-5; "
            "test ! -e $T/run && test ! -e $T/c.csv");
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    cr_expect_str_eq(outcome.out,
                     "model,score,seed,lr,steps\nattention,scaled-dot,3,0.1,1\n"
                     "attention,scaled-dot,4,0.1,1\naverage,,3,0.1,1\naverage,,4,0.1,1\n");
    outcome_free(&outcome);
}
