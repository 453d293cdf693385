/* Models: their tensors, initial weights and optimisers. */
#include "attention/dropout.h"
#include "model/initialise.h"
#include "model/kind.h"
#include "model/optimizer.h"
#include "support.h"
#include "train/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct model make_model(const struct model_kind *kind) {
    struct error error;
    struct model model = {.kind = kind,
                          .score = &score_scaled_dot,
                          .task = {6, 6, 8, 10},
                          .width = 16,
                          .heads = 1,
                          .hidden = 64};
    cr_assert(model_init(&model, &error), "%s", error.message);
    return model;
}

Test(model, has_the_parameters_of_the_design) {
    cr_assert_eq(make_model(&model_attention).parameter_count, 874);
    cr_assert_eq(make_model(&model_average).parameter_count, 458);
    cr_assert_eq(make_model(&model_mlp).parameter_count, 8138);
}

Test(model, tensors_lie_side_by_side) {
    for (size_t k = 0; model_kinds[k]; k++) {
        struct model model = make_model(model_kinds[k]);
        size_t at = 0;
        for (size_t t = 0; t < model.tensor_count; t++) {
            cr_assert_eq(model.tensors[t].offset, at);
            cr_assert_eq(model.offset[model.tensors[t].id], at);
            cr_assert(model_find_tensor(&model, model.tensors[t].name) == &model.tensors[t]);
            at += model.tensors[t].count;
        }
        cr_assert_eq(at, model.parameter_count);
    }
}

