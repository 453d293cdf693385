/* Trained heads: see demo_heads.h. */
#include "base/memory.h"
#include "command/demo/demo_heads.h"
#include "command/demo/demo_steps.h"
#include "command/from_settings.h"
#include "model/pass.h"
#include "task/example_text.h"
#include "train/trials.h"

#include <stdio.h>
#include <stdlib.h>

enum { TRIALS = 3, STEPS = 400, COUNTS = 3, PAIRS = 6 };

static const size_t head_counts[COUNTS] = {1, 2, 4};

static const char pairs[] = "a3 c7 f1 b9 h0 d2", query[] = "c";

/* A model of so many heads: how it learned, and where its heads look. */
struct trained {
    struct model model;
    uint64_t steps[TRIALS]; /* to 99 % */
    struct metrics metrics; /* after STEPS */
    double a[4 * PAIRS];    /* [head][pair] */
    uint32_t answer;
    double probability; /* of that answer */
};

static bool ask(struct trained *trained, const double *weights, struct error *error) {
    uint32_t numbers[2 * PAIRS];
    struct example example = {.letters = numbers, .digits = numbers + PAIRS};
    struct pass pass;
    bool done = example_parse(&trained->model.task, pairs, query, &example, error) &&
                pass_init(&pass, &trained->model, error);
    if (!done) return false;
    pass_forward(&pass, weights, &example);
    for (size_t i = 0; i < trained->model.heads * PAIRS; i++) trained->a[i] = pass.a[i];
    trained->answer = pass_prediction(&pass);
    trained->probability = pass.y[trained->answer];
    pass_free(&pass);
    return true;
}

static bool train(struct trained *trained, const struct train_settings *training,
                  struct error *error) {
    const struct model *model = &trained->model;
    double *weights = memory_take(model->parameter_count, sizeof *weights, "the weights", error);
    bool done = weights && trials_to_99(training, model, TRIALS, trained->steps, error) &&
                trials_weights(training, model, weights, &trained->metrics, error) &&
                ask(trained, weights, error);
    free(weights);
    return done;
}

static bool train_heads(struct trained *trained, const struct settings *settings, size_t heads,
                        struct error *error) {
    struct settings own = *settings;
    struct train_settings training;
    own.heads = heads;
    own.steps = STEPS;
    own.eval_every = 10;
    own.eval_examples = 512;
    return settings_model(&own, 0, &trained->model, error) &&
           settings_training(&own, &training, error) && train(trained, &training, error);
}

static void append_learning(struct text *text, const struct trained *trained) {
    text_format(text,
                "\n  The default model, trained with heads that share its width %zu. Steps until\n"
                "  99 %% of the answers are right: median of %d seeds; the rest after %d steps.\n\n"
                "  heads  d_h  parameters   steps    loss  weight on the asked pair\n",
                trained->model.width, TRIALS, STEPS);
    for (size_t i = 0; i < COUNTS; i++, trained++) {
        text_format(text, "  %5zu  %3zu  %10zu", trained->model.heads,
                    model_head_width(&trained->model), trained->model.parameter_count);
        demo_append_steps(text, trials_median(trained->steps, TRIALS), STEPS, 8);
        text_format(text, "  %6.4f  %6.4f\n", trained->metrics.loss,
                    trained->metrics.answer_weight);
    }
}

static void append_row(struct text *text, const char *heads, const char *head, const double *a) {
    text_format(text, "  %5s  %4s", heads, head);
    for (size_t i = 0; i < PAIRS; i++) text_format(text, "%7.3f", a[i]);
}

/* The rows of one model: a head each, then their mean and the answer. */
static void append_weights(struct text *text, const struct trained *trained) {
    size_t heads = trained->model.heads;
    double mean[PAIRS] = {0};
    char count[24], number[24];
    snprintf(count, sizeof count, "%zu", heads);
    for (size_t h = 0; h < heads; h++) {
        const double *a = trained->a + h * PAIRS;
        for (size_t i = 0; i < PAIRS; i++) mean[i] += a[i] / (double)heads;
        if (heads == 1) continue;
        snprintf(number, sizeof number, "%zu", h + 1);
        append_row(text, h ? "" : count, number, a);
        text_string(text, "\n");
    }
    append_row(text, heads > 1 ? "" : count, heads > 1 ? "mean" : "1", mean);
    text_format(text, "  %u  (%.3f)\n", (unsigned)trained->answer, trained->probability);
}

bool demo_append_trained_heads(struct text *text, const struct settings *settings,
                               struct error *error) {
    struct trained trained[COUNTS];
    for (size_t i = 0; i < COUNTS; i++) {
        if (!train_heads(&trained[i], settings, head_counts[i], error)) return false;
    }
    append_learning(text, trained);
    text_format(text,
                "\n  One question to each, %s asked for %s: where its heads look,\n"
                "  and the answer with its probability.\n\n"
                "  heads  head     a3     c7     f1     b9     h0     d2  answer\n",
                pairs, query);
    for (size_t i = 0; i < COUNTS; i++) append_weights(text, &trained[i]);
    return true;
}
