/* parameters: how many there are, and how work grows with the length. */
#include "attention/cost.h"
#include "command/demo/demo.h"
#include "command/from_settings.h"
#include "model/kind.h"

#include <inttypes.h>

/* Appends 64,000,000 at the right of `width` columns. */
static void append_grouped(struct text *text, uint64_t number, size_t width) {
    struct text digits = {0};
    text_format(&digits, "%" PRIu64, number);
    size_t columns = digits.length + (digits.length - 1) / 3;
    text_repeat(text, " ", columns < width ? width - columns : 0);
    for (size_t i = 0; i < digits.length; i++) {
        bool begins = i && (digits.length - i) % 3 == 0;
        text_format(text, "%s%c", begins ? "," : "", digits.data[i]);
    }
    text->failed = text->failed || digits.failed;
    text_free(&digits);
}

/* W_Q 16x8 + W_K 16x18 + ... */
static void append_tensors(struct text *text, const struct model *model) {
    for (size_t t = 0; t < model->tensor_count; t++) {
        const struct tensor *tensor = &model->tensors[t];
        text_format(text, "%s%s %zu", t ? " + " : "", tensor->name, tensor->rows);
        if (!tensor->is_vector) text_format(text, "x%zu", tensor->columns);
    }
}

/* The model of this kind in a task of so many pairs and letters, of the usual sizes otherwise. */
static bool count_model(struct model *model, const struct model_kind *kind, uint64_t pairs,
                        uint64_t letters, struct error *error) {
    struct settings usual;
    settings_default(&usual);
    usual.pairs = usual.min_pairs = pairs;
    usual.letters = letters;
    usual.models[0] = kind->name;
    return settings_model(&usual, 0, model, error);
}

static bool append_models(struct text *text, struct error *error) {
    struct model attention, mlp;
    text_string(text, "  The models of the default task (6 pairs, 8 letters, 10 digits):\n\n"
                      "  model      parameters\n");
    for (size_t i = 0; model_kinds[i]; i++) {
        struct model model;
        if (!count_model(&model, model_kinds[i], 6, 8, error)) return false;
        text_format(text, "  %-10s", model.kind->name);
        append_grouped(text, model.parameter_count, 11);
        text_string(text, "  ");
        append_tensors(text, &model);
        text_string(text, "\n");
    }
    if (!count_model(&attention, &model_attention, 6, 8, error) ||
        !count_model(&mlp, &model_mlp, 6, 8, error)) {
        return false;
    }
    text_format(text, "  mlp has %.1f times as many as attention\n",
                (double)mlp.parameter_count / (double)attention.parameter_count);
    return true;
}

static bool append_pairs(struct text *text, struct error *error) {
    enum { LETTERS = 64 };
    text_format(text, "\n  More pairs, of %d letters:\n\n  pairs    attention          mlp\n",
                LETTERS);
    for (uint64_t pairs = 4; pairs <= LETTERS; pairs *= 2) {
        struct model attention, mlp;
        if (!count_model(&attention, &model_attention, pairs, LETTERS, error) ||
            !count_model(&mlp, &model_mlp, pairs, LETTERS, error)) {
            return false;
        }
        text_format(text, "  %5" PRIu64, pairs);
        append_grouped(text, attention.parameter_count, 13);
        append_grouped(text, mlp.parameter_count, 13);
        text_string(text, "\n");
    }
    return true;
}

static void append_line(struct text *text, const char *name, uint64_t number) {
    text_format(text, "  %-43s", name);
    append_grouped(text, number, 17);
    text_string(text, "\n");
}

/* d, the heads, and what does not depend on the length. */
static void append_layer(struct text *text, uint64_t d, uint64_t heads) {
    enum { LENGTH = 1000 };
    struct attention_cost cost = attention_cost(LENGTH, d, heads);
    text_format(text,
                "\n  A layer of a transformer: width d = %" PRIu64 ", %" PRIu64
                " head%s of d_k = %" PRIu64 "\n\n",
                d, heads, heads == 1 ? "" : "s", d / heads);
    append_line(text, "W_Q, W_K, W_V, W_O: parameters of each", d * d);
    append_line(text, "  all four, for any length n", cost.parameters);
    append_line(text, "scores at n = 1000: multiply-adds of a head", cost.head);
    append_line(text, "  all heads", cost.scores);
}

/* Lengths from d/8 to 8d, those that are whole. */
static void append_growth(struct text *text, uint64_t d, uint64_t heads) {
    text_format(text, "\n  %7s%23s\n  %7s%23s%25s%9s\n", "", "multiply-adds of", "n",
                "one projection n d^2", "all scores n^2 d", "n/d");
    for (uint64_t n8 = d; n8 <= 64 * d; n8 *= 2) {
        struct attention_cost cost = attention_cost(n8 / 8, d, heads);
        if (n8 % 8) continue;
        text_format(text, "  %7" PRIu64, n8 / 8);
        append_grouped(text, cost.projection, 23);
        append_grouped(text, cost.scores, 25);
        text_format(text, "%9g%s\n", (double)n8 / 8 / (double)d,
                    cost.projection == cost.scores ? "  equal" : "");
    }
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    uint64_t d = settings->width, heads = settings->heads;
    (void)terminal;
    if (d % heads) {
        return error_set(error, STATUS_USAGE,
                         "--heads %" PRIu64 " must divide --width, which is %" PRIu64, heads, d);
    }
    if (!append_models(text, error) || !append_pairs(text, error)) return false;
    append_layer(text, d, heads);
    append_growth(text, d, heads);
    return true;
}

const struct lesson lesson_parameters = {
    .name = "parameters",
    .summary = "how few parameters attention needs, and what longer sequences cost",
    .claim = "Attention uses the same matrices for every pair, so the number of its parameters "
             "does not depend on how many pairs there are. A fully connected net has weights of "
             "its own for every place. What grows with the length n is the work: every query "
             "meets every key, so the scores grow with n^2.",
    .formula = "  attention: W_Q [d,L] + W_K [d,L+C] + W_V [d,L+C] + W_O [C,d] + b_O [C]\n"
               "  mlp:       W_1 [hidden, N(L+C)+L] + b_1 + W_2 [C,hidden] + b_2\n"
               "  a layer:   4 d^2 parameters;  4 n d^2 multiply-adds for the projections,\n"
               "             n^2 d_k a head, n^2 d in all, for the scores, and for the mixing\n",
    .look = "N, the number of pairs, stands in the formula of the mlp and not in that of "
            "attention.\n\n"
            "The number of heads changes neither the parameters nor the multiply-adds: H "
            "heads of width d/H do n^2 d together. (The softmaxes grow: n^2 weights a head.)\n\n"
            "Doubling n doubles the projections and makes the scores four times as many. Below "
            "n = d one projection costs more than all scores, above it less; they are equal at "
            "n = d. For the whole layer, 4nd^2 against 2n^2d, that point is n = 2d.",
    .options = (const char *const[][2]){{"width", "512"}, {"heads", "8"}, {NULL, NULL}},
    .compute = compute,
};
