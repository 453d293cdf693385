/* causal: attention that sees no later place. */
#include "attention/head.h"
#include "command/demo/demo.h"

#include <stdint.h>
#include <string.h>

enum { PLACES = 3, WIDTH = 2 };

/* x is query and key; v is the value. */
static const double x[PLACES * WIDTH] = {1, 0, 0, 1, 1, 1};
static const double v[PLACES * WIDTH] = {10, 0, 0, 10, 5, 5};

struct result {
    double a[PLACES][PLACES]; /* 0 where a key is not seen */
    double o[PLACES][WIDTH];
};

/* Self-attention; query i sees the keys j <= i, or all of them. */
static struct result attend(const double *keys, const double *values, bool is_causal) {
    struct result result = {.a = {{0}}};
    struct head head = head_of_rows(&score_scaled_dot, PLACES, WIDTH, WIDTH);
    for (size_t i = 0; i < PLACES; i++) {
        double s[PLACES];
        if (is_causal) head.n = i + 1;
        head_forward(&head, x + i * WIDTH, keys, values, s, result.a[i], result.o[i]);
    }
    return result;
}

static void append_inputs(struct text *text) {
    text_string(text, "  place i   q_i = k_i      v_i\n");
    for (size_t i = 0; i < PLACES; i++) {
        text_format(text, "  %4zu       (%g, %g)    (%2g, %2g)\n", i + 1, x[i * WIDTH],
                    x[i * WIDTH + 1], v[i * WIDTH], v[i * WIDTH + 1]);
    }
}

/* A row of weights, those that are not there as dots, and the output. */
static void append_row(struct text *text, const struct result *result, size_t i, size_t seen) {
    text_format(text, "  %4zu  ", i + 1);
    for (size_t j = 0; j < PLACES; j++) {
        if (j < seen) {
            text_format(text, " %7.4f", result->a[i][j]);
        } else {
            text_format(text, " %7s", ".");
        }
    }
    text_format(text, "     (%5.2f, %5.2f)\n", result->o[i][0], result->o[i][1]);
}

static void append_result(struct text *text, const char *name, const struct result *result,
                          bool is_causal) {
    text_format(text, "\n  %s\n  query   key 1   key 2   key 3          output\n", name);
    for (size_t i = 0; i < PLACES; i++) append_row(text, result, i, is_causal ? i + 1 : PLACES);
}

static bool has_same_bytes(const double a[2], const double b[2]) {
    uint64_t a_bits[2], b_bits[2];
    memcpy(a_bits, a, sizeof a_bits);
    memcpy(b_bits, b, sizeof b_bits);
    return a_bits[0] == b_bits[0] && a_bits[1] == b_bits[1];
}

/* The first two outputs before and after key and value of the third place change. */
static void append_change(struct text *text, bool is_causal) {
    static const double new_x[] = {1, 0, 0, 1, 3, -1}, new_v[] = {10, 0, 0, 10, 100, 100};
    struct result before = attend(x, v, is_causal), after = attend(new_x, new_v, is_causal);
    for (size_t i = 0; i + 1 < PLACES; i++) {
        bool is_same = has_same_bytes(before.o[i], after.o[i]);
        text_format(text, "  %-8s  output %zu  (%5.2f, %5.2f) -> (%5.2f, %5.2f)   %s\n",
                    i           ? ""
                    : is_causal ? "causal"
                                : "all keys",
                    i + 1, before.o[i][0], before.o[i][1], after.o[i][0], after.o[i][1],
                    is_same ? "the same to the byte" : "changed");
    }
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    struct result all = attend(x, v, false), causal = attend(x, v, true);
    (void)settings, (void)terminal, (void)error;
    append_inputs(text);
    append_result(text, "Every query sees all keys:", &all, false);
    append_result(text, "Causal: query i sees the keys 1 .. i:", &causal, true);
    text_string(text, "\n  Key 3 becomes (3, -1) and value 3 (100, 100):\n\n");
    append_change(text, false);
    append_change(text, true);
    return true;
}

const struct lesson lesson_causal = {
    .name = "causal",
    .summary = "attention that cannot see what comes later",
    .claim = "A model that predicts what comes next must not look at it. Under the causal mask "
             "query i sees only the keys up to its own place. Nothing later can reach an earlier "
             "output, so all places of a text are computed, and trained, at once: each as if the "
             "text ended there.",
    .formula = "  a_ij = softmax of q_i . k_j / sqrt(d) over the keys j <= i\n"
               "  o_i = sum_{j <= i} a_ij v_j\n",
    .compute = compute,
    .look =
        "The weights that are left make up 1 again: a mask is not a weight set to 0 afterwards, "
        "which would leave the first row with a part of its weight only.\n\n"
        "The first query sees itself alone: weight 1, whatever its score. The last one sees "
        "everything, and its row is the same in both tables.\n\n"
        "Change the last place, and without the mask every output changes. With it the "
        "earlier ones stay what they were, to the byte.",
};
