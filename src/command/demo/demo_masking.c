/* masking: padding that is left out, and why a large negative constant does not do that. */
#include "attention/head.h"
#include "attention/softmax.h"
#include "command/demo/demo.h"

#include <math.h>

enum { KEYS = 4 };

/* One query over keys of one number each; what is not among the first `valid` is padding. */
struct scene {
    const char *what;
    double s[KEYS], v[KEYS]; /* scores and values */
    size_t valid;
};

static const struct scene scenes[] = {
    {"as usual", {2, 1, 3, 3}, {10, 20, 70, 80}, 2},
    {"scores far below the constant", {-2000000, -2000001, 0, 0}, {10, 20, 0, 0}, 2},
    {"nothing to see: valid length 0", {2, 1, 3, 3}, {10, 20, 70, 80}, 0},
    {"padding that holds no number", {2, 1, 3, 3}, {10, 20, INFINITY, NAN}, 2},
};

enum { SCENES = sizeof scenes / sizeof *scenes };

struct result {
    double a[KEYS], o;
};

/* The padding is left out: the head has only the valid keys. With q = 1 the scores are the keys. */
static struct result leave_out(const struct scene *scene) {
    struct result result = {.a = {0}};
    double q = 1, s[KEYS];
    struct head head = head_of_rows(&score_dot, scene->valid, 1, 1);
    head_forward(&head, &q, scene->s, scene->v, s, result.a, &result.o);
    return result;
}

/* A large negative constant is added to the scores of the padding, and the softmax takes all. */
static struct result add_constant(const struct scene *scene, double constant) {
    struct result result = {.o = 0};
    double s[KEYS];
    for (size_t i = 0; i < KEYS; i++) s[i] = scene->s[i] + (i < scene->valid ? 0 : constant);
    softmax_forward(KEYS, s, result.a);
    for (size_t i = 0; i < KEYS; i++) result.o += result.a[i] * scene->v[i];
    return result;
}

static void append_number(struct text *text, double x, int width) {
    if (isnan(x)) {
        text_format(text, "%*s", width, "nan");
    } else {
        text_format(text, "%*.4f", width, x);
    }
}

static void append_weights(struct text *text, const struct result *result, size_t shown) {
    for (size_t i = 0; i < KEYS; i++) {
        if (i < shown) {
            append_number(text, result->a[i], 8);
        } else {
            text_format(text, "%8s", ".");
        }
    }
    append_number(text, result->o, 9);
}

static void append_lengths(struct text *text) {
    static const size_t lengths[] = {4, 2, 1, 0};
    text_string(text, "  Four keys, scores 2 1 3 3, values 10 20 70 80; the first n are there:\n\n"
                      "  valid length n     a_1     a_2     a_3     a_4   output\n");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct scene scene = scenes[0];
        scene.valid = lengths[i];
        struct result result = leave_out(&scene);
        text_format(text, "  %14zu", lengths[i]);
        append_weights(text, &result, lengths[i]);
        text_string(text, "\n");
    }
}

/* "2 1 | 3 3" */
static void append_list(struct text *text, const char *name, const double *numbers, size_t valid) {
    text_format(text, "%s", name);
    for (size_t i = 0; i < KEYS; i++) {
        text_string(text, i == valid ? " | " : " ");
        if (isnan(numbers[i])) {
            text_string(text, "nan");
        } else {
            text_format(text, "%.10g", numbers[i]);
        }
    }
}

static bool agree(double a, double b) {
    return fabs(a - b) <= 1e-9;
}

static void append_scene(struct text *text, const struct scene *scene) {
    static const struct {
        const char *name;
        double value;
    } constants[] = {{"-1e6", -1e6}, {"-1e9", -1e9}, {"-infinity", -INFINITY}};
    struct result right = leave_out(scene);
    text_format(text, "\n  %s\n  ", scene->what);
    append_list(text, "scores", scene->s, scene->valid);
    append_list(text, "   values", scene->v, scene->valid);
    text_format(text, "\n  %-14s", "left out");
    append_weights(text, &right, scene->valid);
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        struct result result = add_constant(scene, constants[i].value);
        text_format(text, "\n  add %-10s", constants[i].name);
        append_weights(text, &result, KEYS);
        text_string(text, agree(result.o, right.o) ? "   right" : "   WRONG");
    }
    text_string(text, "\n");
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    (void)settings, (void)terminal, (void)error;
    append_lengths(text);
    text_string(text,
                "\n  Leaving out, against adding a constant to the scores of the padding (after\n"
                "  the bar), as is often done:\n");
    for (size_t i = 0; i < SCENES; i++) append_scene(text, &scenes[i]);
    return true;
}

const struct lesson lesson_masking = {
    .name = "masking",
    .summary = "padding is left out; why a large negative constant does not do that",
    .claim = "Sequences of several lengths are filled up to one length, and the filling must "
             "change nothing. Here a masked key is left out of the maximum, of the exponentials "
             "and of the sum, and its value is not read. Adding -1e6 to its score instead is "
             "right most of the time, and wrong without a word the rest of it.",
    .formula = "  a_i = e^(s_i - m) / sum_{j <= n} e^(s_j - m)   i <= n    m = max_{j <= n} s_j\n"
               "  a_i = 0   i > n        n = 0: all weights and the output are 0\n",
    .look = "Scores below -1e6 are rare, and nothing forbids them: there the padding has the "
            "largest score left, and gets all the weight. The answer is made of padding.\n\n"
            "With nothing to see the constant cancels, since a softmax does not change when all "
            "scores move together: the weights are those of the padding, as if there were no "
            "mask. Minus infinity gives no number at all.\n\n"
            "A weight of 0 does not stop a value that is infinite or not a number: 0 times it is "
            "not a number. What is left out cannot do harm.",
    .compute = compute,
};
