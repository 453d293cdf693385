/* scaling: why scores are divided by sqrt(d). */
#include "attention/dot_spread.h"
#include "command/demo/demo.h"
#include "command/demo/demo_steps.h"
#include "command/from_settings.h"
#include "train/trials.h"
#include "train/untrained.h"

#include <inttypes.h>

enum { QUERIES = 1000, STEPS = 300, TRIALS = 5 };

static const size_t widths[] = {1, 4, 16, 64, 256, 1024};

enum { WIDTHS = sizeof widths / sizeof *widths };

static void append_estimate(struct text *text, const struct estimate *estimate, int width,
                            int decimals, struct terminal terminal) {
    text_format(text, " %*.*f %s %-*.*f", width, decimals, estimate->value,
                terminal.unicode ? "±" : "+-", 5, decimals, estimate->margin);
}

static void append_spreads(struct text *text, const struct dot_spread *spreads,
                           struct terminal terminal) {
    text_string(text, "      d       E[q.k]           Var(q.k)        E[q.k/sqrt d]    "
                      "Var(q.k/sqrt d)\n");
    for (size_t i = 0; i < WIDTHS; i++) {
        text_format(text, "  %5zu", widths[i]);
        append_estimate(text, &spreads[i].dot.mean, 7, 2, terminal);
        append_estimate(text, &spreads[i].dot.variance, 9, 2, terminal);
        append_estimate(text, &spreads[i].scaled.mean, 7, 3, terminal);
        append_estimate(text, &spreads[i].scaled.variance, 8, 3, terminal);
        text_string(text, "\n");
    }
}

static void append_weights(struct text *text, const struct dot_spread *spreads,
                           struct terminal terminal) {
    text_format(text, "\n  The largest of the %d weights, on average:\n\n", DOT_SPREAD_KEYS);
    text_string(text, "      d    softmax of q.k    of q.k/sqrt d\n");
    for (size_t i = 0; i < WIDTHS; i++) {
        text_format(text, "  %5zu   ", widths[i]);
        append_estimate(text, &spreads[i].dot.largest, 7, 3, terminal);
        append_estimate(text, &spreads[i].scaled.largest, 8, 3, terminal);
        text_string(text, "\n");
    }
}

/* Trains the default attention with that score: how far the scores spread at the start, and the
 * steps to 99 %. */
static bool append_trials(struct text *text, struct settings settings, const char *score,
                          struct error *error) {
    struct train_settings training;
    struct model model;
    uint64_t steps[TRIALS];
    double spread;
    settings.score = score;
    bool done = settings_model(&settings, 0, &model, error) &&
                settings_training(&settings, &training, error) &&
                untrained_spread(&training, &model, TRIALS, &spread, error) &&
                trials_to_99(&training, &model, TRIALS, steps, error);
    if (!done) return false;
    text_format(text, " %10.3f", spread);
    demo_append_steps(text, trials_median(steps, TRIALS), STEPS, 8);
    demo_append_steps(text, steps[TRIALS - 1], STEPS, 8);
    return true;
}

static bool append_training(struct text *text, const struct settings *settings,
                            struct error *error) {
    static const char *const initial[] = {"uniform", "unit"};
    struct settings own = *settings;
    own.steps = STEPS;
    own.eval_every = 10;
    own.eval_examples = 512;
    text_format(text,
                "\n  Training: steps until 99 %% of the answers are right (median and slowest of "
                "%d\n  seeds), and how far the scores spread before the first step:\n\n"
                "  initial              score q.k                     score q.k/sqrt d\n"
                "  weights      d    spread  median slowest     spread  median slowest\n",
                TRIALS);
    for (size_t i = 0; i < 4; i++) {
        own.init = initial[i / 2];
        own.width = i % 2 ? 64 : 16;
        text_format(text, "  %-8s %5" PRIu64, own.init, own.width);
        if (!append_trials(text, own, score_dot.name, error)) return false;
        if (!append_trials(text, own, score_scaled_dot.name, error)) return false;
        text_string(text, "\n");
    }
    return true;
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    struct dot_spread spreads[WIDTHS];
    for (size_t i = 0; i < WIDTHS; i++) {
        dot_spread_simulate(widths[i], QUERIES, settings->seed, &spreads[i]);
    }
    text_format(text,
                "  %d queries with %d keys each, all entries uniform in -sqrt 3 .. sqrt 3;\n"
                "  with 95 %% confidence intervals:\n\n",
                QUERIES, DOT_SPREAD_KEYS);
    append_spreads(text, spreads, terminal);
    append_weights(text, spreads, terminal);
    return append_training(text, settings, error);
}

const struct lesson lesson_scaling = {
    .name = "scaling",
    .summary = "why scores are divided by sqrt(d), and when that helps",
    .claim = "The longer queries and keys are, the further their dot products spread: where all "
             "entries are independent with mean 0 and variance 1, Var(q.k) = d. The softmax of "
             "numbers that far apart gives nearly everything to one key, by chance, before "
             "anything is learned. Divided by sqrt(d) the scores keep variance 1 at every d.",
    .formula = "  q.k = sum_j q_j k_j              E[q_j k_j] = 0      Var(q_j k_j) = 1\n"
               "  E[q.k] = 0     Var(q.k) = d      Var(q.k/sqrt d) = d/d = 1\n",
    .look = "Var(q.k) is d within its interval, Var(q.k/sqrt d) is 1, at every d. (Of many 95 % "
            "intervals, one in twenty misses.)\n\n"
            "Without the factor the largest weight goes to 1 as d grows, though the keys are "
            "random: the softmax is nearly saturated, and lets little gradient through. With it "
            "the largest weight soon no longer depends on d.\n\n"
            "Whether training gains depends on the initial weights. With 'unit', which gives "
            "queries and keys variance 1, scores without the factor spread over sqrt(d) and some "
            "seeds crawl. With 'uniform', the usual small ones, scores begin near 0 anyway; the "
            "factor makes them smaller still, and slows training down.",
    .options = (const char *const[][2]){{"seed", NULL}, {NULL, NULL}},
    .compute = compute,
};
