/* The fast engine against the reference: losses, gradients and results on random sizes; all its
 * kernels bit for bit. */
#include "base/random.h"
#include "model/fast/choose.h"
#include "model/fast/engine.h"
#include "model/fast/shape.h"
#include "model/initialise.h"
#include "model/kind.h"
#include "model/pass.h"
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts of 16 lanes, as AVX-512 has them, compiled for any machine. */
extern const struct kernel kernel_wide;

/* A model of random sizes, its weights, and everything both engines say of it. */
struct trial {
    struct model model;
    struct learner_settings settings;
    double *weights;
    double *expected, *found; /* gradients */
    double expected_loss, found_loss;
    struct source *source;
};

static struct random_cursor dice(uint64_t number) {
    return (struct random_cursor){.key = random_key(number, 77)};
}

static size_t roll(struct random_cursor *cursor, size_t least, size_t most) {
    return least + (size_t)random_below(cursor, most - least + 1);
}

static const struct model_kind *random_kind(struct random_cursor *cursor) {
    size_t count = 0;
    while (model_kinds[count]) count++;
    return model_kinds[random_below(cursor, count)];
}

static const struct score *random_score(struct random_cursor *cursor) {
    size_t count = 0;
    while (scores[count]) count++;
    return scores[random_below(cursor, count)];
}

/* Every fourth trial has the default sizes, which have code of their own. */
static void trial_open(struct trial *trial, uint64_t number, double size) {
    struct random_cursor cursor = dice(number);
    struct error error;
    bool usual = number % 4 == 0;
    const struct model_kind *kind = random_kind(&cursor);
    const struct score *score = random_score(&cursor);
    bool one_head = usual || score->parameter == SCORE_MATRIX;
    size_t pairs = usual ? 6 : roll(&cursor, 1, 20), heads = one_head ? 1 : roll(&cursor, 1, 3);
    trial->model = (struct model){
        .kind = kind,
        .score = score,
        .task = {pairs, usual ? 6 : roll(&cursor, 1, pairs),
                 usual ? 8 : roll(&cursor, pairs, pairs + 20), usual ? 10 : roll(&cursor, 2, 40)},
        .width = usual ? 16 : heads * roll(&cursor, 1, 20),
        .heads = heads,
        .hidden = roll(&cursor, 1, 70),
    };
    cr_assert(model_init(&trial->model, &error), "%s", error.message);
    trial->settings = (struct learner_settings){
        .optimizer = {.optimizer = optimizer_find("adam")},
        .dropout = {.rate = number % 8 < 2 ? 0.3 : 0, .key = random_key(number, STREAM_DROPOUT)},
        .batch = roll(&cursor, 1, 70),
        .threads = 1};
    size_t n = trial->model.parameter_count;
    trial->weights = malloc(3 * n * sizeof(double));
    trial->source = source_stream(&trial->model.task, number, STREAM_TRAIN, &error);
    cr_assert(trial->weights && trial->source);
    trial->expected = trial->weights + n;
    trial->found = trial->expected + n;
    for (size_t i = 0; i < n; i++) {
        double w = size * random_normal(random_key(number, 5), i);
        trial->weights[i] = (double)(float)w;
    }
}

static void trial_close(struct trial *trial) {
    source_free(trial->source);
    free(trial->weights);
}

/* The reference's mean loss and gradient over the batch. */
static void expect(struct trial *trial) {
    struct pass pass;
    struct error error;
    size_t batch = trial->settings.batch, weights = 20 * 3;
    double keep[20 * 3];
    cr_assert(pass_init(&pass, &trial->model, &error));
    memset(trial->expected, 0, trial->model.parameter_count * sizeof(double));
    trial->expected_loss = 0;
    for (size_t t = 0; t < batch; t++) {
        const struct example *example = source_draw(trial->source, t);
        for (size_t i = 0; i < weights; i++) {
            keep[i] = dropout_factor(&trial->settings.dropout, t, i);
        }
        pass.keep = keep;
        pass_forward(&pass, trial->weights, example);
        pass_loss_backward(&pass, example, 1 / (double)batch);
        pass_backward(&pass, trial->weights, example, trial->expected);
        trial->expected_loss += pass.loss / (double)batch;
    }
    pass_free(&pass);
}

static struct learner *make_learner(const struct trial *trial, const struct kernel *kernel,
                                    enum fast_method_name method) {
    struct error error;
    struct learner *learner = fast_create(&trial->model, &trial->settings, kernel, method, &error);
    cr_assert(learner, "%s", error.message);
    engine_fast.set_weights(learner, trial->weights);
    return learner;
}

