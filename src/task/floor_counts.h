/* The counts of n pairs in C digits, exactly and fast; what floor*.c share.
 *
 * X_1 .. X_C are the counts: n pairs, each in one of C digits with probability 1/C. They are C
 * independent Poisson(r/C) numbers given that their sum is n, whatever r is (near n is best), so
 *
 *     E prod_c f(X_c) = [z^n] A(z)^C / [z^n] (A with f = 1)^C,  A(z) = sum_k p_k f(k) z^k,
 *
 * p_k the Poisson(r/C) weights. The coefficient [z^n] of F = A^C is an integral over the unit
 * circle and so a sum over P equal angles: (1/P) sum_j F(e^(i t_j)) e^(-i n t_j), t_j = 2 pi j / P.
 * It has the coefficients of z^(n+P), z^(n-P), ... in it; P (about 9 sqrt(n)) is so large that they
 * are nothing beside it. F(conj z) = conj F(z): half of the circle is enough. Where 0 <= f <= 1
 * everything is a probability, and nothing cancels. */
#ifndef TASK_FLOOR_COUNTS_H
#define TASK_FLOOR_COUNTS_H

#include "base/error.h"

#include <stddef.h>

/* The circle for n = low .. high, which are a few sqrt(n) apart at most; r is their middle. */
struct circle {
    size_t digits;      /* C */
    size_t first, last; /* counts outside have probability below 1e-17 in all C digits together */
    size_t angles;      /* P, a multiple of 4 */
    double *weight;     /* [last - first + 1], p_k, their sum is 1 */
    double *cosine;     /* [P], cos t_j */
};

/* Sets the circle up; the floors need 1 <= low <= high. Fails without memory, with nothing to give
 * back; else it is given back with circle_free. */
bool circle_init(struct circle *circle, size_t low, size_t high, size_t digits,
                 struct error *error);
void circle_free(struct circle *circle);

/* cos and sin of m t_j, for any m and j. */
double circle_cos(const struct circle *circle, size_t m, size_t j);
double circle_sin(const struct circle *circle, size_t m, size_t j);

/* The terms of t_j and -t_j in P [z^n] F, where F(e^(i t_j)) = re + i im. */
double circle_term(const struct circle *circle, size_t n, size_t j, double re, double im);

/* (1 + x + iy)^C - 1 in place of x + iy, by repeated squaring. Without the 1, which would swallow
 * the last digits of a small x, the error is about n units in the last place and not C. */
void circle_power(size_t digits, double *x, double *y);

/* E ln S, S = sum_c e^(a X_c), for one n and a >= 0, in one of two ways. */
struct log_sum {
    size_t pairs, digits; /* n, C */
    bool by_partitions;   /* the way log_sum takes */
    double *decay;        /* by partitions: [n + 1], e^(-a k) */
    struct circle circle; /* by integral, this and the following */
    size_t angles;        /* those that matter, at most P/2 + 1 */
    double *cosine;       /* [counts, angles], cos(k t_j) */
    double *sine;         /* [counts, angles] */
    double *growth;       /* [counts], e^(a k) */
    double *x, *y;        /* [angles], A - 1, then F - 1 */
};

/* By partitions: the sum over all partitions of n into counts, for n up to about 30, and where n^2
 * is at most a few times C, since then few of them have any weight. */
bool log_sum_init_partitions(struct log_sum *sum, size_t pairs, size_t digits, struct error *error);

/* By integral, for any n, and for a n / C <= 8 where n > 100 and C < n (the average floor has about
 * 1 at its minimum); Frullani's, with t = e^u and s = E S:
 *     E ln S = ln s + integral du (e^(-t s) - E e^(-t S)),   e^(-t S) = prod_c e^(-t e^(a X_c)),
 * by the trapezoid rule, whose error here is about e^(-pi^2 / step). */
bool log_sum_init_integral(struct log_sum *sum, size_t pairs, size_t digits, struct error *error);

/* The quicker of the two. All three fail without memory, with nothing to give back; else the sum is
 * given back with log_sum_free. */
bool log_sum_init(struct log_sum *sum, size_t pairs, size_t digits, struct error *error);
void log_sum_free(struct log_sum *sum);

/* E ln S at this a: by the way chosen, and by each of the two. */
double log_sum(struct log_sum *sum, double a);
double log_sum_partitions(struct log_sum *sum, double a);
double log_sum_integral(struct log_sum *sum, double a);

/* The mean over n = low .. high of g(n) = E ln sum_c e^(beta X_c / n), any beta, is
 * sum_i weight[i] g(pairs[i]): every n where there are few or n is small, and Chebyshev points in
 * ln n for the rest, since g is smooth. */
struct mean_rule {
    size_t count;
    size_t *pairs;
    double *weight;
};

/* Sets the rule for 1 <= low <= high. Fails without memory, with nothing to give back; else it is
 * given back with mean_rule_free. */
bool mean_rule_init(struct mean_rule *rule, size_t low, size_t high, size_t digits,
                    struct error *error);
void mean_rule_free(struct mean_rule *rule);

/* What the floors are made of, see floor.h: digits >= 2, and average_loss for pairs >= 3. Set the
 * loss (nats) with its deviation over examples, the accuracy, and the loss with its b. Fail without
 * memory. */
bool blind_loss(size_t min_pairs, size_t pairs, size_t digits, double *blind, double *deviation,
                struct error *error);
bool blind_accuracy(size_t min_pairs, size_t pairs, size_t digits, double *accuracy,
                    struct error *error);
bool average_loss(size_t min_pairs, size_t pairs, size_t digits, double *average, double *beta,
                  struct error *error);

#endif
