/* dictionary: attention as a dictionary that answers softly. */
#include "attention/head.h"
#include "base/number.h"
#include "command/demo/demo.h"

enum { KEYS = 3, WIDTH = 2 };

static const double keys[KEYS * WIDTH] = {1, 0, 0, 1, -1, 0};
static const double values[KEYS] = {10, 20, 30};

struct answer {
    double s[KEYS], a[KEYS], o;
};

static struct answer look_up(const double *q, double sharpness) {
    struct answer answer;
    struct head head = head_of_rows(&score_scaled_dot, KEYS, WIDTH, 1);
    head.sharpness = sharpness;
    head_forward(&head, q, keys, values, answer.s, answer.a, &answer.o);
    return answer;
}

static void append_query(struct text *text, const double *q) {
    text_string(text, "  query q = (");
    text_double(text, q[0]);
    text_string(text, ", ");
    text_double(text, q[1]);
    text_string(text, ")\n\n");
}

static void append_entries(struct text *text, const struct answer *answer) {
    text_string(text, "  key k_i   value v_i   score s_i   weight a_i    a_i v_i\n");
    for (size_t i = 0; i < KEYS; i++) {
        text_format(text, "  (%2g, %g) %11g %11.6f %12.6f %10.6f\n", keys[i * WIDTH],
                    keys[i * WIDTH + 1], values[i], answer->s[i], answer->a[i],
                    answer->a[i] * values[i]);
    }
    text_format(text, "  the answer, the sum of the last column: %18.6f\n", answer->o);
}

static void append_sharper(struct text *text, const double *q) {
    static const double sharpness[] = {0, 1, 2, 4, 8, 16, 32, 64};
    text_string(text, "\n  The same with all scores multiplied by a sharpness:\n\n"
                      "  sharpness        a_1        a_2        a_3      answer\n");
    for (size_t i = 0; i < sizeof sharpness / sizeof *sharpness; i++) {
        struct answer answer = look_up(q, sharpness[i]);
        text_format(text, "  %9g %10.6f %10.6f %10.6f %11.6f\n", sharpness[i], answer.a[0],
                    answer.a[1], answer.a[2], answer.o);
    }
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    double q[WIDTH];
    (void)terminal;
    if (!number_list(settings->query, -1000, 1000, WIDTH, q, error)) {
        return error_prefix(error, "--query");
    }
    struct answer answer = look_up(q, 1);
    append_query(text, q);
    append_entries(text, &answer);
    append_sharper(text, q);
    return true;
}

const struct lesson lesson_dictionary = {
    .name = "dictionary",
    .summary = "a dictionary that answers softly, and how it becomes a hard one",
    .claim = "A dictionary gives the value whose key is equal to the query, or nothing. Attention "
             "gives a mixture of all values: each weighs the more, the better its key agrees with "
             "the query. Sharpen the scores, and the mixture becomes the value of the best key.",
    .formula = "  s_i = q . k_i / sqrt(d)      d = 2, the length of q and k_i\n"
               "  a_i = e^s_i / sum_j e^s_j    the softmax: positive, and their sum is 1\n"
               "  answer = sum_i a_i v_i\n",
    .look = "No key equals the query, yet there is an answer, and it never leaves the range of "
            "the values.\n\n"
            "Sharpness 0 does not listen to the query: the answer is the plain average. Each "
            "doubling squares the ratio of any two weights, so the best key soon has everything "
            "(keys with equal scores share it).\n\n"
            "The hard dictionary cannot be trained by gradients: a small change of the query "
            "changes nothing, until the answer jumps. The soft one changes smoothly everywhere.",
    .options = (const char *const[][2]){{"query", "2,1"}, {NULL, NULL}},
    .compute = compute,
};
