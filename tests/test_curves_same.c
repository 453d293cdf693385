/* What changes no curve: other models, threads, the evaluation interval. */
#include "support.h"
#include "support_curves.h"

#include <stdlib.h>
#include <string.h>

#define SHORT_RUN " --steps 60 --batch 16"

/* The rows of `model` in both runs are the same but for one column, and there are some. */
static void expect_same_rows(const char *options, const char *other_options, const char *model,
                             enum curve_column left_out) {
    struct curves a = train_curves(options), b = train_curves(other_options);
    struct curves fewer = select_model(&a, model), more = select_model(&b, model);
    cr_assert(fewer.count > 1 && fewer.count <= more.count, "%zu and %zu rows", fewer.count,
              more.count);
    assert_rows_in(&fewer, &more, left_out);
    curves_free(&fewer);
    curves_free(&more);
    curves_free(&a);
    curves_free(&b);
}

Test(curves_same, of_a_model_do_not_change_when_others_are_added) {
    expect_same_rows("--model attention" SHORT_RUN, "--model mlp,average,attention" SHORT_RUN,
                     "attention", COLUMN_COUNT);
    expect_same_rows("--model average" SHORT_RUN, "--model attention,average" SHORT_RUN, "average",
                     COLUMN_COUNT);
    expect_same_rows("--model mlp" SHORT_RUN, "--model attention,average,mlp" SHORT_RUN, "mlp",
                     COLUMN_COUNT);
}

Test(curves_same, do_not_change_with_threads) {
    static const char models[] = "--model attention,average,mlp" SHORT_RUN " --threads";
    struct outcome outcomes[3];
    static const int threads[] = {1, 2, 3};
    for (int i = 0; i < 3; i++) {
        outcomes[i] =
            run("attnlearn train --eval-examples 50 -q --csv - %s %d", models, threads[i]);
        cr_assert_eq(outcomes[i].status, 0, "%s", outcomes[i].err);
        cr_expect_str_eq(outcomes[i].out, outcomes[0].out, "%d threads", threads[i]);
    }
    for (int i = 0; i < 3; i++) outcome_free(&outcomes[i]);
}

Test(curves_same, do_not_change_with_the_evaluation_interval) {
    expect_same_rows("--model attention,average --eval-every 30" SHORT_RUN,
                     "--model attention,average --eval-every 1" SHORT_RUN, "attention", TRAIN_LOSS);
    expect_same_rows("--model average --eval-every 60" SHORT_RUN,
                     "--model average --eval-every 7" SHORT_RUN, "average", TRAIN_LOSS);
}

Test(curves_same, change_with_the_seed) {
    struct curves one = train_curves("--model attention --steps 5");
    struct curves two = train_curves("--model attention --steps 5 --seed 2");
    cr_expect_str_neq(one.rows[0][EVAL_LOSS], two.rows[0][EVAL_LOSS]);
    cr_expect_str_neq(one.rows[1][TRAIN_LOSS], two.rows[1][TRAIN_LOSS]);
    curves_free(&one);
    curves_free(&two);
}
