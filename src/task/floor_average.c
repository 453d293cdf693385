/* The average floor, a minimum over beta: see floor.h. */
#include "task/floor.h"

#include "base/elementary.h"
#include "base/memory.h"
#include "task/floor_counts.h"

#include <stdlib.h>

/* The task. The loss of one beta is the mean over n of E ln S - beta E K / n, where
 * S = sum_c e^(beta X_c / n). */
struct average {
    size_t digits;
    struct mean_rule rule;
    struct log_sum *sums; /* [rule.count] */
};

static double loss_of_pairs(struct log_sum *sum, double beta) {
    double n = (double)sum->pairs, digits = (double)sum->digits;
    return log_sum(sum, beta / n) - beta * (1 + (n - 1) / digits) / n;
}

static double loss_of_beta(struct average *average, double beta) {
    double total = 0;

    for (size_t i = 0; i < average->rule.count; i++) {
        total += average->rule.weight[i] * loss_of_pairs(&average->sums[i], beta);
    }
    return total;
}

/* The loss of beta = e^x. */
static double loss_at(struct average *average, double x) {
    return loss_of_beta(average, elementary_exp(x));
}

/* ln beta of n pairs, within 20 % of beta: C for n far above C, n ln(2 C^2 / n^3) for n far below
 * the root of C (where two equal digits in n cost as much as the others gain), and between. */
static double guess(double n, double digits) {
    double x = digits / n;
    return elementary_log(n * elementary_log(1 + x + 2 * x * x / (n - 2)));
}

/* Three points with the lowest in the middle, so that the least is between the others. */
struct bracket {
    double x[3], f[3];
};

static void bracket_shift(struct bracket *bracket, bool up, double x, double f) {
    struct bracket old = *bracket;
    *bracket = up ? (struct bracket){{old.x[1], old.x[2], x}, {old.f[1], old.f[2], f}}
                  : (struct bracket){{x, old.x[0], old.x[1]}, {f, old.f[0], old.f[1]}};
}

static struct bracket bracket_around(struct average *average, double x) {
    double step = 0.1;
    struct bracket bracket;
    for (int i = 0; i < 3; i++) {
        bracket.x[i] = x + (i - 1) * step;
        bracket.f[i] = loss_at(average, bracket.x[i]);
    }
    while (bracket.f[0] < bracket.f[1] || bracket.f[2] < bracket.f[1]) {
        bool up = bracket.f[2] < bracket.f[0];
        step *= 1.5;
        x = up ? bracket.x[2] + step : bracket.x[0] - step;
        bracket_shift(&bracket, up, x, loss_at(average, x));
    }
    return bracket;
}

/* Puts a point of the inside into the bracket. */
static void bracket_narrow(struct bracket *bracket, double x, double f) {
    int side = x < bracket->x[1] ? 0 : 2; /* of the new point */
    int out = f < bracket->f[1] ? 2 - side : side;
    if (out != side) {
        bracket->x[out] = bracket->x[1];
        bracket->f[out] = bracket->f[1];
    }
    int in = out == side ? side : 1;
    bracket->x[in] = x;
    bracket->f[in] = f;
}

/* The lowest point of the parabola through the bracket; *gain is how far below the middle one. */
static double bracket_vertex(const struct bracket *bracket, double *gain) {
    const double *x = bracket->x, *f = bracket->f;
    double left = (f[1] - f[0]) / (x[1] - x[0]), right = (f[2] - f[1]) / (x[2] - x[1]);
    double curvature = (right - left) / (x[2] - x[0]); /* half of the second derivative */
    double slope = left + curvature * (x[1] - x[0]);   /* at x[1] */
    *gain = curvature > 0 ? slope * slope / (4 * curvature) : 0;
    return curvature > 0 ? x[1] - slope / (2 * curvature) : x[1];
}

/* Narrows the bracket to its lowest point: the last step is one that promises next to nothing. */
static void bracket_close(struct bracket *bracket, struct average *average) {
    double gain = 1;
    for (int i = 0; i < 100 && gain > 1e-12; i++) {
        double x = bracket_vertex(bracket, &gain);
        if (x == bracket->x[1]) break;
        bracket_narrow(bracket, x, loss_at(average, x));
    }
}

static void average_free(struct average *average) {
    for (size_t i = 0; average->sums && i < average->rule.count; i++) {
        log_sum_free(&average->sums[i]);
    }
    free(average->sums);
    mean_rule_free(&average->rule);
}

static bool average_init(struct average *average, size_t min_pairs, size_t pairs, size_t digits,
                         struct error *error) {
    *average = (struct average){.digits = digits};
    if (!mean_rule_init(&average->rule, min_pairs, pairs, digits, error)) return false;
    size_t count = average->rule.count;
    average->sums = memory_take(count, sizeof *average->sums, "the floors", error);
    bool done = average->sums != NULL;
    for (size_t i = 0; done && i < count; i++) {
        done = log_sum_init(&average->sums[i], average->rule.pairs[i], digits, error);
    }
    if (!done) average_free(average);
    return done;
}

bool average_loss(size_t min_pairs, size_t pairs, size_t digits, double *average, double *beta,
                  struct error *error) {
    struct average all;
    if (!average_init(&all, min_pairs, pairs, digits, error)) return false;
    struct bracket bracket = bracket_around(&all, guess((double)pairs, (double)digits));
    bracket_close(&bracket, &all);
    *average = bracket.f[1];
    *beta = elementary_exp(bracket.x[1]);
    average_free(&all);
    return true;
}

bool floor_average_at(size_t min_pairs, size_t pairs, size_t digits, double b, double *loss,
                      struct error *error) {
    struct average all;
    if (!average_init(&all, min_pairs, pairs, digits, error)) return false;
    *loss = loss_of_beta(&all, b);
    average_free(&all);
    return true;
}
