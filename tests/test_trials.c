/* Trials: short trainings. */
#include "model/kind.h"
#include "support.h"
#include "train/trials.h"

#include <stdlib.h>

static struct model make_model(size_t width) {
    struct model model = {.kind = &model_attention,
                          .score = &score_dot,
                          .task = {6, 6, 8, 10},
                          .width = width,
                          .heads = 1,
                          .hidden = 64};
    cr_assert(model_init(&model, NULL));
    return model;
}

static struct train_settings make_settings(uint64_t steps) {
    return (struct train_settings){.seed = 1,
                                   .steps = steps,
                                   .batch = 64,
                                   .rate = 0.003,
                                   .schedule = &schedules[0],
                                   .optimizer = {.optimizer = optimizers[0]},
                                   .initialisation = &initialisations[0],
                                   .eval_every = 10,
                                   .eval_examples = 256,
                                   .threads = 1,
                                   .engine = &engine_fast};
}

/* The steps that a whole training of one seed reports. */
static uint64_t steps_of(struct train_settings settings, const struct model *model, uint64_t seed) {
    uint64_t steps;
    settings.seed = seed;
    cr_assert(trials_to_99(&settings, model, 1, &steps, NULL));
    return steps;
}

Test(trials, reach_99_percent_in_the_steps_of_each_seed_in_order) {
    struct model model = make_model(16);
    struct train_settings settings = make_settings(400);
    uint64_t steps[5], sum = 0, single = 0;
    cr_assert(trials_to_99(&settings, &model, 5, steps, NULL));
    for (size_t i = 0; i < 5; i++) {
        cr_expect(steps[i] >= 50 && steps[i] <= 250 && steps[i] % 10 == 0, "%d", (int)steps[i]);
        cr_expect(!i || steps[i - 1] <= steps[i]);
        sum += steps[i];
        single += steps_of(settings, &model, i + 1);
    }
    cr_expect_eq(sum, single);
    cr_expect_eq(trials_median(steps, 5), steps[2]);
}

Test(trials, say_where_99_percent_are_not_reached) {
    struct model model = make_model(16);
    struct train_settings settings = make_settings(20);
    uint64_t steps[2];
    cr_assert(trials_to_99(&settings, &model, 2, steps, NULL));
    cr_expect(steps[0] == TRIALS_NOT_REACHED && steps[1] == TRIALS_NOT_REACHED);
    settings.steps = 400;
    settings.optimizer.optimizer = optimizer_find("sgd");
    settings.rate = 1000;
    cr_assert(trials_to_99(&settings, &model, 1, steps, NULL));
    cr_expect_eq(steps[0], TRIALS_DIVERGED);
}

Test(trials, give_the_weights_at_the_end) {
    struct model model = make_model(16);
    struct train_settings settings = make_settings(300);
    double *weights = malloc(model.parameter_count * sizeof *weights);
    struct metrics metrics;
    cr_assert(weights && trials_weights(&settings, &model, weights, &metrics, NULL));
    cr_expect_gt(metrics.accuracy, 0.99);
    cr_expect_eq(metrics.examples, 256);
    double *initial = malloc(model.parameter_count * sizeof *initial);
    cr_assert(initial);
    initialise(&model, settings.initialisation, 1, initial);
    cr_expect_neq(weights[0], initial[0]);
    free(weights);
    free(initial);
}