static void find(struct trial *trial, const struct kernel *kernel, enum fast_method_name method) {
    struct learner *learner = make_learner(trial, kernel, method);
    fast_gradient(learner, trial->source, 0, trial->settings.batch, trial->found,
                  &trial->found_loss);
    engine_fast.destroy(learner);
}

static double largest_of(size_t n, const double *x) {
    double largest = 0;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(x[i]));
    return largest;
}

/* Every tensor's error relative to its largest entry. Where the exact gradient is 0, or next to it
 * (one pair alone, a saturated softmax), what single precision leaves is measured by the whole
 * gradient: FLT_EPSILON is its step. Large scores make the softmax pass rounding on magnified. */
static void compare(const struct trial *trial, uint64_t number, double tolerance, double of_whole) {
    const struct model *model = &trial->model;
    double loss = trial->expected_loss;
    double whole = largest_of(model->parameter_count, trial->expected);
    cr_assert(fabs(trial->found_loss - loss) <= tolerance * fmax(1, loss),
              "trial %d, %s %s: loss %.9g, expected %.9g", (int)number, model->kind->name,
              model->score->name, trial->found_loss, loss);
    for (size_t t = 0; t < model->tensor_count; t++) {
        const struct tensor *tensor = &model->tensors[t];
        double worst = 0, largest = largest_of(tensor->count, trial->expected + tensor->offset);
        for (size_t i = tensor->offset; i < tensor->offset + tensor->count; i++) {
            worst = fmax(worst, fabs(trial->expected[i] - trial->found[i]));
            cr_assert(isfinite(trial->found[i]));
        }
        cr_assert(
            worst <= tolerance * largest + of_whole * whole,
            "trial %d, %s %s, %d pairs %d letters %d digits, %d x %d: %s is off by %g of %g, %g",
            (int)number, model->kind->name, model->score->name, (int)model->task.pairs,
            (int)model->task.letters, (int)model->task.digits, (int)model->heads, (int)model->width,
            tensor->name, worst, largest, whole);
    }
}

static void compare_methods(uint64_t number, double size, double tolerance, double of_whole) {
    const struct kernel *kernels[KERNEL_MOST + 1];
    struct trial trial;
    trial_open(&trial, number, size);
    expect(&trial);
    kernel_list(kernels);
    find(&trial, kernels[0], FAST_TABLES);
    compare(&trial, number, tolerance, of_whole);
    find(&trial, kernels[0], FAST_DIRECT);
    compare(&trial, number, tolerance, of_whole);
    trial_close(&trial);
}

Test(fast, gradients_agree_with_the_reference_on_random_sizes) {
    for (uint64_t number = 0; number < 240; number++)
        compare_methods(number, 0.3, 1e-5, (double)FLT_EPSILON);
}

Test(fast, a_score_it_does_not_know_is_refused) {
    struct error error;
    struct score unknown = score_dot;
    unknown.name = "unheard-of";
    struct model model = {.kind = &model_attention,
                          .score = &unknown,
                          .task = {6, 6, 8, 10},
                          .width = 16,
                          .heads = 1,
                          .hidden = 1};
    cr_assert(model_init(&model, &error));
    cr_assert(!engine_fast.create(&model, NULL, &error));
    cr_assert(error.status == STATUS_FAILED && strstr(error.message, "unheard-of"), "%s",
              error.message);
}

Test(fast, an_optimizer_it_does_not_know_is_refused) {
    struct error error;
    struct trial trial;
    struct optimizer unknown = optimizer_sgd;
    unknown.name = "unheard-of";
    trial_open(&trial, 0, 0.3);
    trial.settings.optimizer.optimizer = &unknown;
    cr_assert(!engine_fast.create(&trial.model, &trial.settings, &error));
    cr_assert(strstr(error.message, "the optimizer unheard-of"), "%s", error.message);
    trial_close(&trial);
}

Test(fast, a_model_it_does_not_know_is_refused) {
    struct error error;
    struct trial trial;
    trial_open(&trial, 0, 0.3);
    for (size_t i = 0; model_kinds[i]; i++) {
        struct model_kind unknown = *model_kinds[i];
        unknown.name = "unheard-of";
        trial.model.kind = &unknown;
        cr_assert(!engine_fast.create(&trial.model, NULL, &error), "%s", model_kinds[i]->name);
        cr_assert(strstr(error.message, "the model unheard-of: say --engine reference"), "%s",
                  error.message);
    }
    trial_close(&trial);
}

