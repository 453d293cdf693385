/* scores: five ways to ask how well a key answers a query. */
#include "attention/score.h"
#include "attention/softmax.h"
#include "base/number.h"
#include "command/demo/demo.h"

#include <math.h>

enum { KEYS = 4, WIDTH = 2 };

/* Of one length, 1; and the same with the last one longer. */
static const double equal_keys[KEYS * WIDTH] = {1, 0, 0, 1, -1, 0, 0.8, 0.6};
static const double unequal_keys[KEYS * WIDTH] = {1, 0, 0, 1, -1, 0, 2.4, 1.8};

/* What the scores learn in a model is given here: w_S for additive, M for bilinear. */
static const double vector[WIDTH] = {1, 1}, matrix[WIDTH * WIDTH] = {1, 1, 0, 1};

static const double *parameter_of(const struct score *score) {
    return score->parameter == SCORE_VECTOR   ? vector
           : score->parameter == SCORE_MATRIX ? matrix
                                              : NULL;
}

static void weigh(const struct score *score, const double *q, const double *keys, double *s,
                  double *a) {
    for (size_t i = 0; i < KEYS; i++) {
        s[i] = score->forward(WIDTH, WIDTH, q, keys + i * WIDTH, parameter_of(score));
    }
    softmax_forward(KEYS, s, a);
}

static void append_numbers(struct text *text, const double *numbers) {
    for (size_t i = 0; i < KEYS; i++) text_format(text, " %11.6f", numbers[i]);
    text_string(text, "\n");
}

static void append_keys(struct text *text, const double *keys) {
    text_format(text, "  %-12s", "");
    for (size_t i = 0; i < KEYS; i++) {
        text_format(text, "  (%4.1f,%3.1f)", keys[i * WIDTH], keys[i * WIDTH + 1]);
    }
    text_string(text, "\n");
}

static void append_table(struct text *text, bool weights, const double *q, const double *keys) {
    text_format(text, "\n  %s\n", weights ? "weights a_i" : "scores s_i of the keys");
    append_keys(text, keys);
    for (size_t r = 0; scores[r]; r++) {
        double s[KEYS], a[KEYS];
        weigh(scores[r], q, keys, s, a);
        text_format(text, "  %-12s", scores[r]->name);
        append_numbers(text, weights ? a : s);
    }
}

static void append_tables(struct text *text, const double *q, const double *keys) {
    append_table(text, false, q, keys);
    append_table(text, true, q, keys);
}

/* The largest difference between the weights by dot and by distance. */
static void append_difference(struct text *text, const char *which, const double *q,
                              const double *keys) {
    double s[KEYS], dot[KEYS], distance[KEYS], largest = 0;
    weigh(&score_dot, q, keys, s, dot);
    weigh(&score_distance, q, keys, s, distance);
    for (size_t i = 0; i < KEYS; i++) largest = fmax(largest, fabs(dot[i] - distance[i]));
    text_format(text, "      %-24s%.1e\n", which, largest);
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    double q[WIDTH];
    (void)terminal;
    if (!number_list(settings->query, -10, 10, WIDTH, q, error)) {
        return error_prefix(error, "--query");
    }
    text_format(text, "  query q = (%g, %g); w_S = (1, 1); M = (1, 1 ; 0, 1)\n", q[0], q[1]);
    append_tables(text, q, equal_keys);
    text_string(text, "\n  the last key three times as long:\n");
    append_tables(text, q, unequal_keys);
    text_string(text, "\n  largest difference between the weights of dot and of distance\n");
    append_difference(text, "keys of one length", q, equal_keys);
    append_difference(text, "one of them longer", q, unequal_keys);
    return true;
}

const struct lesson lesson_scores = {
    .name = "scores",
    .summary = "five ways to score a key, on the same query and keys",
    .claim =
        "A score says how well a key answers a query; the softmax makes weights of any scores. "
        "The five differ in what they compare and in what they can learn. Where all keys have "
        "one length, the distance gives the same weights as the dot product.",
    .formula = "  scaled-dot   q . k / sqrt(d)\n"
               "  dot          q . k\n"
               "  additive     w_S . tanh(q + k)\n"
               "  bilinear     q^T M k\n"
               "  distance     -1/2 |q - k|^2 = q . k - 1/2 |q|^2 - 1/2 |k|^2\n",
    .look =
        "In the distance, -1/2 |q|^2 is the same for all keys and falls out of the softmax; so "
        "does -1/2 |k|^2 where all keys have one length, and q . k is left.\n\n"
        "A longer key shouts: three times as long, its dot product is three times as far from 0. "
        "By the distance it has to be near to be heard.\n\n"
        "scaled-dot divides all scores by one number: the order stays, the weights are "
        "flatter. additive cannot grow beyond the sum of |w_S|, however long the key. bilinear "
        "need not be symmetric, and with M the identity it is the dot product.",
    .options = (const char *const[][2]){{"query", "2,1"}, {NULL, NULL}},
    .compute = compute,
};
