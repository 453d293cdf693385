/* The counts of n pairs in C digits by their generating function: see floor_counts.h. */
#include "task/floor_counts.h"
#include "base/elementary.h"
#include "base/memory.h"

#include <stdlib.h>

static const double NOTHING = 1e-17;

/* P(X = k+1) / P(X = k) for X = Binomial(n, 1/C), the law of one count. */
static double binomial_ratio(size_t n, size_t k, size_t digits) {
    return (double)(n - k) / ((double)(k + 1) * (double)(digits - 1));
}

static size_t first_count(size_t n, size_t digits) {
    size_t k = n / digits;
    double weight = (double)digits;
    while (k > 0 && weight > NOTHING) weight /= binomial_ratio(n, --k, digits);
    return k;
}

static size_t last_count(size_t n, size_t digits) {
    size_t k = n / digits;
    double weight = (double)digits;
    while (k < n && weight > NOTHING) weight *= binomial_ratio(n, k++, digits);
    return k;
}

/* The least P, a multiple of 4, for which a Poisson(r) total of low + P, or of high - P, is
 * nothing beside one of low, or of high. */
static size_t count_angles(size_t low, size_t high, double r) {
    size_t angles = 0;
    double above = 1, below = 1;
    while (above > NOTHING || below > NOTHING || angles % 4) {
        above *= r / (double)(low + angles + 1);
        below *= angles < high ? (double)(high - angles) / r : 0;
        angles++;
    }
    return angles;
}

/* weight[k - first] = p_k, outwards from a count near the largest. */
static void fill_weights(const struct circle *circle, double mean) {
    double *weight = circle->weight, sum = 0;
    size_t counts = circle->last - circle->first + 1;
    size_t top = (size_t)mean - circle->first;
    weight[top] = 1;
    for (size_t i = top; i + 1 < counts; i++) {
        weight[i + 1] = weight[i] * mean / (double)(circle->first + i + 1);
    }
    for (size_t i = top; i > 0; i--) {
        weight[i - 1] = weight[i] * (double)(circle->first + i) / mean;
    }
    for (size_t i = 0; i < counts; i++) sum += weight[i];
    for (size_t i = 0; i < counts; i++) weight[i] /= sum;
}

bool circle_init(struct circle *circle, size_t low, size_t high, size_t digits,
                 struct error *error) {
    double r = ((double)low + (double)high) / 2;
    size_t first = first_count(low, digits), last = last_count(high, digits);
    size_t counts = last - first + 1, angles = count_angles(low, high, r);
    double *weight = memory_take(size_add(counts, angles), sizeof *weight, "the floors", error);
    if (!weight) return false;
    *circle = (struct circle){digits, first, last, angles, weight, weight + counts};
    fill_weights(circle, r / (double)digits);
    for (size_t j = 0; j < angles; j++) {
        circle->cosine[j] = elementary_cos_turns((double)j / (double)angles);
    }
    return true;
}

void circle_free(struct circle *circle) {
    free(circle->weight);
    *circle = (struct circle){0};
}

double circle_cos(const struct circle *circle, size_t m, size_t j) {
    return circle->cosine[m * j % circle->angles];
}

double circle_sin(const struct circle *circle, size_t m, size_t j) {
    return circle->cosine[(m * j + circle->angles / 4 * 3) % circle->angles];
}

double circle_term(const struct circle *circle, size_t n, size_t j, double re, double im) {
    double term = re * circle_cos(circle, n, j) + im * circle_sin(circle, n, j);
    return j == 0 || 2 * j == circle->angles ? term : 2 * term;
}

/* (1 + v)(1 + w) = 1 + v + w + vw */
void circle_power(size_t digits, double *x, double *y) {
    double a = *x, b = *y, re = 0, im = 0;
    for (size_t n = digits; n; n >>= 1) {
        if (n & 1) {
            double product = re * a - im * b;
            im += b + (re * b + im * a);
            re += a + product;
        }
        double square = a * a - b * b;
        b = 2 * (b + a * b);
        a = 2 * a + square;
    }
    *x = re;
    *y = im;
}