/* Scores and logits so large that nothing may be taken relative to a common bound. */
Test(fast, gradients_agree_where_scores_are_far_apart) {
    for (uint64_t number = 0; number < 60; number++) compare_methods(number, 6, 2e-3, 1e-4);
}

static void compare_results(const struct trial *trial, struct learner *learner, uint64_t number) {
    enum { COUNT = 50 };
    struct example_result expected[COUNT], found[COUNT];
    struct error error;
    struct learner *reference = engine_reference.create(&trial->model, NULL, &error);
    cr_assert(reference);
    engine_reference.set_weights(reference, trial->weights);
    engine_reference.evaluate(reference, trial->source, 3, COUNT, expected);
    engine_fast.evaluate(learner, trial->source, 3, COUNT, found);
    for (size_t i = 0; i < COUNT; i++) {
        double allowed = 1e-5 * fmax(1, expected[i].loss);
        assert_near(found[i].loss, expected[i].loss, allowed, "loss");
        assert_near(found[i].answer_probability, expected[i].answer_probability, 1e-5, "p");
        cr_assert_eq(found[i].answer, expected[i].answer, "trial %d", (int)number);
        cr_assert_eq(found[i].prediction, expected[i].prediction, "trial %d", (int)number);
        cr_assert_eq(found[i].in_context, expected[i].in_context, "trial %d", (int)number);
        cr_assert_eq(isnan(found[i].entropy), isnan(expected[i].entropy));
        if (isnan(expected[i].entropy)) continue;
        assert_near(found[i].answer_weight, expected[i].answer_weight, 1e-5, "weight");
        assert_near(found[i].entropy, expected[i].entropy, 1e-5, "entropy");
    }
    engine_reference.destroy(reference);
}

Test(fast, results_agree_with_the_reference) {
    for (uint64_t number = 0; number < 60; number++) {
        struct trial trial;
        trial_open(&trial, number, 0.5);
        for (int method = FAST_TABLES; method <= FAST_DIRECT; method++) {
            struct learner *learner =
                make_learner(&trial, kernel_choose(), (enum fast_method_name)method);
            compare_results(&trial, learner, number);
            engine_fast.destroy(learner);
        }
        trial_close(&trial);
    }
}

/* The weights after some steps, and the losses on the way, with one kernel. */
static double *weights_after_steps(const struct trial *trial, const struct kernel *kernel,
                                   enum fast_method_name method, unsigned threads) {
    struct trial own = *trial;
    struct error error;
    own.settings.threads = threads;
    own.settings.source = trial->source;
    struct learner *learner = make_learner(&own, kernel, method);
    double *weights = malloc((trial->model.parameter_count + 5) * sizeof *weights);
    cr_assert(weights);
    for (uint64_t t = 1; t <= 5; t++) {
        struct step step = {t, (t - 1) * own.settings.batch, own.settings.batch, 0.01};
        struct step_result result;
        cr_assert(engine_fast.step(learner, trial->source, &step, &result, &error), "%s",
                  error.message);
        weights[trial->model.parameter_count + t - 1] = result.loss + result.grad_norm;
    }
    engine_fast.get_weights(learner, weights);
    engine_fast.destroy(learner);
    return weights;
}

Test(fast, every_kernel_gives_the_same_bits) {
    const struct kernel *kernels[KERNEL_MOST + 2];
    size_t count = 0;
    kernel_list(kernels);
    while (kernels[count]) count++;
    kernels[count] = &kernel_wide;
    kernels[count + 1] = NULL;
    for (uint64_t number = 0; number < 60; number++) {
        struct trial trial;
        enum fast_method_name method = number % 3 ? FAST_TABLES : FAST_DIRECT;
        trial_open(&trial, number, number % 5 ? 0.3 : 6);
        double *first = weights_after_steps(&trial, kernels[0], method, 1);
        for (size_t k = 1; kernels[k]; k++) {
            double *other = weights_after_steps(&trial, kernels[k], method, 1);
            cr_assert(memcmp(first, other, (trial.model.parameter_count + 5) * sizeof *first) == 0,
                      "trial %d: %s and %s", (int)number, kernels[0]->name, kernels[k]->name);
            free(other);
        }
        free(first);
        trial_close(&trial);
    }
}

