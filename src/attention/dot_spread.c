/* How widely dot products spread: see dot_spread.h. */
#include "attention/dot_spread.h"

#include "attention/softmax.h"
#include "base/random.h"

#include <math.h>

/* Sums over the queries, of a number and of its square. */
struct sums {
    double first, second;
};

/* What is summed of each query. */
struct query_sums {
    struct sums score, square, largest;
};

static void add(struct sums *sums, double x) {
    sums->first += x;
    sums->second += x * x;
}

/* Mean 0, variance 1: the interval's length is sqrt(12). */
static double draw_entry(struct random_key key, uint64_t t, uint64_t j) {
    return sqrt(12) * (random_unit(key, t, j) - 0.5);
}

/* Sets s_i = sum_j q_j k_ij of query t. */
static void draw_scores(struct random_key key, uint64_t t, size_t d, double *s) {
    for (size_t i = 0; i < DOT_SPREAD_KEYS; i++) s[i] = 0;
    for (size_t j = 0; j < d; j++) {
        uint64_t word = (uint64_t)j * (DOT_SPREAD_KEYS + 1);
        double q = draw_entry(key, t, word);
        for (size_t i = 0; i < DOT_SPREAD_KEYS; i++) {
            s[i] += q * draw_entry(key, t, word + 1 + i);
        }
    }
}

/* Adds the query's mean score, mean square and largest weight. */
static void add_query(struct query_sums *sums, const double *s) {
    double a[DOT_SPREAD_KEYS], mean = 0, square = 0, largest = 0;
    softmax_forward(DOT_SPREAD_KEYS, s, a);
    for (size_t i = 0; i < DOT_SPREAD_KEYS; i++) {
        mean += s[i] / DOT_SPREAD_KEYS;
        square += s[i] * s[i] / DOT_SPREAD_KEYS;
        if (a[i] > largest) largest = a[i];
    }
    add(&sums->score, mean);
    add(&sums->square, square);
    add(&sums->largest, largest);
}

/* The mean of n numbers, +- 1.96 standard deviations of that mean. */
static struct estimate estimate_mean(const struct sums *sums, double n) {
    double mean = sums->first / n;
    double variance = (sums->second - sums->first * mean) / (n - 1);
    return (struct estimate){mean, 1.96 * sqrt(fmax(0, variance) / n)};
}

/* Var(s) = E[s^2] - E[s]^2. That E[s] is estimated too is of second order in the interval. */
static void conclude(const struct query_sums *sums, double n, struct score_spread *spread) {
    spread->mean = estimate_mean(&sums->score, n);
    spread->variance = estimate_mean(&sums->square, n);
    spread->variance.value -= spread->mean.value * spread->mean.value;
    spread->largest = estimate_mean(&sums->largest, n);
}

void dot_spread_simulate(size_t d, size_t queries, uint64_t seed, struct dot_spread *spread) {
    struct random_key key = random_key(seed, random_name("dot spread") + d);
    struct query_sums dot = {0}, scaled = {0};
    for (uint64_t t = 0; t < queries; t++) {
        double s[DOT_SPREAD_KEYS];
        draw_scores(key, t, d, s);
        add_query(&dot, s);
        for (size_t i = 0; i < DOT_SPREAD_KEYS; i++) s[i] /= sqrt((double)d);
        add_query(&scaled, s);
    }
    conclude(&dot, (double)queries, &spread->dot);
    conclude(&scaled, (double)queries, &spread->scaled);
}
