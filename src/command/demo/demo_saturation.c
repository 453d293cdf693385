/* saturation: what a sure softmax lets through. */
#include "attention/softmax.h"
#include "base/elementary.h"
#include "command/demo/demo.h"
#include "command/demo/demo_list.h"

#include <math.h>

/* The largest entry of the Jacobian, which stands on its diagonal. */
static double largest_slope(const double *a, size_t n) {
    double largest = 0;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, a[i] * (1 - a[i]));
    return largest;
}

static void append_slopes(struct text *text) {
    static const double weights[] = {0.5, 0.75, 0.9, 0.964, 0.99, 0.999, 0.9999};
    text_string(text, "  one weight a alone:\n\n"
                      "        a    a (1-a)   of the most there can be, 1/4\n");
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        double a = weights[i], slope = a * (1 - a);
        text_format(text, "  %7.4f   %.6f   %7.2f %%\n", a, slope, 400 * slope);
    }
}

static void append_jacobian(struct text *text, const struct demo_list *a) {
    struct demo_jacobian jacobian = demo_jacobian(a->numbers, a->count);
    text_string(text, "\n  the whole Jacobian da_i/ds_j at these weights:\n\n");
    demo_list_row(text, "a", a->numbers, a->count);
    text_string(text, "\n");
    demo_jacobian_text(text, &jacobian, a->count);
}

/* softmax(x s) has the weights a_i^x / sum_j a_j^x where softmax(s) has the a_i. */
static void sharpen(const struct demo_list *a, double sharpness, double *sharper) {
    double s[DEMO_LIST_MOST];
    for (size_t i = 0; i < a->count; i++) s[i] = sharpness * elementary_log(a->numbers[i]);
    softmax_forward(a->count, s, sharper);
}

static void append_sharper(struct text *text, const struct demo_list *a) {
    static const double sharpness[] = {1, 2, 4, 8, 16, 32};
    text_string(text, "\n  the same with all scores multiplied by a sharpness:\n\n"
                      "  sharpness   largest weight   largest entry   of 1/4\n");
    for (size_t i = 0; i < sizeof sharpness / sizeof *sharpness; i++) {
        double sharper[DEMO_LIST_MOST], largest = 0;
        sharpen(a, sharpness[i], sharper);
        for (size_t j = 0; j < a->count; j++) largest = fmax(largest, sharper[j]);
        double slope = largest_slope(sharper, a->count);
        text_format(text, "  %9g   %14.6f   %13.3e   %7.3f %%\n", sharpness[i], largest, slope,
                    400 * slope);
    }
}

static bool check_weights(const struct demo_list *a, struct error *error) {
    double sum = 0;
    for (size_t i = 0; i < a->count; i++) sum += a->numbers[i];
    if (fabs(sum - 1) <= 1e-6) return true;
    return error_set(error, STATUS_USAGE,
                     "--weights: the sum of the weights is %.9g, but must be 1", sum);
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    struct demo_list a;
    (void)terminal;
    if (!demo_list_read(&a, "weights", settings->weights, 0, 1, error) ||
        !check_weights(&a, error)) {
        return false;
    }
    append_slopes(text);
    append_jacobian(text, &a);
    append_sharper(text, &a);
    return true;
}

const struct lesson lesson_saturation = {
    .name = "saturation",
    .summary = "a softmax that is sure of itself lets hardly any gradient through",
    .claim = "The gradient reaches the scores through the Jacobian of the softmax, and all of its "
             "entries are products of a weight with what is missing to 1 or with another weight. "
             "Where one weight is nearly 1 and the others nearly 0, all entries are nearly 0, "
             "whether the sure answer is right or wrong.",
    .formula = "  da_i/ds_j = a_i ([i=j] - a_j)      on the diagonal a_i (1 - a_i), at most 1/4\n"
               "                                     elsewhere -a_i a_j\n",
    .look = "Each row of the Jacobian sums to 0, and so does each column: what one weight wins the "
            "others lose.\n\n"
            "Sharper scores first move the weights, then freeze them: with a clear winner its "
            "diagonal entry shrinks like what is missing to 1, so exponentially with the "
            "sharpness. (Two equal winners stay at 1/4: between them nothing is decided.)\n\n"
            "This is why scores must not start large: q . k of unit-variance entries has "
            "deviation sqrt(d), and 1/sqrt(d) brings it back to 1 (the lesson scaling).",
    .options = (const char *const[][2]){{"weights", "0.7,0.2,0.06,0.04"}, {NULL, NULL}},
    .compute = compute,
};
