/* E ln sum_c e^(a X_c) by the partitions of n: see floor_counts.h.
 *
 * Parts of 2 pairs and more are chosen from the largest down, each with the digit and the pairs it
 * takes; the pairs that are left take a digit each. So a set of parts k_1 >= k_2 >= ..., with m_k
 * of size k and R in all, is met
 *     prod_i (left_i choose k_i) / C^k_i  *  C (C-1) .. (C-R+1) / prod_k m_k!
 * times on average, and that no other part joins it has probability
 *     (C-R)/C  (C-R-1)/C  ..., a factor a pair that is left. */
#include "base/elementary.h"
#include "base/memory.h"
#include "task/floor_counts.h"

#include <stdlib.h>

/* Parts met less often than this are passed over, and all that go on from them. */
static const double NOTHING = 1e-19;

/* The parts chosen so far. */
struct parts {
    size_t largest, smallest; /* 1 and n + 1 where there are none */
    size_t copies;            /* of the smallest */
    size_t left;              /* pairs that are left */
    double free;              /* C - R, the digits that are left */
    double met;               /* how often, on average */
    double above;             /* sum_i e^(a (k_i - largest)) */
};

/* The probability that the pairs that are left take a free digit each. */
static double no_other_part(const struct parts *parts, double digits) {
    double probability = parts->met;
    for (size_t i = 0; i < parts->left; i++) probability *= (parts->free - (double)i) / digits;
    return probability;
}

/* ln S of these parts, ones, and empty digits. */
static double log_of_parts(const struct parts *parts, const double *decay, double a) {
    double ones = (double)parts->left;
    double s = parts->above + ones * decay[parts->largest - 1] +
               (parts->free - ones) * decay[parts->largest];
    return a * (double)parts->largest + elementary_log(s);
}

/* The parts with one more of size k, which can be chosen in `ways` ways a free digit. */
static struct parts with_part(const struct parts *parts, size_t k, double ways,
                              const double *decay) {
    struct parts next = *parts;
    if (parts->smallest > parts->largest) next.largest = k;
    next.copies = k == parts->smallest ? parts->copies + 1 : 1;
    next.smallest = k;
    next.left -= k;
    next.free -= 1;
    next.met *= ways * parts->free / (double)next.copies;
    next.above += decay[next.largest - k];
    return next;
}

/* The sum of probability times ln S over these parts and all that go on from them. */
static double sum_from(const struct log_sum *sum, const struct parts *parts, double a) {
    double digits = (double)sum->digits, total = 0;
    double probability = no_other_part(parts, digits);
    if (probability > 0) total = probability * log_of_parts(parts, sum->decay, a);
    double ways = (double)parts->left / digits;
    for (size_t k = 2; k <= parts->left && k <= parts->smallest; k++) {
        ways *= (double)(parts->left - k + 1) / ((double)k * digits);
        struct parts next = with_part(parts, k, ways, sum->decay);
        if (next.met > NOTHING) total += sum_from(sum, &next, a);
    }
    return total;
}

double log_sum_partitions(struct log_sum *sum, double a) {
    struct parts none = {1, sum->pairs + 1, 0, sum->pairs, (double)sum->digits, 1, 0};
    for (size_t k = 0; k <= sum->pairs; k++) sum->decay[k] = elementary_exp(-a * (double)k);
    return sum_from(sum, &none, a);
}

bool log_sum_init_partitions(struct log_sum *sum, size_t pairs, size_t digits,
                             struct error *error) {
    double *decay = memory_take(pairs + 1, sizeof *decay, "the floors", error);
    if (!decay) return false;
    *sum =
        (struct log_sum){.pairs = pairs, .digits = digits, .by_partitions = true, .decay = decay};
    return true;
}
