/* E ln sum_c e^(a X_c) by Frullani's integral: see floor_counts.h. */
#include "base/elementary.h"
#include "base/memory.h"
#include "task/floor_counts.h"

#include <math.h>
#include <stdlib.h>

static const double STEP = 0.3;

/* The angles that matter. |F| is e^(-n (1 - cos t_j)) where the integrand's t is 0, and about the
 * root of that at most where it is not; where n is small, all of the circle is taken. */
static size_t count_angles(const struct circle *circle, size_t pairs) {
    size_t half = circle->angles / 2 + 1, angles = 0;
    if (pairs <= 100) return half;
    while (angles < half && (double)pairs * (1 - circle->cosine[angles]) < 80) angles++;
    return angles;
}

static void fill_angles(struct log_sum *sum) {
    const struct circle *circle = &sum->circle;
    for (size_t k = circle->first, at = 0; k <= circle->last; k++) {
        for (size_t j = 0; j < sum->angles; j++, at++) {
            sum->cosine[at] = circle_cos(circle, k, j);
            sum->sine[at] = circle_sin(circle, k, j);
        }
    }
}

bool log_sum_init_integral(struct log_sum *sum, size_t pairs, size_t digits, struct error *error) {
    *sum = (struct log_sum){.pairs = pairs, .digits = digits};
    if (!circle_init(&sum->circle, pairs, pairs, digits, error)) return false;
    size_t counts = sum->circle.last - sum->circle.first + 1;
    size_t angles = sum->angles = count_angles(&sum->circle, pairs);
    size_t table = size_multiply(counts, angles);
    size_t all = size_add(size_multiply(2, table), counts + 2 * angles);
    sum->cosine = memory_take(all, sizeof *sum->cosine, "the floors", error);
    if (!sum->cosine) {
        log_sum_free(sum);
        return false;
    }
    sum->sine = sum->cosine + table;
    sum->growth = sum->sine + table;
    sum->x = sum->growth + counts;
    sum->y = sum->x + angles;
    fill_angles(sum);
    return true;
}

bool log_sum_init(struct log_sum *sum, size_t pairs, size_t digits, struct error *error) {
    bool few = pairs <= 26 || pairs / 2 <= digits / pairs;
    return few ? log_sum_init_partitions(sum, pairs, digits, error)
               : log_sum_init_integral(sum, pairs, digits, error);
}

void log_sum_free(struct log_sum *sum) {
    circle_free(&sum->circle);
    free(sum->decay);
    free(sum->cosine);
    *sum = (struct log_sum){0};
}

/* x + iy += p f z^k - p at every angle */
static void add_count(double p, double f, size_t angles, const double *cosine, const double *sine,
                      double *x, double *y) {
    double pf = p * f;
    for (size_t j = 0; j < angles; j++) {
        x[j] += pf * cosine[j] - p;
        y[j] += pf * sine[j];
    }
}

/* P [z^n] F where f(k) = e^(-t (e^(a k) - 1)), which is 1 for k = 0. */
static double coefficient(struct log_sum *sum, double t) {
    size_t counts = sum->circle.last - sum->circle.first + 1, angles = sum->angles;
    for (size_t j = 0; j < angles; j++) sum->x[j] = sum->y[j] = 0;
    for (size_t i = 0; i < counts; i++) {
        double f = elementary_exp(t - t * sum->growth[i]);
        add_count(sum->circle.weight[i], f, angles, sum->cosine + i * angles,
                  sum->sine + i * angles, sum->x, sum->y);
    }
    double total = 0;
    for (size_t j = 0; j < angles; j++) {
        circle_power(sum->digits, &sum->x[j], &sum->y[j]);
        total += circle_term(&sum->circle, sum->pairs, j, 1 + sum->x[j], sum->y[j]);
    }
    return total;
}

/* ln (C E e^(a X_1)), which is ln E S. */
static double log_mean(const struct log_sum *sum, double a) {
    double n = (double)sum->pairs, digits = (double)sum->digits;
    return elementary_log(digits) + n * elementary_log(1 + (elementary_exp(a) - 1) / digits);
}

/* ln s, and where the integrand begins to matter: it is at most t times the largest S of the
 * circle's counts and, where s = E S, at most t^2 E S^2 <= t^2 C^2 E e^(2 a X_1). Counts too rare
 * for the circle can make E S larger than that S; then s is that S. */
static double integral_begin(const struct log_sum *sum, double a, double *log_s) {
    double log_digits = elementary_log((double)sum->digits);
    double largest = log_digits + a * (double)sum->circle.last, mean = log_mean(sum, a);
    *log_s = fmin(mean, largest);
    double by_largest = -35 - largest;
    if (mean > largest) return by_largest;
    return fmax(by_largest, -17 - (log_mean(sum, 2 * a) + log_digits) / 2);
}

double log_sum_integral(struct log_sum *sum, double a) {
    double n = (double)sum->pairs, digits = (double)sum->digits, log_s, total = 0;
    for (size_t k = sum->circle.first; k <= sum->circle.last; k++) {
        sum->growth[k - sum->circle.first] = elementary_exp(a * (double)k);
    }
    double begin = integral_begin(sum, a, &log_s), s = elementary_exp(log_s);
    double end = 3.7 - (elementary_log(digits) + a * n / digits); /* S >= C e^(a n / C) */
    double whole = coefficient(sum, 0);
    for (size_t i = 0; begin + STEP * (double)i < end; i++) {
        double t = elementary_exp(begin + STEP * (double)i);
        total += elementary_exp(-t * s);
        total -= elementary_exp(-t * digits) * coefficient(sum, t) / whole;
    }
    return log_s + STEP * total;
}

double log_sum(struct log_sum *sum, double a) {
    return sum->by_partitions ? log_sum_partitions(sum, a) : log_sum_integral(sum, a);
}
