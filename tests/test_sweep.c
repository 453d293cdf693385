/* The rows of a sweep: their order, what they say, and what may not change them. */
#include "base/csv.h"
#include "base/text.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Small enough to be quick: 10 ms a run. */
#define SMALL "attnlearn sweep -q --batch 8 --eval-examples 32 --steps 20 --eval-every 10 "

/* What a command that must succeed writes to standard output; the caller frees it. */
static char *output_of(const char *command) {
    struct outcome outcome = run("%s", command);
    cr_assert_eq(outcome.status, 0, "%s: status %d (%s)", command, outcome.status, outcome.err);
    free(outcome.err);
    return outcome.out;
}

static void expect_output(const char *command, const char *expected) {
    char *out = output_of(command);
    cr_expect_str_eq(out, expected, "%s", command);
    free(out);
}

Test(sweep, rows_are_in_the_order_of_combinations_models_and_seeds) {
    expect_output(SMALL "--model average,attention --seeds 4,1..2 --vary lr=0.01,0.10 --vary "
                        "width=4,8 | cut -d, -f1-6",
                  "model,score,seed,lr,width,steps\n"
                  "average,,4,0.01,4,20\naverage,,1,0.01,4,20\naverage,,2,0.01,4,20\n"
                  "attention,scaled-dot,4,0.01,4,20\nattention,scaled-dot,1,0.01,4,20\n"
                  "attention,scaled-dot,2,0.01,4,20\n"
                  "average,,4,0.01,8,20\naverage,,1,0.01,8,20\naverage,,2,0.01,8,20\n"
                  "attention,scaled-dot,4,0.01,8,20\nattention,scaled-dot,1,0.01,8,20\n"
                  "attention,scaled-dot,2,0.01,8,20\n"
                  "average,,4,0.10,4,20\naverage,,1,0.10,4,20\naverage,,2,0.10,4,20\n"
                  "attention,scaled-dot,4,0.10,4,20\nattention,scaled-dot,1,0.10,4,20\n"
                  "attention,scaled-dot,2,0.10,4,20\n"
                  "average,,4,0.10,8,20\naverage,,1,0.10,8,20\naverage,,2,0.10,8,20\n"
                  "attention,scaled-dot,4,0.10,8,20\nattention,scaled-dot,1,0.10,8,20\n"
                  "attention,scaled-dot,2,0.10,8,20\n");
}

Test(sweep, the_header_has_every_column_once) {
    expect_output(SMALL "--model attention --vary score=dot,scaled-dot --vary steps=1,2 --vary "
                        "schedule=linear | cut -d, -f1-5",
                  "model,score,seed,schedule,steps\n"
                  "attention,dot,1,linear,1\nattention,dot,1,linear,2\n"
                  "attention,scaled-dot,1,linear,1\nattention,scaled-dot,1,linear,2\n");
    expect_output(SMALL "--model mlp --steps 1 | head -1",
                  "model,score,seed,steps,steps_to_blind,steps_to_99,steps_to_loss_0_1,final_loss,"
                  "final_accuracy,answer_weight,outcome\n");
}

Test(sweep, what_varies_wins_over_the_option_of_that_name) {
    expect_output(SMALL "--model average --seed 7 --seeds 1 --lr 3 --vary lr=0.5 | cut -d, -f3-5",
                  "seed,lr,steps\n1,0.5,20\n");
}

Test(sweep, without_seeds_it_runs_the_one_of_seed) {
    expect_output(SMALL "--model average --seed 7 | cut -d, -f1-4 | tail -n +2", "average,,7,20\n");
}

/* The last row of `train` has what a row of the sweep with the same settings has. */
static void expect_as_trained(const char *model, int seed, const char *options, const char *vary) {
    char command[1024];
    snprintf(command, sizeof command,
             "attnlearn train -q --csv - --batch 8 --eval-examples 32 --steps 20 --eval-every 10 "
             "--model %s --seed %d %s | tail -1 | cut -d, -f7-9",
             model, seed, options);
    char *trained = output_of(command);
    snprintf(command, sizeof command,
             SMALL "--model %s --seeds 1..3 %s | grep -E '^%s,[a-z-]*,%d,' | tail -1 | rev | "
                   "cut -d, -f2-4 | rev",
             model, vary, model, seed);
    char *swept = output_of(command);
    cr_expect_str_eq(swept, trained, "%s, seed %d, %s", model, seed, options);
    cr_expect(strlen(swept) > 12, "'%s'", swept);
    free(trained);
    free(swept);
}

