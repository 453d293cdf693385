/* gap: how far the right score must be ahead. */
#include "base/elementary.h"
#include "command/demo/demo.h"
#include "command/demo/demo_train.h"
#include "model/kind.h"
#include "train/gap.h"

#include <inttypes.h>

enum { MOST_PAIRS = 26 };

static void append_row(struct text *text, double gap, size_t n) {
    double weight = gap_weight(gap, n), other = gap_other_weight(gap, n);
    text_format(text, "  %7.3f  %12.6g   %.6f     %.6f  %12.6g\n", gap, elementary_exp(gap), weight,
                other, weight / other);
}

static void append_gaps(struct text *text, double own, size_t n) {
    static const double gaps[] = {0, 1, 2, 3, 4, 5, 6, 8, 10};
    bool told = false;
    text_format(text,
                "  %zu pairs\n\n"
                "    gap D           e^D      weight   each other         times\n",
                n);
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        if (!told && own < gaps[i]) append_row(text, own, n), told = true;
        told = told || own == gaps[i];
        append_row(text, gaps[i], n);
    }
    if (!told) append_row(text, own, n);
}

static bool measure(const struct demo_trained *trained, const struct settings *settings,
                    struct gap *gap, struct error *error) {
    struct source *source = source_stream(&trained->model.task, settings->seed, STREAM_EVAL, error);
    bool done = source && gap_measure(&trained->model, trained->weights, source,
                                      settings->eval_examples, gap, error);
    source_free(source);
    return done;
}

static bool append_trained(struct text *text, const struct settings *settings,
                           struct error *error) {
    struct demo_trained trained;
    struct gap gap;
    bool done = demo_train(&trained, settings, model_attention.name, error) &&
                measure(&trained, settings, &gap, error);
    if (done) {
        text_format(text,
                    "\n  A model trained now (attention, seed %" PRIu64 ", %" PRIu64
                    " steps), on %" PRIu64 " examples:\n",
                    settings->seed, settings->steps, settings->eval_examples);
        text_format(text, "    loss                            %.6f nats\n", trained.metrics.loss);
        text_format(text, "    mean gap to the others' mean    %.3f\n", gap.score);
        text_format(text, "    the formula's weight at it      %.4f\n",
                    gap_weight(gap.score, (size_t)settings->pairs));
        text_format(text, "    mean weight, measured           %.4f\n", gap.weight);
    }
    demo_trained_free(&trained);
    return done;
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    (void)terminal;
    if (settings->pairs < 2 || settings->pairs > MOST_PAIRS) {
        return error_set(error, STATUS_USAGE, "--pairs must be from 2 to %d in this lesson",
                         MOST_PAIRS);
    }
    append_gaps(text, settings->gap, (size_t)settings->pairs);
    return append_trained(text, settings, error);
}

const struct lesson lesson_gap = {
    .name = "gap",
    .summary = "how far ahead a score must be to get nearly all of the weight",
    .claim = "Only differences of scores matter to the softmax. If the right pair scores D above "
             "all others, and these are equal, its weight depends on D and on their number alone. "
             "Every unit of D multiplies its lead over each of them by e = 2.718.",
    .formula = "  a_right = e^D / (e^D + n-1)     n pairs, of which n-1 are the others\n"
               "  a_other = 1 / (e^D + n-1)       so a_right / a_other = e^D\n",
    .look = "The weight passes one half where e^D equals the number of the others, D = ln (n-1); "
            "two units further on it is 0.88, two more and it is 0.98.\n\n"
            "The last steps cost the most: each further nine in 0.9, 0.99, 0.999 needs a gap "
            "larger by ln 10 = 2.303.\n\n"
            "The trained model's weight differs from the formula at its mean gap: its other "
            "scores are not equal, and examples with a small gap lose more than those with a "
            "large one gain.",
    .options =
        (const char *const[][2]){{"gap", "4.898"}, {"pairs", NULL}, {"seed", NULL}, {NULL, NULL}},
    .compute = compute,
};
