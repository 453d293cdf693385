/* The accuracy of the blind predictor, E max_c X_c / n: see floor.h and floor_counts.h.
 *
 * The largest count is at most m with probability [z^n] A_m^C / [z^n] A^C, where A_m has the terms
 * k <= m of A only, and E max = last - sum_(m < last) P(max <= m). The coefficients are linear, so
 * that sum is taken first; and one circle serves all n that are near each other. */
#include "base/memory.h"
#include "task/floor_counts.h"

#include <math.h>
#include <stdlib.h>

/* At each angle from 0 to pi: A^C, and the sum over m of A_m^C. */
struct largest {
    struct circle circle;
    size_t angles;
    double *whole_x, *whole_y; /* [angles] */
    double *sum_x, *sum_y;     /* [angles] */
};

/* The sums at angle j, m from last down to the least that a largest of n >= low counts can be. */
static void sum_angle(struct largest *largest, size_t j, size_t low) {
    const struct circle *circle = &largest->circle;
    size_t least = (low - 1) / circle->digits + 1;
    double x = 0, y = 0; /* A_m - 1 */
    for (size_t k = circle->first; k <= circle->last; k++) {
        double p = circle->weight[k - circle->first];
        x += p * circle_cos(circle, k, j) - p;
        y += p * circle_sin(circle, k, j);
    }
    double re = x, im = y;
    circle_power(circle->digits, &re, &im);
    largest->whole_x[j] = 1 + re;
    largest->whole_y[j] = im;
    for (size_t m = circle->last; m > circle->first && m > least; m--) {
        double p = circle->weight[m - circle->first];
        re = x -= p * circle_cos(circle, m, j);
        im = y -= p * circle_sin(circle, m, j);
        circle_power(circle->digits, &re, &im);
        largest->sum_x[j] += 1 + re;
        largest->sum_y[j] += im;
    }
}

static bool largest_init(struct largest *largest, size_t low, size_t high, size_t digits,
                         struct error *error) {
    if (!circle_init(&largest->circle, low, high, digits, error)) return false;
    size_t angles = largest->angles = largest->circle.angles / 2 + 1;
    largest->whole_x = memory_take(4 * angles, sizeof(double), "the floors", error);
    if (!largest->whole_x) {
        circle_free(&largest->circle);
        return false;
    }
    largest->whole_y = largest->whole_x + angles;
    largest->sum_x = largest->whole_y + angles;
    largest->sum_y = largest->sum_x + angles;
    for (size_t j = 0; j < angles; j++) sum_angle(largest, j, low);
    return true;
}

static void largest_free(struct largest *largest) {
    circle_free(&largest->circle);
    free(largest->whole_x);
}

static double mean_largest(const struct largest *largest, size_t n) {
    const struct circle *circle = &largest->circle;
    double whole = 0, sum = 0;
    for (size_t j = 0; j < largest->angles; j++) {
        whole += circle_term(circle, n, j, largest->whole_x[j], largest->whole_y[j]);
        sum += circle_term(circle, n, j, largest->sum_x[j], largest->sum_y[j]);
    }
    return (double)circle->last - sum / whole;
}

bool blind_accuracy(size_t min_pairs, size_t pairs, size_t digits, double *accuracy,
                    struct error *error) {
    double total = 0;
    for (size_t low = min_pairs, high; low <= pairs; low = high + 1) {
        struct largest largest;
        high = low + (size_t)(4 * sqrt((double)low));
        if (high > pairs) high = pairs;
        if (!largest_init(&largest, low, high, digits, error)) return false;
        for (size_t n = low; n <= high; n++) total += mean_largest(&largest, n) / (double)n;
        largest_free(&largest);
    }
    *accuracy = total / (double)(pairs - min_pairs + 1);
    return true;
}