Test(sweep, a_row_has_what_train_gives) {
    expect_as_trained("attention", 2, "", "");
    expect_as_trained("average", 3, "", "");
    expect_as_trained("mlp", 1, "", "");
    expect_as_trained("attention", 3, "--lr 0.02", "--vary lr=0.01,0.02");
    expect_as_trained("attention", 1, "--pairs 4", "--vary pairs=2,4");
    expect_as_trained("attention", 1, "--pairs 4 --min-pairs 2", "--vary min-pairs=1,2 --pairs 4");
    expect_as_trained("average", 2, "--optimizer sgd --momentum 0.5",
                      "--vary optimizer=adam,sgd --vary momentum=0,0.5");
    expect_as_trained("attention", 1, "--data data/eval.csv",
                      "--vary data=data/eval.csv --threads 2");
}

/* Files are read once and shared: the third row has the first file again. */
Test(sweep, each_run_has_its_own_file_of_examples) {
    char *rows = output_of("head -50 data/eval.csv > $T/short.csv && " SMALL
                           "--model attention --vary lr=0.01,0.02 --vary "
                           "data=data/eval.csv,$T/short.csv | tail -n +2 | cut -d, -f7-");
    char *alone =
        output_of("for lr in 0.01 0.02; do for file in data/eval.csv $T/short.csv; do " SMALL
                  "--model attention --lr $lr --data $file | tail -1 | cut -d, -f5-; "
                  "done; done");
    cr_expect_str_eq(rows, alone);
    cr_expect_neq(strncmp(rows, strchr(rows, '\n') + 1, 15), 0, "the files matter: %s", rows);
    free(rows);
    free(alone);
}

Test(sweep, the_fewest_pairs_follow_the_pairs_unless_they_are_said) {
    char *followed = output_of(SMALL "--model average --vary pairs=4 | tail -1 | cut -d, -f5-");
    char *said = output_of(SMALL "--model average --pairs 4 | tail -1 | cut -d, -f4-");
    char *whole = output_of("attnlearn train --print-config > $T/c.ini && " SMALL
                            "--config $T/c.ini --steps 20 --model average --vary pairs=4 | "
                            "tail -1 | cut -d, -f5-");
    cr_expect_str_eq(followed, said);
    cr_expect_str_eq(whole, said);
    free(followed);
    free(said);
    free(whole);
    assert_refused(2, "pairs=4: --min-pairs must be from 1 to --pairs, which is 4",
                   SMALL "--min-pairs 6 --vary pairs=8,4");
}

/* The step of the first row with `column` below (or, for a negative sign, above) a bound. */
static void first_step(char *found, const struct csv *csv, int column, double sign, double bound) {
    bool reached = sign * strtod(csv->fields[column], NULL) < sign * bound;
    if (!*found && reached) strcpy(found, csv->fields[3]);
}

/* Steps and outcome of each run, recomputed from the curves. */
static char *steps_from_curves(const char *path) {
    struct csv csv;
    struct error error;
    bool failed;
    struct text text = {0};
    char blind[32] = "", right[32] = "", low[32] = "";
    cr_assert(csv_open(&csv, path, &error) && csv_row(&csv, &failed, &error));
    while (csv_row(&csv, &failed, &error)) {
        first_step(blind, &csv, 6, 1, strtod(csv.fields[14], NULL));
        first_step(right, &csv, 7, -1, 0.9899999);
        first_step(low, &csv, 6, 1, 0.1);
        if (strcmp(csv.fields[3], "150") != 0) continue;
        text_format(&text, "%s,%s,%s,%s\n", blind, right, low, csv.fields[6]);
        *blind = *right = *low = '\0';
    }
    csv_close(&csv);
    return text.data;
}

Test(sweep, the_steps_are_those_of_the_first_evaluations) {
    char *rows = output_of("attnlearn sweep -q --seeds 1..3 --batch 32 --lr 0.01 --steps 150 "
                           "--eval-every 2 --eval-examples 128 --curves $T/curves.csv | "
                           "tail -n +2 | cut -d, -f5-8");
    char path[128];
    snprintf(path, sizeof path, "%s/curves.csv", test_folder());
    char *expected = steps_from_curves(path);
    int blind, right, low;
    cr_expect_str_eq(rows, expected);
    cr_expect_eq(sscanf(rows, "%d,%d,%d,", &blind, &right, &low), 3, "all reached: %s", rows);
    cr_expect(blind < right && right < low, "%s", rows);
    cr_expect(strstr(rows, "\n,,,1."), "average reaches nothing: %s", rows);
    free(rows);
    free(expected);
}

