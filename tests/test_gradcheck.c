/* The gradient check: right gradients pass on many seeds, wrong ones and useless steps fail. */
#include "model/initialise.h"
#include "model/kind.h"
#include "support.h"
#include "train/gradcheck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct model make_model(const struct model_kind *kind, const struct score *score,
                               size_t heads, size_t min_pairs) {
    struct error error;
    struct model model = {.kind = kind,
                          .score = score,
                          .task = {6, min_pairs, 8, 10},
                          .width = 16,
                          .heads = heads,
                          .hidden = 16};
    cr_assert(model_init(&model, &error), "%s", error.message);
    return model;
}

static struct gradcheck_result check(const struct model *model, uint64_t seed,
                                     struct gradcheck_settings settings) {
    struct error error;
    struct gradcheck_result result;
    size_t n = model->parameter_count;
    double *weights = malloc(n * sizeof *weights), *gradient = malloc(n * sizeof *gradient);
    struct source *source = source_stream(&model->task, seed, STREAM_TRAIN, &error);
    cr_assert(weights && gradient && source);
    settings.seed = seed;
    initialise(model, initialisation_find("normal"), seed, weights);
    cr_assert(gradcheck(&settings, model, weights, source, gradient, &result, &error));
    source_free(source);
    free(weights);
    free(gradient);
    return result;
}

static const struct gradcheck_settings usual = {.eps = 1e-5, .tolerance = 1e-6, .examples = 4};

static void check_seeds(const struct model *model) {
    for (uint64_t seed = 1; seed <= 20; seed += EVERY) {
        struct gradcheck_result result = check(model, seed, usual);
        cr_assert(result.passed, "%s %s, seed %d: %g", model->kind->name, model->score->name,
                  (int)seed, result.max_relative_error);
        cr_assert(result.max_relative_error > 0, "an error of exactly 0 is not a measurement");
    }
}

Test(gradcheck, passes_for_every_score_heads_and_lengths) {
    for (size_t i = 0; scores[i]; i++) {
        bool one_head = scores[i]->parameter == SCORE_MATRIX;
        for (size_t heads = 1; heads <= (one_head ? 1 : 4); heads *= 2) {
            struct model all = make_model(&model_attention, scores[i], heads, 6);
            struct model fewer = make_model(&model_attention, scores[i], heads, 1);
            check_seeds(&all);
            check_seeds(&fewer);
        }
    }
}

Test(gradcheck, passes_for_average_and_mlp) {
    struct model average = make_model(&model_average, &score_scaled_dot, 1, 1);
    struct model mlp = make_model(&model_mlp, &score_scaled_dot, 1, 1);
    check_seeds(&average);
    check_seeds(&mlp);
}

Test(gradcheck, fails_without_the_sum_of_the_jacobian) {
    struct model model = make_model(&model_attention, &score_scaled_dot, 1, 6);
    struct gradcheck_settings broken = usual;
    broken.break_jacobian = true;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct gradcheck_result result = check(&model, seed, broken);
        cr_assert(!result.passed && result.max_relative_error > 1e-3, "seed %d: %g", (int)seed,
                  result.max_relative_error);
    }
}

Test(gradcheck, never_passes_with_a_step_that_tells_nothing) {
    for (size_t i = 0; model_kinds[i]; i++) {
        struct model model = make_model(model_kinds[i], &score_scaled_dot, 1, 6);
        static const double steps[] = {0, 1e-300, 1e-17};
        for (size_t s = 0; s < 3; s++) {
            struct gradcheck_settings settings = usual;
            settings.eps = steps[s];
            settings.tolerance = 1;
            cr_assert(!check(&model, 1, settings).passed, "%s, eps %g", model.kind->name, steps[s]);
        }
    }
}

Test(gradcheck, the_program_says_so_by_its_status) {
    struct outcome outcome = run("attnlearn gradcheck --json && attnlearn gradcheck --model mlp "
                                 "--hidden 8 --json");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    cr_assert(strstr(outcome.out, "\"passed\": true"));
    outcome_free(&outcome);
    outcome = run("attnlearn gradcheck --json --break jacobian");
    cr_assert_eq(outcome.status, 1);
    cr_assert(strstr(outcome.out, "\"passed\": false") && strstr(outcome.err, "do not agree"));
    cr_assert(json_number(outcome.out, "max_relative_error") > 1e-3);
    outcome_free(&outcome);
    outcome = run("attnlearn gradcheck --eps 1e-12");
    cr_assert_eq(outcome.status, 1);
    outcome_free(&outcome);
    assert_refused(2, "--eps: it must be from 1e-12 to 1", "attnlearn gradcheck --eps 0");
}

Test(gradcheck, breaks_only_what_there_is) {
    assert_refused(2, "softmax", "attnlearn gradcheck --break jacobian --model average");
    assert_refused(2, "softmax", "attnlearn gradcheck --break jacobian --pairs 1");
    assert_refused(2, "--tolerance", "attnlearn gradcheck --tolerance 1");
    assert_refused(2, "--examples", "attnlearn gradcheck --data data/eval.csv --examples 3");
}

/* The gradients of many pairs are small: rounding must not stand in for an error. */
Test(gradcheck, passes_for_many_pairs_whose_gradients_are_small) {
    struct outcome outcome =
        run("attnlearn gradcheck --letters 32 --pairs 32 --examples 32 --json");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    cr_assert(json_number(outcome.out, "max_relative_error") < 2e-7);
    outcome_free(&outcome);
}
