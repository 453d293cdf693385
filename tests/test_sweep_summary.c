/* What a sweep tells at its end. */
#include "base/quantile.h"
#include "support.h"
#include "train/sweep_summary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

Test(sweep_summary, quantiles_lie_between_the_ranks_around_them) {
    static const double numbers[] = {1, 2, 4, 8, 16};
    cr_expect_eq(quantile(numbers, 5, 0), 1);
    cr_expect_eq(quantile(numbers, 5, 0.25), 2);
    cr_expect_eq(quantile(numbers, 5, 0.5), 4);
    cr_expect_eq(quantile(numbers, 5, 1), 16);
    cr_expect_eq(quantile(numbers, 4, 0.5), 3);
    cr_expect_eq(quantile(numbers, 4, 0.25), 1.75);
    cr_expect_eq(quantile(numbers, 4, 0.75), 5);
    cr_expect_eq(quantile(numbers, 1, 0.75), 1);
    cr_expect_eq(quantile(numbers + 2, 2, 0.25), 5);
}

Test(sweep_summary, a_quantile_next_to_what_was_not_reached_is_not_reached) {
    const double numbers[] = {1, 3, (double)INFINITY, (double)INFINITY};
    cr_expect_eq(quantile(numbers, 4, 0.25), 2.5);
    cr_expect(isinf(quantile(numbers, 4, 0.5)));
    cr_expect(isinf(quantile(numbers, 4, 0.75)));
    cr_expect_eq(quantile(numbers, 3, 0.5), 3);
}

static struct sweep_result result(uint64_t steps, double loss, int outcome) {
    return (struct sweep_result){.steps_to_99 = steps, .final_loss = loss, .outcome = outcome};
}

/* Steps 100 140 180 200 not reached: quartiles at ranks 1, 2 and 3. Losses 0.1 0.2 0.3 1.7 and one
 * that diverged from 0.05: the middle one is 0.3. */
Test(sweep_summary, counts_and_medians_are_as_by_hand) {
    const struct sweep_result results[] = {
        result(180, 0.2, VERDICT_RETRIEVAL),    result(UINT64_MAX, 1.7, VERDICT_QUERY_BLIND),
        result(100, 0.1, VERDICT_RETRIEVAL),    result(200, 0.3, VERDICT_RETRIEVAL),
        result(140, 0.05, (int)SWEEP_DIVERGED),
    };
    struct sweep_summary summary;
    struct error error;
    cr_assert(sweep_summarise(results, 5, &summary, &error));
    cr_expect_eq(summary.runs, 5);
    cr_expect_eq(summary.retrieval, 3);
    cr_expect_eq(summary.diverged, 1);
    cr_expect_eq(summary.steps_to_99[0], 140);
    cr_expect_eq(summary.steps_to_99[1], 180);
    cr_expect_eq(summary.steps_to_99[2], 200);
    cr_expect_eq(summary.final_loss, 0.3);
}

/* A file of rows that is whole is summed up without a run. */
#define ROWS                                                                                       \
    "model,score,seed,lr,steps,steps_to_blind,steps_to_99,steps_to_loss_0_1,final_loss,"           \
    "final_accuracy,answer_weight,outcome\n"                                                       \
    "attention,dot,1,0.1,300,20,100,140,0.01,1,0.9,retrieval\n"                                    \
    "attention,dot,2,0.1,300,20,120,140,0.02,1,0.9,retrieval\n"                                    \
    "attention,dot,3,0.1,300,20,180,,0.12,1,0.9,retrieval\n"                                       \
    "attention,dot,4,0.1,300,,,,2.5,0.1,0.2,diverged\n"                                            \
    "average,,1,0.1,300,,,,1.7,0.3,0.16,query-blind\naverage,,2,0.1,300,,,,1.8,0.3,0.16,chance\n"  \
    "average,,3,0.1,300,,,,1.6,0.3,0.16,chance\naverage,,4,0.1,300,,,,,,,diverged\n"

#define TABLE                                                                                      \
    " lr  model      runs  retrieval  diverged  steps to 99 %  quartiles  final loss\n"            \
    "0.1  attention     4          3         1            150     115..-      0.0700\n"            \
    "0.1  average       4          0         1              -          -      1.7500\n"            \
    "medians over the runs; one that did not get there counts as the last\n"

static const char summing[] = "attnlearn sweep --score dot --seeds 1..4 --vary lr=0.1 --steps 300 "
                              "-o $T/rows.csv --resume";

/* The rows are made up, as the program notices. */
Test(sweep_summary, the_table_has_a_line_for_each_combination_and_model) {
    write_string("rows.csv", ROWS);
    struct outcome outcome = run("%s && cat $T/rows.csv", summing);
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    cr_expect(strstr(outcome.err, "these settings give another row"), "%s", outcome.err);
    cr_expect_str_eq(outcome.out, TABLE ROWS);
    outcome_free(&outcome);
}

Test(sweep_summary, quiet_says_nothing) {
    write_string("rows.csv", ROWS);
    struct outcome outcome = run("%s -q && attnlearn sweep -q --steps 1 -o $T/x.csv", summing);
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    cr_expect_str_eq(outcome.out, "");
    cr_expect_str_eq(outcome.err, "");
    outcome_free(&outcome);
}

Test(sweep_summary, goes_to_standard_error_where_rows_or_curves_go_to_standard_output) {
    struct outcome outcome = run("attnlearn sweep --model average --steps 1 | tail -n +2 && "
                                 "attnlearn sweep --model average --steps 1 --curves - -o $T/x "
                                 "| sed -n 1p");
    cr_expect_eq(strncmp(outcome.out, "average,,1,1,", 13), 0, "%s", outcome.out);
    const char *curves = strchr(outcome.out, '\n') + 1;
    cr_expect_eq(strncmp(curves, "model,score,seed,step,", 22), 0, "%s", outcome.out);
    const char *table = strstr(outcome.err, "model    runs  retrieval");
    cr_expect(table && strstr(table + 1, "model    runs  retrieval"), "%s", outcome.err);
    outcome_free(&outcome);
}

Test(sweep_summary, a_shard_sums_up_its_own_runs) {
    struct outcome outcome = run("attnlearn sweep --steps 1 --seeds 1..6 --shard 2/3 -o $T/x.csv "
                                 "2>/dev/null | cut -c1-15");
    cr_expect(strstr(outcome.out, "\nattention     2\naverage       2\n"), "%s", outcome.out);
    outcome_free(&outcome);
}

Test(sweep_summary, progress_counts_runs_and_tells_the_time_left) {
    struct outcome outcome = run("attnlearn sweep --steps 1 --seeds 1..10 -o $T/x.csv >/dev/null");
    cr_expect(strstr(outcome.err, " 50 %  10 of 20 runs  left "), "%s", outcome.err);
    cr_expect(strstr(outcome.err, "100 %  20 of 20 runs  left 0.0 s\n"), "%s", outcome.err);
    outcome_free(&outcome);
}