Test(fast, threads_give_the_same_bits) {
    static const size_t batches[] = {1000, 1024, 1025, 5000, 40000};
    for (size_t b = 0; b < sizeof batches / sizeof *batches; b++) {
        struct trial trial;
        trial_open(&trial, 4 * b, 0.3);
        trial.settings.batch = batches[b];
        double *first = weights_after_steps(&trial, kernel_choose(), FAST_CHOOSE, 1);
        for (unsigned threads = 2; threads <= 8; threads += 3) {
            double *other = weights_after_steps(&trial, kernel_choose(), FAST_CHOOSE, threads);
            cr_assert(memcmp(first, other, (trial.model.parameter_count + 5) * sizeof *first) == 0,
                      "batch %d, %d threads", (int)batches[b], (int)threads);
            free(other);
        }
        expect(&trial);
        find(&trial, kernel_choose(), FAST_CHOOSE);
        compare(&trial, b, 1e-5, (double)FLT_EPSILON);
        free(first);
        trial_close(&trial);
    }
}

Test(fast, tables_are_for_small_alphabets_and_large_batches) {
    struct fast_shape small = {.pairs = 6,
                               .letters = 8,
                               .digits = 10,
                               .heads = 1,
                               .scored = true,
                               .letter_stride = 16,
                               .digit_stride = 16,
                               .head_stride = 16,
                               .width_stride = 16,
                               .pair_count = 81,
                               .match_count = 672};
    struct fast_shape large = small;
    large.letters = large.letter_stride = 512, large.digits = large.digit_stride = 512;
    large.pair_count = 512 * 512 + 1, large.match_count = 512 * 512 * 512 + 1024;
    cr_assert(fast_prefers_tables(&small, 64) && fast_prefers_tables(&small, 1024));
    cr_assert(!fast_prefers_tables(&large, 64));
    cr_assert(!fast_prefers_tables(&small, 1), "one example is not worth the tables");
}

/* The least batch for which choose.h's rule takes tables: 11 is 1348 / (192 - 66) rounded up. */
static const struct {
    const char *score;
    struct task task;
    size_t width, heads, batch;
} changes_over[] = {
    {"scaled-dot", {6, 6, 8, 10}, 16, 1, 11},       {"dot", {6, 6, 8, 10}, 16, 1, 11},
    {"additive", {6, 6, 8, 10}, 16, 1, 43},         {"bilinear", {6, 6, 8, 10}, 16, 1, 11},
    {"distance", {6, 6, 8, 10}, 16, 1, 15},         {"scaled-dot", {16, 16, 32, 32}, 32, 4, 133},
    {"dot", {16, 16, 32, 32}, 32, 4, 133},          {"additive", {16, 16, 32, 32}, 32, 4, 998},
    {"distance", {16, 16, 32, 32}, 32, 4, 325},     {"scaled-dot", {64, 64, 128, 128}, 64, 1, 675},
    {"additive", {64, 64, 128, 128}, 64, 1, 17557}, {"bilinear", {64, 64, 128, 128}, 64, 1, 1178},
    {"distance", {64, 64, 128, 128}, 64, 1, 5004},
};

Test(fast, changes_over_to_tables_where_the_rule_says) {
    for (size_t i = 0; i < sizeof changes_over / sizeof *changes_over; i++) {
        struct error error;
        struct model model = {.kind = &model_attention,
                              .score = score_find(changes_over[i].score),
                              .task = changes_over[i].task,
                              .width = changes_over[i].width,
                              .heads = changes_over[i].heads,
                              .hidden = 1};
        cr_assert(model_init(&model, &error), "%s", error.message);
        struct fast_shape shape = fast_shape_of(&model);
        size_t batch = changes_over[i].batch;
        cr_expect(fast_prefers_tables(&shape, batch), "row %zu", i);
        cr_expect(!fast_prefers_tables(&shape, batch - 1), "row %zu", i);
    }
}

/* A trained model's loss is next to nothing, and must not be lost in rounding. */
Test(fast, small_losses_are_as_right_as_large_ones) {
    struct outcome outcome =
        run("attnlearn train --model attention --steps 8000 --eval-every 8000 -q --save $T/m && "
            "attnlearn eval $T/m --json --examples 500 && "
            "attnlearn eval $T/m --json --examples 500 --engine reference");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    double fast = json_number(outcome.out, "loss");
    double reference = json_number(strstr(outcome.out, "}") + 1, "loss");
    cr_assert(reference > 0 && reference < 1e-5, "%g", reference);
    assert_near(fast, reference, 1e-5 * reference, "loss");
    outcome_free(&outcome);
}
