/* heads: what several heads can do that one cannot, and whether the lookup needs it. */
#include "command/demo/demo_heads.h"

#include "attention/head.h"
#include "command/demo/demo.h"

enum { KEYS = 3, WIDTH = 2 };

static const double q[WIDTH] = {20, 20};
static const double k[KEYS * WIDTH] = {1, 0, 0, 1, 0, 0};
static const double v[KEYS * WIDTH] = {10, 0, 0, 10, 5, 5};

/* Attention in so many heads over the columns of q, k and v: weights [heads][KEYS], output. */
static void attend(size_t heads, double *a, double *o) {
    size_t d_h = WIDTH / heads;
    for (size_t h = 0; h < heads; h++) {
        double s[KEYS];
        struct head head = head_of_rows(&score_scaled_dot, KEYS, d_h, d_h);
        head.k_stride = head.v_stride = WIDTH;
        head_forward(&head, q + h * d_h, k + h * d_h, v + h * d_h, s, a + h * KEYS, o + h * d_h);
    }
}

static void append_vectors(struct text *text) {
    text_format(text, "  The query q = (%g, %g) meets three keys:\n\n  key k_i   value v_i\n", q[0],
                q[1]);
    for (size_t i = 0; i < KEYS * WIDTH; i += WIDTH) {
        text_format(text, "  (%g, %g)     (%2g, %2g)\n", k[i], k[i + 1], v[i], v[i + 1]);
    }
}

static void append_attention(struct text *text, size_t heads) {
    double a[2 * KEYS], o[WIDTH];
    attend(heads, a, o);
    for (size_t h = 0; h < heads; h++) {
        const double *row = a + h * KEYS;
        if (h)
            text_format(text, "  %5s", "");
        else
            text_format(text, "  %5zu", heads);
        text_format(text, "  %4zu %8.4f %8.4f %8.4f", h + 1, row[0], row[1], row[2]);
        if (!h) text_format(text, "   (%5.2f, %5.2f)", o[0], o[1]);
        text_string(text, "\n");
    }
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    (void)terminal;
    append_vectors(text);
    text_string(text, "\n  heads  head      a_1      a_2      a_3          output\n");
    append_attention(text, 1);
    append_attention(text, 2);
    return demo_append_trained_heads(text, settings, error);
}

const struct lesson lesson_heads = {
    .name = "heads",
    .summary = "what several heads can do that one cannot, and when it helps",
    .claim = "One head has one set of weights: its output mixes whole values and lies between "
             "them. H heads share the width: each has its own d/H numbers of query, key and value, "
             "looks where it likes, and their outputs stand side by side. That costs no "
             "parameter more. It helps where a query must find several things at once.",
    .formula = "  a^h = softmax(q^h . k_i^h / sqrt(d_h))   head h has its own d_h = d/H columns\n"
               "  o = (o^1, ..., o^H)                      o^h = sum_i a_i^h v_i^h\n",
    .look = "The query asks for the first two keys. One head can only share its weight: half of "
            "each value gives (5, 5), which looking at the third key alone gives too; whoever "
            "reads the output cannot tell. Two heads take the first entry here and the second "
            "there, and (10, 10) lies between no values.\n\n"
            "The lookup asks for one thing, so one head suffices, and more make it learn more "
            "slowly: with fewer numbers each, the keys of eight letters are harder to tell apart, "
            "and the weights are less sure.\n\n"
            "Still the answers are right. The heads agree on the pair asked for and are misled by "
            "different others, so that in their mean no other pair comes near.",
    .options = (const char *const[][2]){{"seed", NULL}, {NULL, NULL}},
    .compute = compute,
};
