/* The mean over n by few of them: see floor_counts.h.
 *
 * Where n is interpolated, g is taken as the polynomial in x = ln n through the points (x_j, g_j),
 *     g(x) = sum_j l_j(x) g_j,  l_j(x) = b_j / (x - x_j) / sum_i b_i / (x - x_i),
 *     b_j = 1 / prod_(i != j) (x_j - x_i)   (the barycentric form),
 * so that the weight of point j is the sum of l_j over all n. */
#include "base/elementary.h"
#include "base/memory.h"
#include "task/floor_counts.h"

#include <math.h>
#include <stdlib.h>

/* Up to this n, each has its own term. */
static const size_t EACH = 64;

/* Enough points for an error of 1e-12 or so. Where digits are many, E ln S rises in steps, each
 * where one more equal digit becomes likely, and takes more points. */
static size_t count_points(size_t low, size_t high, size_t digits) {
    double ratio = (double)high / (double)low;
    return 12 + (size_t)((digits > 100 ? 24 : 8) * elementary_log(ratio));
}

/* Chebyshev points in ln n as whole numbers that differ: each leaves room for those to come. */
static void place_points(size_t low, size_t high, size_t count, size_t *pairs) {
    double middle = elementary_log((double)low * (double)high) / 2;
    double half = elementary_log((double)high / (double)low) / 2;
    for (size_t j = 0, least = low; j < count; j++) {
        double turns = (double)j / (double)(2 * (count - 1));
        double n = elementary_exp(middle - half * elementary_cos_turns(turns));
        size_t most = high - (count - 1 - j), nearest = (size_t)floor(n + 0.5);
        pairs[j] = nearest < least ? least : nearest > most ? most : nearest;
        least = pairs[j] + 1;
    }
}

static double barycentric(const double *x, size_t count, size_t j) {
    double product = 1;
    for (size_t i = 0; i < count; i++) {
        if (i != j) product *= x[j] - x[i];
    }
    return 1 / product;
}

/* weight[j] += l_j(ln n) */
static void add_point(size_t n, size_t count, const size_t *pairs, const double *x, const double *b,
                      double *weight) {
    double at = elementary_log((double)n), sum = 0;
    for (size_t j = 0; j < count; j++) {
        if (pairs[j] == n) {
            weight[j] += 1;
            return;
        }
        sum += b[j] / (at - x[j]);
    }
    for (size_t j = 0; j < count; j++) weight[j] += b[j] / (at - x[j]) / sum;
}

/* The sum over low .. high by `count` points. */
static bool interpolate(size_t low, size_t high, size_t count, size_t *pairs, double *weight,
                        struct error *error) {
    double *x = memory_take(2 * count, sizeof *x, "the floors", error);
    if (!x) return false;
    double *b = x + count;
    place_points(low, high, count, pairs);
    for (size_t j = 0; j < count; j++) x[j] = elementary_log((double)pairs[j]);
    for (size_t j = 0; j < count; j++) b[j] = barycentric(x, count, j);
    for (size_t n = low; n <= high; n++) add_point(n, count, pairs, x, b, weight);
    free(x);
    return true;
}

bool mean_rule_init(struct mean_rule *rule, size_t low, size_t high, size_t digits,
                    struct error *error) {
    size_t smooth = low > EACH ? low : EACH + 1; /* where interpolation may begin */
    size_t points = high > smooth ? count_points(smooth, high, digits) : 0;
    bool many = points > 0 && high - smooth > 3 * points;
    size_t each = (many ? smooth : high + 1) - low;
    rule->count = each + (many ? points : 0);
    rule->pairs = memory_take(rule->count, sizeof *rule->pairs, "the floors", error);
    rule->weight = memory_take(rule->count, sizeof *rule->weight, "the floors", error);
    bool done = rule->pairs && rule->weight;
    for (size_t i = 0; done && i < each; i++) {
        rule->pairs[i] = low + i;
        rule->weight[i] = 1;
    }
    if (done && many) {
        done = interpolate(smooth, high, points, rule->pairs + each, rule->weight + each, error);
    }
    for (size_t i = 0; done && i < rule->count; i++) rule->weight[i] /= (double)(high - low + 1);
    if (!done) mean_rule_free(rule);
    return done;
}

void mean_rule_free(struct mean_rule *rule) {
    free(rule->pairs);
    free(rule->weight);
    *rule = (struct mean_rule){0};
}
