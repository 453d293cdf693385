/* optimizers: how many steps Adam and SGD need, the more pairs there are. */
#include "command/demo/demo.h"
#include "command/demo/demo_steps.h"
#include "command/from_settings.h"
#include "train/trials.h"
#include "train/untrained.h"

#include <inttypes.h>
#include <stdio.h>

enum { FEWEST = 2, MOST = 32, STEPS = 1000, TRIALS = 3 };

static const struct {
    const char *optimizer;
    double rate;
} columns[] = {{"adam", 0.003}, {"adam", 0.03}, {"sgd", 5}, {"sgd", 15}};

enum { COLUMNS = sizeof columns / sizeof *columns };

/* What is found for one number of pairs. */
struct row {
    double dW_V, db_O; /* sizes of gradients before the first step */
    uint64_t steps[COLUMNS];
};

static bool measure_column(const struct settings *settings, size_t column, uint64_t *median,
                           struct error *error) {
    struct settings own = *settings;
    struct train_settings training;
    struct model model;
    uint64_t steps[TRIALS];
    own.optimizer = columns[column].optimizer;
    own.lr = columns[column].rate;
    if (!settings_model(&own, 0, &model, error) || !settings_training(&own, &training, error) ||
        !trials_to_99(&training, &model, TRIALS, steps, error)) {
        return false;
    }
    *median = trials_median(steps, TRIALS);
    return true;
}

static bool measure_gradients(const struct settings *settings, struct row *row,
                              struct error *error) {
    struct train_settings training;
    struct model model;
    return settings_model(settings, 0, &model, error) &&
           settings_training(settings, &training, error) &&
           untrained_gradient(&training, &model, W_V, &row->dW_V, error) &&
           untrained_gradient(&training, &model, B_O, &row->db_O, error);
}

static bool measure(const struct settings *settings, uint64_t pairs, struct row *row,
                    struct error *error) {
    struct settings own = *settings;
    own.pairs = own.min_pairs = pairs;
    own.letters = MOST;
    own.steps = STEPS;
    own.eval_every = 10;
    own.eval_examples = 1024;
    bool done = measure_gradients(&own, row, error);
    own.eval_examples = 256;
    for (size_t c = 0; done && c < COLUMNS; c++) {
        done = measure_column(&own, c, &row->steps[c], error);
    }
    return done;
}

static void append_head(struct text *text) {
    text_format(text, "  %5s%9s%9s", "pairs", "|dW_V|", "|db_O|");
    for (size_t c = 0; c < COLUMNS; c++) {
        char name[32];
        snprintf(name, sizeof name, "%s %g", columns[c].optimizer, columns[c].rate);
        text_format(text, "%12s", name);
    }
    text_string(text, "\n");
}

static void append_row(struct text *text, uint64_t pairs, const struct row *row) {
    text_format(text, "  %5" PRIu64 "%9.4f%9.4f", pairs, row->dW_V, row->db_O);
    for (size_t c = 0; c < COLUMNS; c++) {
        demo_append_steps(text, row->steps[c], STEPS, 12);
    }
    text_string(text, "\n");
}

/* How many times as much the last row has as the first. */
static void append_growth(struct text *text, const struct row *first, const struct row *last) {
    text_format(text, "  ratio%9.2f%9.2f", last->dW_V / first->dW_V, last->db_O / first->db_O);
    for (size_t c = 0; c < COLUMNS; c++) {
        bool is_known = first->steps[c] <= STEPS && last->steps[c] <= STEPS;
        if (is_known) {
            text_format(text, "%12.1f", (double)last->steps[c] / (double)first->steps[c]);
        } else {
            text_format(text, "%12s", "-");
        }
    }
    text_string(text, "\n");
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    struct row first, row;
    (void)terminal;
    text_format(text,
                "  Steps until 99 %% of the answers are right: medians of %d seeds, %d letters,\n"
                "  batches of %" PRIu64
                ". |dW|: the size of the gradient of W before the first step.\n\n",
                TRIALS, MOST, settings->batch);
    append_head(text);
    for (uint64_t pairs = FEWEST; pairs <= MOST; pairs *= 2) {
        if (!measure(settings, pairs, &row, error)) return false;
        if (pairs == FEWEST) first = row;
        append_row(text, pairs, &row);
    }
    append_growth(text, &first, &row);
    return true;
}

const struct lesson lesson_optimizers = {
    .name = "optimizers",
    .summary = "Adam and SGD: steps to learn the lookup, the more pairs there are",
    .claim = "Attention that has learned nothing yet weighs N pairs with about 1/N each, so the "
             "digit asked for comes through N times weaker, and so does its gradient. SGD "
             "takes steps as large as the gradient: it slows down with N. Adam divides by the "
             "gradient's own size, and slows down far less.",
    .formula = "  untrained: a_i ~ 1/N,  o = sum_i a_i v_i,  dv_i = a_i do ~ do/N\n"
               "  SGD:   w -= eta g\n"
               "  Adam:  w -= eta m / (sqrt(v) + eps)    m, v: running means of g and g^2\n",
    .look =
        "From 2 pairs to 32 the gradient of W_V becomes about a tenth, and SGD needs some eight "
        "times the steps; Adam, at either rate, two or three times.\n\n"
        "A larger rate is no way out for SGD: at 15 it diverges, whatever N is. One rate must "
        "do for all weights, and elsewhere, as for the bias b_O, the gradient does not shrink "
        "with N. Adam finds the size for each weight.\n\n"
        "The rate matters as much as the optimiser: on 2 pairs SGD at 5 is quicker than Adam "
        "at its usual 0.003.",
    .options = (const char *const[][2]){{"seed", NULL}, {NULL, NULL}},
    .compute = compute,
};