Test(model, refuses_sizes_by_name) {
    struct {
        struct task task;
        size_t width, heads, hidden;
        const char *word;
    } bad[] = {
        {{0, 0, 8, 10}, 16, 1, 64, "--pairs"},     {{6, 7, 8, 10}, 16, 1, 64, "--min-pairs"},
        {{9, 9, 8, 10}, 16, 1, 64, "--letters 9"}, {{6, 6, 8, 1}, 16, 1, 64, "--digits"},
        {{6, 6, 8, 10}, 0, 1, 64, "--width"},      {{6, 6, 8, 10}, 16, 3, 64, "--heads 3"},
        {{6, 6, 8, 10}, 16, 0, 64, "--heads"},     {{6, 6, 8, 10}, 16, 1, 0, "--hidden"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct error error = {.status = STATUS_DONE};
        struct model model = {.kind = &model_attention,
                              .score = &score_dot,
                              .task = bad[i].task,
                              .width = bad[i].width,
                              .heads = bad[i].heads,
                              .hidden = bad[i].hidden};
        cr_expect(!model_init(&model, &error));
        cr_expect(error.status == STATUS_USAGE && strstr(error.message, bad[i].word), "%s: %s",
                  bad[i].word, error.message);
    }
}

Test(model, bilinear_has_one_head) {
    struct error error;
    struct model model = {.kind = &model_attention,
                          .score = &score_bilinear,
                          .task = {6, 6, 8, 10},
                          .width = 16,
                          .heads = 2,
                          .hidden = 1};
    cr_assert(!model_init(&model, &error));
    cr_assert(error.status == STATUS_USAGE && strstr(error.message, "--heads must be 1"), "%s",
              error.message);
    model.kind = &model_average; /* has no score */
    cr_assert(model_init(&model, &error), "%s", error.message);
}

Test(model, that_no_machine_holds_is_refused_before_memory_is_taken) {
    struct error error;
    struct model model = {.kind = &model_mlp,
                          .score = &score_dot,
                          .task = {10000, 10000, 1000000, 1000000},
                          .width = 16,
                          .heads = 1,
                          .hidden = 1000000};
    cr_assert(!model_init(&model, &error));
    cr_assert(error.status == STATUS_FAILED && strstr(error.message, "memory"), "%s",
              error.message);
}

static double *initial(const struct model *model, const char *init, uint64_t seed) {
    double *weights = malloc(model->parameter_count * sizeof *weights);
    cr_assert(weights && initialisation_find(init));
    initialise(model, initialisation_find(init), seed, weights);
    return weights;
}

Test(initialise, gives_equal_tensors_to_models_that_share_them) {
    struct model attention = make_model(&model_attention), average = make_model(&model_average);
    double *a = initial(&attention, "uniform", 5), *b = initial(&average, "uniform", 5);
    double *c = initial(&average, "uniform", 6);
    for (size_t t = 0; t < average.tensor_count; t++) {
        const struct tensor *tensor = &average.tensors[t];
        size_t bytes = tensor->count * sizeof *a;
        cr_assert(memcmp(a + attention.offset[tensor->id], b + tensor->offset, bytes) == 0, "%s",
                  tensor->name);
    }
    cr_assert(memcmp(b, c, average.parameter_count * sizeof *b) != 0, "another seed");
    free(a);
    free(b);
    free(c);
}

/* The mean square and largest size of a tensor's entries. */
static double mean_square(const struct model *model, const double *weights, enum tensor_id id,
                          double *largest) {
    double sum = 0;
    const struct tensor *tensor = NULL;
    for (size_t t = 0; t < model->tensor_count; t++) {
        if (model->tensors[t].id == id) tensor = &model->tensors[t];
    }
    cr_assert(tensor);
    *largest = 0;
    for (size_t i = 0; i < tensor->count; i++) {
        double w = weights[tensor->offset + i];
        cr_assert(w == (double)(float)w, "single precision");
        sum += w * w;
        *largest = fmax(*largest, fabs(w));
    }
    return sum / (double)tensor->count;
}

/* Every initialisation's variance, on tensors large enough to measure it within a few percent. */
Test(initialise, has_the_variances_it_says) {
    struct error error;
    struct model model = {.kind = &model_attention,
                          .score = &score_dot,
                          .task = {6, 6, 100, 50},
                          .width = 200,
                          .heads = 1,
                          .hidden = 64};
    double largest;
    cr_assert(model_init(&model, &error));
    static const struct {
        const char *init;
        enum tensor_id id;
        double variance;
    } rows[] = {
        {"uniform", W_Q, 1.0 / 100 / 3},
        {"uniform", W_O, 1.0 / 200 / 3},
        {"normal", W_K, 1.0 / 150},
        {"xavier", W_V, 2.0 / (150 + 200)},
        {"unit", W_Q, 1},
        {"unit", W_K, 0.5},
        {"unit", W_V, 1.0 / 150 / 3},
        {"uniform", B_O, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double *weights = initial(&model, rows[i].init, 3);
        double found = mean_square(&model, weights, rows[i].id, &largest);
        assert_near(found, rows[i].variance, 0.04 * rows[i].variance, rows[i].init);
        free(weights);
    }
    double *weights = initial(&model, "uniform", 3);
    mean_square(&model, weights, W_Q, &largest);
    cr_assert(largest <= 0.1 && largest > 0.099, "1/sqrt(100) bounds it: %g", largest);
    free(weights);
}

Test(optimizer, adam_takes_the_steps_of_its_formula) {
    struct optimizer_settings settings = {.optimizer = optimizer_find("adam")};
    double g[3] = {0.5, -2, 0}, moments[6] = {0}, w[3] = {1, 1, 1}, m = 0, v = 0, expected = 1;
    for (uint64_t t = 1; t <= 5; t++) {
        optimizer_step(&settings, 0.01, t, 3, g, moments, w);
        m = 0.9 * m + 0.1 * 0.5;
        v = 0.999 * v + 0.001 * 0.25;
        expected -=
            0.01 * (m / (1 - pow(0.9, (double)t))) / (sqrt(v / (1 - pow(0.999, (double)t))) + 1e-8);
        assert_near(w[0], expected, 1e-14, "adam");
        assert_near(w[1], 1 + 0.01 * (double)t, 1e-8, "a constant gradient moves eta a step");
        assert_near(w[2], 1, 0, "no gradient, no move");
    }
}

Test(optimizer, sgd_has_momentum_and_decay) {
    struct optimizer_settings settings = {
        .optimizer = optimizer_find("sgd"), .momentum = 0.5, .weight_decay = 0.1};
    double g[1] = {1}, m[1] = {0}, w[1] = {2};
    optimizer_step(&settings, 0.1, 1, 1, g, m, w);
    assert_near(w[0], 2 - 0.1 * 0.1 * 2 - 0.1, 1e-15, "first step");
    double before = w[0];
    optimizer_step(&settings, 0.1, 2, 1, g, m, w);
    assert_near(w[0], before - 0.01 * before - 0.1 * 1.5, 1e-15, "second step");
}

Test(optimizer, clips_by_the_global_norm) {
    double g[2] = {3, 4};
    assert_near(gradient_norm(2, g), 5, 0, "norm");
    gradient_clip(2, g, 5, 6);
    assert_near(g[0], 3, 0, "below the limit");
    gradient_clip(2, g, 5, 0);
    assert_near(g[0], 3, 0, "no limit");
    gradient_clip(2, g, 5, 1);
    assert_near(gradient_norm(2, g), 1, 1e-15, "clipped");
    assert_near(g[1] / g[0], 4.0 / 3, 1e-15, "same direction");
}

Test(schedule, starts_at_the_whole_rate_and_ends_low) {
    for (size_t i = 0; schedules[i].name; i++) {
        const struct schedule *schedule = &schedules[i];
        cr_assert(schedule_find(schedule->name) == schedule);
        assert_near(schedule_factor(schedule, 1, 0, 100), 1, 1e-15, schedule->name);
        assert_near(schedule_factor(schedule, 5, 10, 100), 0.5, 1e-15, "warm-up");
        assert_near(schedule_factor(schedule, 10, 10, 100), 1, 1e-15, "end of the warm-up");
        assert_near(schedule_factor(schedule, 11, 10, 100), 1, 1e-15, "after the warm-up");
    }
    assert_near(schedule_factor(schedule_find("linear"), 51, 0, 100), 0.5, 1e-15, "linear");
    assert_near(schedule_factor(schedule_find("linear"), 100, 0, 100), 0.01, 1e-15, "linear");
    assert_near(schedule_factor(schedule_find("cosine"), 51, 0, 100), 0.5, 1e-15, "cosine");
    assert_near(schedule_factor(schedule_find("cosine"), 26, 0, 100), (1 + sqrt(0.5)) / 2, 1e-15,
                "cosine");
}

Test(dropout, leaves_out_the_part_it_says_and_keeps_the_mean) {
    struct dropout dropout = {.rate = 0.3, .key = random_key(4, 0)};
    double left_out = 0, sum = 0;
    enum { COUNT = 100000 };
    for (uint64_t t = 0; t < COUNT; t++) {
        double factor = dropout_factor(&dropout, t / 6, t % 6);
        cr_assert(factor == 0 || factor == 1 / 0.7);
        left_out += factor == 0;
        sum += factor;
    }
    assert_near(left_out / COUNT, 0.3, 5 * sqrt(0.21 / COUNT), "part");
    assert_near(sum / COUNT, 1, 5 * sqrt(0.3 / 0.7 / COUNT), "mean");
}
