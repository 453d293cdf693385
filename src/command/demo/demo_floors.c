/* floors: where a model ends that does not use the query. */
#include "base/elementary.h"
#include "command/demo/demo.h"
#include "command/demo/demo_train.h"
#include "model/kind.h"
#include "task/floor.h"

#include <inttypes.h>

enum { LEAST_PAIRS = 3, MOST_PAIRS = 26, MOST_DIGITS = 17 };

static void append_floors(struct text *text, const struct settings *settings,
                          const struct floors *floors) {
    double alpha = floors->average_beta / (double)settings->pairs;
    text_format(text, "  %" PRIu64 " pairs, %" PRIu64 " digits; losses in nats\n\n",
                settings->pairs, settings->digits);
    text_format(text, "  chance, ln %-2" PRIu64 "      %.6f\n", settings->digits, floors->chance);
    text_format(text, "  average floor      %.6f   at alpha = %.4f\n", floors->average, alpha);
    text_format(text, "  blind floor        %.6f\n", floors->blind);
}

/* The average's loss at parts of the best alpha. */
static bool append_alphas(struct text *text, const struct settings *settings,
                          const struct floors *floors, struct error *error) {
    static const double parts[] = {0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2};
    size_t pairs = (size_t)settings->pairs, digits = (size_t)settings->digits;
    text_string(text, "\n  the average's loss for one alpha and another:\n\n"
                      "      alpha       loss   above its floor\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        double b = parts[i] * floors->average_beta, loss;
        if (!floor_average_at(pairs, pairs, digits, b, &loss, error)) return false;
        text_format(text, "  %9.4f   %.6f   %15.6f\n", b / (double)pairs, loss,
                    loss - floors->average);
    }
    return true;
}

/* What the two give a digit that stands in k pairs, where one digit stands in two and the others
 * are different: S = e^(2 alpha) + (n-2) e^alpha + (C-n+1). */
static void append_example(struct text *text, const struct settings *settings,
                           const struct floors *floors) {
    double n = (double)settings->pairs, digits = (double)settings->digits;
    double alpha = floors->average_beta / n, e = elementary_exp(alpha);
    double sum = e * e + (n - 2) * e + (digits - n + 1);
    if (digits < n - 1) return;
    text_string(text, "\n  an example with one digit in two pairs, the others in one or none:\n\n"
                      "  count k   blind k/n   average e^(alpha k)/S\n");
    text_format(text, "        2    %.6f                %.6f\n", 2 / n, e * e / sum);
    text_format(text, "        1    %.6f                %.6f\n", 1 / n, e / sum);
    text_format(text, "        0    %.6f                %.6f\n", 0.0, 1 / sum);
}

static bool append_trained(struct text *text, const struct settings *settings,
                           struct error *error) {
    struct demo_trained trained;
    bool done = demo_train(&trained, settings, model_average.name, error);
    if (done) {
        text_format(text,
                    "\n  average trained now (seed %" PRIu64 ", %" PRIu64 " steps), on %" PRIu64
                    " examples:  %.6f\n",
                    settings->seed, settings->steps, settings->eval_examples, trained.metrics.loss);
    }
    demo_trained_free(&trained);
    return done;
}

static bool check_sizes(const struct settings *settings, struct error *error) {
    if (settings->pairs < LEAST_PAIRS || settings->pairs > MOST_PAIRS) {
        return error_set(error, STATUS_USAGE, "--pairs must be from %d to %d in this lesson",
                         LEAST_PAIRS, MOST_PAIRS);
    }
    if (settings->digits <= MOST_DIGITS) return true;
    return error_set(error, STATUS_USAGE, "--digits must be from 2 to %d in this lesson",
                     MOST_DIGITS);
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    size_t pairs = (size_t)settings->pairs;
    struct floors floors;
    (void)terminal;
    if (!check_sizes(settings, error) ||
        !floors_losses(pairs, pairs, (size_t)settings->digits, &floors, error)) {
        return false;
    }
    append_floors(text, settings, &floors);
    append_example(text, settings, &floors);
    return append_alphas(text, settings, &floors, error) && append_trained(text, settings, error);
}

const struct lesson lesson_floors = {
    .name = "floors",
    .summary = "why averaging ends where it does, and not at chance",
    .claim =
        "A model that does not use the query still sees which digits there are, and the answer "
        "is one of them: it ends below chance. The best it can do is the blind floor. Uniform "
        "averaging with a linear read-out does not reach even that: it can count the digits, "
        "but must make probabilities of the counts by a softmax.",
    .formula = "  chance           ln C\n"
               "  blind            p(c) = k_c / n                   k_c pairs of n have digit c\n"
               "  average          p(c) = e^(alpha k_c) / S         S = sum_c e^(alpha k_c)\n"
               "                   with the one alpha that is best on the mean\n",
    .look = "The average gives probability to digits that no pair has, and cannot have a count in "
            "proportion: e^(alpha k) is a straight line in k for no alpha. This is the distance "
            "from the blind floor.\n\n"
            "At alpha = 0 it knows nothing: chance. A small alpha is too shy about absent digits, "
            "a large one too sure that a digit in two pairs is the answer.\n\n"
            "The trained average ends near its floor, a little above where training is not "
            "finished, or on either side by the luck of its examples. Only a loss below the blind "
            "floor proves that a model uses the query.",
    .options =
        (const char *const[][2]){{"pairs", NULL}, {"digits", NULL}, {"seed", NULL}, {NULL, NULL}},
    .compute = compute,
};
