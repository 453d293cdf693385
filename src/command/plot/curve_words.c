/* How figures name the columns of curves: see curve_words.h. */
#include "command/plot/curve_words.h"

#include <string.h>

static const struct curve_words table[] = {
    {"eval_loss", "Cross-entropy on the evaluation examples", "loss (nats)", true},
    {"train_loss", "Cross-entropy on the training examples", "loss (nats)", true},
    {"eval_accuracy", "Accuracy on the evaluation examples", "accuracy", false},
    {"answer_weight", "Attention on the pair that was asked for", "attention weight", false},
    {"attention_entropy", "Entropy of the attention weights", "entropy (nats)", false},
    {"grad_norm", "Norm of the gradient before clipping", "gradient norm", false},
    {"learning_rate", "Learning rate", "learning rate", false},
    {"examples", "Examples seen in training", "examples", false},
};

struct curve_words curve_words_of(const char *column) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].column, column) == 0) return table[i];
    }
    return (struct curve_words){column, column, column, false};
}

void curve_words_title(struct text *text, const char *const *columns, size_t count) {
    if (count == 1) {
        text_string(text, curve_words_of(columns[0]).title);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const char *between = !i ? "" : i + 1 < count ? ", " : " and ";
        text_format(text, "%s%s", between, columns[i]);
    }
}

/* Whether an earlier column has the same words on the axis. */
static bool is_said(const char *const *columns, size_t i) {
    const char *axis = curve_words_of(columns[i]).axis;
    for (size_t k = 0; k < i; k++) {
        if (strcmp(curve_words_of(columns[k]).axis, axis) == 0) return true;
    }
    return false;
}

void curve_words_axis(struct text *text, const char *const *columns, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (is_said(columns, i)) continue;
        text_format(text, "%s%s", i ? ", " : "", curve_words_of(columns[i]).axis);
    }
}