Test(sweep, the_outcomes_are_verdicts) {
    expect_output("attnlearn sweep -q --eval-examples 256 --steps 100 --eval-every 50 --lr 0.01 | "
                  "tail -n +2 | rev | cut -d, -f1 | rev",
                  "retrieval\nquery-blind\n");
    expect_output(SMALL "--model attention --lr 0 | tail -1 | rev | cut -d, -f1 | rev", "chance\n");
}

/* Rows 3 and 4 run away at once; their means are those of step 0. */
Test(sweep, a_run_that_diverges_is_a_row_and_no_failure) {
    char *rows = output_of(SMALL "--model attention --optimizer sgd --seeds 1..2 --vary lr=0,1000 "
                                 "| tail -n +2 | cut -d, -f3-");
    char means[2][64], outcomes[4][32];
    int count = sscanf(rows,
                       "1,0,20,,,,%63[0-9.,e-]%31s\n2,0,20,,,,%*[0-9.,e-]%31s\n"
                       "1,1000,20,,,,%63[0-9.,e-]%31s\n2,1000,20,,,,%*[0-9.,e-]%31s\n",
                       means[0], outcomes[0], outcomes[1], means[1], outcomes[2], outcomes[3]);
    cr_assert_eq(count, 6, "%d: %s", count, rows);
    cr_expect_str_eq(means[0], means[1], "untrained: %s", rows);
    cr_expect_str_eq(outcomes[0], "chance");
    cr_expect_str_eq(outcomes[2], "diverged");
    cr_expect_str_eq(outcomes[3], "diverged");
    free(rows);
}

Test(sweep, curves_are_those_of_train) {
    char *curves = output_of(SMALL "--model attention,mlp --seeds 3,9 --curves - -o $T/rows.csv");
    char *trained =
        output_of("set -- --batch 8 --eval-examples 32 --steps 20 --eval-every 10 -q --csv -\n"
                  "attnlearn train --model attention --seed 3 \"$@\"\n"
                  "for run in 'attention --seed 9' 'mlp --seed 3' 'mlp --seed 9'; do\n"
                  "attnlearn train --model $run \"$@\" | tail -n +2; done");
    cr_expect_str_eq(curves, trained);
    free(curves);
    free(trained);
}

#define MANY SMALL "--seeds 1..5 --vary lr=0.01,0.02,0.03 --vary batch=4,8,16 "

/* The long runs come first, so that later ones are finished before them. */
Test(sweep, any_number_of_threads_gives_the_same_bytes) {
    static const char uneven[] =
        SMALL "--seeds 1..4 --vary score=dot,scaled-dot --vary steps=200,10,1 ";
    char command[512];
    snprintf(command, sizeof command, "%s", uneven);
    char *one = output_of(command);
    for (int threads = 2; threads <= 9; threads += threads < 3 ? 1 : 3) {
        snprintf(command, sizeof command, "%s --threads %d", uneven, threads);
        expect_output(command, one);
    }
    char *curves = output_of(SMALL "--seeds 1..9 --curves - -o $T/1.csv");
    expect_output(SMALL "--seeds 1..9 --curves - -o $T/2.csv --threads 3", curves);
    expect_output("cmp $T/1.csv $T/2.csv", "");
    free(one);
    free(curves);
}

Test(sweep, the_shards_one_after_another_are_the_whole) {
    char *whole = output_of(MANY);
    for (int shards = 1; shards <= 200; shards = 3 * shards + 1) {
        char command[512];
        snprintf(command, sizeof command,
                 "mkdir $T/%d && for i in $(seq -f %%03g %d); do attnlearn sweep -q --batch 1 "
                 "--vary eval-every=10 --model average --seeds 1..13 --steps 1 --eval-examples 4 "
                 "--shard $i/%d -o $T/%d/$i.csv || exit 1; done && "
                 "awk 'NR == 1 || FNR > 1' $T/%d/*.csv",
                 shards, shards, shards, shards, shards);
        char *joined = output_of(command);
        expect_output("attnlearn sweep -q --batch 1 --vary eval-every=10 --model average --seeds "
                      "1..13 --steps 1 --eval-examples 4",
                      joined);
        free(joined);
    }
    char *joined = output_of("for i in 1 2 3 4; do " MANY "--shard $i/4 -o $T/$i.csv; done && "
                             "awk 'NR == 1 || FNR > 1' $T/[1-4].csv");
    cr_expect_str_eq(joined, whole);
    free(joined);
    free(whole);
}

Test(sweep, the_shards_are_even) {
    expect_output("for i in 1 2 3 4; do " MANY "--shard $i/4 | wc -l; done", "23\n24\n23\n24\n");
}
