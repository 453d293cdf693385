/* The floors of the task: what a predictor can reach that does not use the query.
 *
 * An example has n pairs, n uniform in M .. N; each pair's digit is uniform in C digits, and the
 * answer is the digit of a pair chosen uniformly. X_1 .. X_C are the counts of the digits, sum n,
 * and K = 1 + Binomial(n-1, 1/C) is the count of the answer: its own pair, and others by chance.
 * Losses are in nats, and means over the digits, the query and n.
 *
 * chance    ln C: p(c) = 1/C.
 *
 * blind     E (ln n - ln K): sees all pairs, but not the query. Given the pairs alone the answer is
 *           c with probability X_c / n, and no p has a lower expected -ln p than that probability
 *           itself. Its most likely digit is right in E (max_c X_c / n) of the examples.
 *
 * average   min over b >= 0 of E (ln sum_c e^(b X_c / n) - b K / n): sees the mean of the pairs'
 *           values, and reads it out linearly. Why one number b is all there is: such logits are
 *           y = U xbar + u, xbar = sum_i x_i / n, and the loss is convex in (U, u). The task stays
 *           the same when digits are permuted, or letters, so permuting the best (U, u) gives one
 *           as good, and the mean of all its permutations is no worse (Jensen). That mean acts the
 *           same on every letter, and on digits as b I + b' (all ones); whatever it adds to all
 *           logits alike falls out of the softmax, and y_c = b X_c / n is left. It does not know n,
 *           since the parts of xbar sum to constants: one b serves all n of M .. N. Width C - 1 is
 *           enough. With n alone, alpha = b / n is the logit of one count. Where N <= 2 the loss
 *           falls for ever as b grows, to the blind floor: average = blind is an infimum (and both
 *           are 0 for N = 1). Otherwise average > blind.
 *
 * How it is computed: K by its law; E ln sum_c e^(a X_c) for small n by all partitions of n, for
 * others by an integral of a generating function, and E max_c X_c by the same function, all without
 * cancellation (floor_counts.h); the mean over many n for the average floor by interpolation in
 * ln n; and b by parabolas. Absolute errors are below 1e-12 for C <= 1000, below 1e-11 for
 * C <= 1,000,000. One core takes 10 microseconds for N = 6, 1 ms for M = N = 26, 7 ms for M = N =
 * 1000, a quarter of a second for M = 1, N = 1000, and below 2 s for all up to 10,000 pairs. */
#ifndef TASK_FLOOR_H
#define TASK_FLOOR_H

#include "task/dataset.h"

/* The most pairs that the floors are made, and tested, for. */
enum { FLOOR_PAIRS_MAX = 10000 };

struct floors {
    double chance, average, blind;
    double average_beta; /* the b of the average floor, to 5 digits or so; inf where N <= 2 */
    double blind_accuracy;
    double blind_deviation; /* of the blind predictor's loss, ln n - ln K, over examples */
};

/* All but blind_accuracy, which becomes nan: what training shows. 1 <= min_pairs <= pairs <=
 * FLOOR_PAIRS_MAX and digits >= 1, or STATUS_USAGE; one digit is known without looking: losses 0.
 * *floors is untouched on failure. */
bool floors_losses(size_t min_pairs, size_t pairs, size_t digits, struct floors *floors,
                   struct error *error);

/* All of them. */
bool floors_all(size_t min_pairs, size_t pairs, size_t digits, struct floors *floors,
                struct error *error);

/* The loss of averaging at one b >= 0, of which the average floor is the least; b <= 8 C where N > 100
 * and C < N. 1 <= min_pairs <= pairs <= FLOOR_PAIRS_MAX and digits >= 2. */
bool floor_average_at(size_t min_pairs, size_t pairs, size_t digits, double b, double *loss,
                      struct error *error);

/* The floors of given examples, weighed by how many have n pairs. The average floor needs one b for
 * all of them: it is nan where the examples differ in their number of pairs. */
bool floors_of_dataset(const struct dataset *dataset, size_t digits, struct floors *floors,
                       struct error *error);

#endif
