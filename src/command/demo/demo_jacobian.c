/* jacobian: the derivative of the softmax by hand against differences. */
#include "attention/softmax.h"
#include "command/demo/demo.h"
#include "command/demo/demo_list.h"

#include <math.h>

static struct demo_jacobian by_formula(const struct demo_list *s) {
    double a[DEMO_LIST_MOST];
    softmax_forward(s->count, s->numbers, a);
    return demo_jacobian(a, s->count);
}

/* Sets a to softmax(s) with s_j moved. */
static void softmax_moved(struct demo_list s, size_t j, double by, double *a) {
    s.numbers[j] += by;
    softmax_forward(s.count, s.numbers, a);
}

static struct demo_jacobian by_differences(const struct demo_list *s, double h) {
    struct demo_jacobian jacobian = {{{0}}};
    for (size_t j = 0; j < s->count; j++) {
        double above[DEMO_LIST_MOST], below[DEMO_LIST_MOST];
        softmax_moved(*s, j, h, above);
        softmax_moved(*s, j, -h, below);
        for (size_t i = 0; i < s->count; i++) {
            jacobian.entry[i][j] = (above[i] - below[i]) / (2 * h);
        }
    }
    return jacobian;
}

static double largest_difference(const struct demo_jacobian *x, const struct demo_jacobian *y,
                                 size_t n) {
    double largest = 0;
    for (size_t i = 0; i < n * n; i++) {
        largest = fmax(largest, fabs(x->entry[i / n][i % n] - y->entry[i / n][i % n]));
    }
    return largest;
}

static void append_matrix(struct text *text, const char *title, const struct demo_jacobian *matrix,
                          size_t n) {
    text_format(text, "\n  %s:\n\n", title);
    demo_jacobian_text(text, matrix, n);
}

static void append_entries(struct text *text, const struct demo_list *s, double h) {
    struct demo_jacobian formula = by_formula(s), differences = by_differences(s, h);
    double a[DEMO_LIST_MOST];
    softmax_forward(s->count, s->numbers, a);
    demo_list_row(text, "s", s->numbers, s->count);
    demo_list_row(text, "a", a, s->count);
    append_matrix(text, "by the formula", &formula, s->count);
    append_matrix(text, "by differences", &differences, s->count);
    text_format(text, "\n  largest difference of two entries, h = %g:  %.3e\n", h,
                largest_difference(&formula, &differences, s->count));
}

/* The formula without its sum has a diagonal alone. */
static void append_wrong(struct text *text, const struct demo_list *s, double h) {
    struct demo_jacobian wrong = {{{0}}}, differences = by_differences(s, h);
    double a[DEMO_LIST_MOST];
    softmax_forward(s->count, s->numbers, a);
    for (size_t i = 0; i < s->count; i++) wrong.entry[i][i] = a[i];
    text_format(text, "  a wrong formula, da_i/ds_i = a_i and 0 elsewhere:  %.3e\n",
                largest_difference(&wrong, &differences, s->count));
}

static void append_steps(struct text *text, const struct demo_list *s) {
    struct demo_jacobian formula = by_formula(s);
    text_string(text, "\n  the same for other steps:\n\n        h   largest difference\n");
    for (int power = 1; power <= 12; power++) {
        double h = 1;
        for (int i = 0; i < power; i++) h /= 10;
        struct demo_jacobian differences = by_differences(s, h);
        text_format(text, "    1e-%02d   %.3e\n", power,
                    largest_difference(&formula, &differences, s->count));
    }
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    struct demo_list s;
    (void)terminal;
    if (!demo_list_read(&s, "scores", settings->scores, -50, 50, error)) return false;
    append_entries(text, &s, settings->eps);
    append_wrong(text, &s, settings->eps);
    append_steps(text, &s);
    return true;
}

const struct lesson lesson_jacobian = {
    .name = "jacobian",
    .summary = "the derivative of the softmax, by hand and by differences",
    .claim = "A derivative on paper can be checked without believing it: move one score a little "
             "up and down, and see how all weights follow. Every weight depends on every score, so "
             "the derivative is a matrix.",
    .formula = "  by hand            da_i/ds_j = a_i ([i=j] - a_j)\n"
               "  by differences     (a_i(s_j + h) - a_i(s_j - h)) / 2h\n",
    .look = "For a small h the two matrices agree to the printed digits. They are symmetric, and "
            "each row sums "
            "to 0.\n\n"
            "The wrong formula forgets that the scores share one sum: it is off by something that "
            "can be seen without a microscope. attnlearn gradcheck --break jacobian plants it in a "
            "whole model.\n\n"
            "Smaller steps are not always better. The error of the difference falls like h^2; that "
            "of subtracting two nearly equal numbers grows like 1/h. Between them, near h = 1e-5, "
            "lies the best a double can do.",
    .options = (const char *const[][2]){{"scores", "1.5,0.5,0,-1"}, {"eps", NULL}, {NULL, NULL}},
    .compute = compute,
};
