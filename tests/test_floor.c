/* The floors of the task: known values, every outcome counted, and one way of computing against
 * another. */
#include "base/elementary.h"
#include "task/floor.h"
#include "task/floor_counts.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static void cr_near(double found, double expected, double tolerance, const char *what, size_t n,
                    size_t digits) {
    cr_assert(fabs(found - expected) <= tolerance, "%s of %zu pairs, %zu digits: %.15g, not %.15g",
              what, n, digits, found, expected);
}

static struct floors floors_of(size_t min_pairs, size_t pairs, size_t digits) {
    struct floors floors;
    struct error error;
    cr_assert(floors_all(min_pairs, pairs, digits, &floors, &error), "%s", error.message);
    return floors;
}

/* The values that the project states, to the digits it states. */
Test(floor, stated_values) {
    static const struct {
        size_t pairs;
        double blind, accuracy, accuracy_digit, average;
    } stated[] = {
        {2, 0.623832, 0.5500, 5e-5, 0.623832},  {4, 1.186811, 0.38350, 5e-6, 1.425990},
        {6, 1.472313, 0.33661, 5e-6, 1.689340}, {8, 1.649096, 0.299915, 5e-7, 1.827399},
        {16, 1.971247, 0.2360, 5e-5, 2.048911}, {26, 2.108683, 0.2046, 5e-5, 2.141174},
    };
    for (size_t i = 0; i < sizeof stated / sizeof *stated; i++) {
        size_t n = stated[i].pairs;
        struct floors floors = floors_of(n, n, 10);
        cr_near(floors.chance, 2.302585, 5e-7, "chance", n, 10);
        cr_near(floors.blind, stated[i].blind, 5e-7, "blind", n, 10);
        cr_near(floors.blind_accuracy, stated[i].accuracy, stated[i].accuracy_digit, "accuracy", n,
                10);
        cr_near(floors.average, stated[i].average, 5e-7, "average", n, 10);
    }
    cr_near(floors_of(6, 6, 10).average_beta / 6, 1.3815, 5e-5, "alpha", 6, 10);
}

/* One task by counting: every outcome of every n, all equally likely. */
struct counted {
    size_t min_pairs, pairs, digits;
    double blind, square, accuracy; /* means; square of the blind loss */
};

/* Counts of the next outcome, an odometer of n digits; false after the last. */
static bool next_outcome(size_t *digit, size_t n, size_t digits, size_t *counts) {
    for (size_t i = 0; i < n; i++) {
        counts[digit[i]]--;
        digit[i] = (digit[i] + 1) % digits;
        counts[digit[i]]++;
        if (digit[i] > 0) return true;
    }
    return false;
}

/* Adds one outcome's means over the query; returns the loss of the logits beta * count / n. */
static double count_outcome(struct counted *task, const size_t *counts, size_t n, double beta,
                            double weight) {
    double sum = 0, answer = 0, largest = 0;
    for (size_t c = 0; c < task->digits; c++) {
        double p = (double)counts[c] / (double)n, loss = counts[c] > 0 ? -log(p) : 0;
        task->blind += weight * p * loss;
        task->square += weight * p * loss * loss;
        sum += exp(beta * p);
        answer += p * beta * p;
        if (p > largest) largest = p;
    }
    task->accuracy += weight * largest;
    return weight * (log(sum) - answer);
}

static double count_task(struct counted *task, double beta) {
    double loss = 0;
    task->blind = task->square = task->accuracy = 0;
    for (size_t n = task->min_pairs; n <= task->pairs; n++) {
        size_t digit[16] = {0}, counts[16] = {n};
        double weight = 1 / pow((double)task->digits, (double)n);
        weight /= (double)(task->pairs - task->min_pairs + 1);
        do {
            loss += count_outcome(task, counts, n, beta, weight);
        } while (next_outcome(digit, n, task->digits, counts));
    }
    return loss;
}

/* The least loss over beta by golden section. */
static double count_average(struct counted *task) {
    double low = 0.5, high = 80, ratio = (sqrt(5) - 1) / 2;
    while (high - low > 1e-6 * high) {
        double left = high - ratio * (high - low), right = low + ratio * (high - low);
        if (count_task(task, left) < count_task(task, right)) {
            high = right;
        } else {
            low = left;
        }
    }
    return count_task(task, (low + high) / 2);
}

Test(floor, every_outcome_counted) {
    static const size_t tasks[][3] = {{3, 3, 2}, {7, 7, 2}, {2, 7, 2}, {1, 5, 3}, {3, 6, 3},
                                      {6, 6, 3}, {5, 5, 4}, {1, 4, 5}, {3, 3, 10}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        struct counted task = {tasks[i][0], tasks[i][1], tasks[i][2], 0, 0, 0};
        struct floors floors = floors_of(task.min_pairs, task.pairs, task.digits);
        cr_near(floors.average, count_average(&task), 1e-11, "average", task.pairs, task.digits);
        cr_near(floors.blind, task.blind, 1e-13, "blind", task.pairs, task.digits);
        cr_near(floors.blind_accuracy, task.accuracy, 1e-13, "accuracy", task.pairs, task.digits);
        double deviation = sqrt(task.square - task.blind * task.blind);
        cr_near(floors.blind_deviation, deviation, 1e-12, "deviation", task.pairs, task.digits);
    }
}

/* The answer's count is 1 + Binomial(n-1, 1/C), with the C library's lgamma. */
Test(floor, blind_of_many_pairs) {
    static const size_t tasks[][2] = {{300, 2}, {1000, 10}, {1000, 10000}, {50, 1000000}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        double n = (double)tasks[i][0], p = 1 / (double)tasks[i][1], mean = 0, square = 0;
        for (double k = 1; k <= n; k++) {
            double choose = lgamma(n) - lgamma(k) - lgamma(n - k + 1);
            double weight = exp(choose + (k - 1) * log(p) + (n - k) * log1p(-p));
            mean += weight * log(n / k);
            square += weight * log(n / k) * log(n / k);
        }
        struct floors floors = floors_of(tasks[i][0], tasks[i][0], tasks[i][1]);
        cr_near(floors.blind, mean, 1e-10, "blind", tasks[i][0], tasks[i][1]);
        cr_near(pow(floors.blind_deviation, 2), square - mean * mean, 1e-9, "variance", tasks[i][0],
                tasks[i][1]);
    }
}

static double log_sum_once(size_t n, size_t digits, double a, bool by_partitions) {
    struct log_sum sum;
    struct error error;
    cr_assert(by_partitions ? log_sum_init_partitions(&sum, n, digits, &error)
                            : log_sum_init_integral(&sum, n, digits, &error),
              "%s", error.message);
    double value = log_sum(&sum, a);
    log_sum_free(&sum);
    return value;
}

Test(floor, partitions_are_the_integral) {
    static const size_t tasks[][2] = {{1, 2},   {3, 10},    {20, 2},     {20, 10},
                                      {30, 3},  {30, 10},   {40, 3},     {40, 100},
                                      {101, 4}, {30, 1000}, {60, 10000}, {150, 10000}};
    static const double slopes[] = {0.25, 1, 4, 20}; /* a n / C, or a where digits are many */
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        for (size_t j = 0; j < sizeof slopes / sizeof *slopes; j++) {
            size_t n = tasks[i][0], digits = tasks[i][1];
            if (n > 100 && digits < n && slopes[j] > 8) continue; /* see floor_counts.h */
            double a = slopes[j] * fmin((double)digits / (double)n, 1);
            double expected = log_sum_once(n, digits, a, true);
            cr_near(log_sum_once(n, digits, a, false), expected, 5e-12, "E ln S", n, digits);
        }
    }
}

/* For two digits, k and n - k with probability (n choose k) / 2^n, both ways of looking at them. */
static double two_digits(size_t pairs, double a, bool largest) {
    double n = (double)pairs, total = 0;
    for (double k = 0; k <= n; k++) {
        double more = fmax(k, n - k), log_s = a * more + log1p(exp(-a * fabs(n - 2 * k)));
        double weight = exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2));
        total += weight * (largest ? more / n : log_s);
    }
    return total;
}

Test(floor, two_digits_are_a_binomial) {
    static const size_t pairs[] = {27, 100, 101, 120, 300, 1000};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        size_t n = pairs[i];
        double a = 2 / (double)n;
        cr_near(log_sum_once(n, 2, a, false), two_digits(n, a, false), 1e-10, "E ln S", n, 2);
        double accuracy = two_digits(n, a, true);
        cr_near(floors_of(n, n, 2).blind_accuracy, accuracy, 1e-10, "accuracy", n, 2);
    }
}

/* Three pairs: all digits differ, two are equal, or three. */
Test(floor, largest_count_of_many_digits) {
    double digits = 1e6, differ = (1 - 1 / digits) * (1 - 2 / digits);
    double equal = 1 / (digits * digits), two = 1 - differ - equal;
    double accuracy = (differ + 2 * two + 3 * equal) / 3;
    cr_near(floors_of(3, 3, 1000000).blind_accuracy, accuracy, 1e-15, "accuracy", 3, 1000000);
}

/* The circle shared by all n of a task gives what each n gives alone. */
Test(floor, accuracy_of_a_range_is_the_mean) {
    static const size_t tasks[][3] = {{1, 40, 2}, {1, 60, 10}, {90, 150, 3}, {200, 240, 1000}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        size_t low = tasks[i][0], high = tasks[i][1], digits = tasks[i][2];
        double total = 0;
        for (size_t n = low; n <= high; n++) total += floors_of(n, n, digits).blind_accuracy;
        double mean = total / (double)(high - low + 1);
        cr_near(floors_of(low, high, digits).blind_accuracy, mean, 1e-13, "accuracy", high, digits);
    }
}

static double log_sum_quick(size_t n, size_t digits, double a) {
    struct log_sum sum;
    struct error error;
    cr_assert(log_sum_init(&sum, n, digits, &error), "%s", error.message);
    double value = log_sum(&sum, a);
    log_sum_free(&sum);
    return value;
}

Test(floor, interpolated_mean_is_the_mean) {
    static const size_t tasks[][3] = {{1, 180, 500}, {1, 200, 10}, {60, 300, 3}, {400, 480, 10000}};
    static const double betas[] = {150, 9, 3.1, 1500};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        size_t low = tasks[i][0], high = tasks[i][1], digits = tasks[i][2];
        struct mean_rule rule;
        struct error error;
        cr_assert(mean_rule_init(&rule, low, high, digits, &error), "%s", error.message);
        cr_assert(rule.count < high - low + 1, "all of them");
        double by_rule = 0, total = 0;
        for (size_t j = 0; j < rule.count; j++) {
            double a = betas[i] / (double)rule.pairs[j];
            by_rule += rule.weight[j] * log_sum_quick(rule.pairs[j], digits, a);
        }
        for (size_t n = low; n <= high; n++) {
            total += log_sum_quick(n, digits, betas[i] / (double)n);
        }
        double mean = total / (double)(high - low + 1);
        cr_near(by_rule, mean, 1e-11, "mean E ln S", high, digits);
        mean_rule_free(&rule);
    }
}

/* A rule is exact for 1, and its n rise within the range, whatever the range. */
Test(floor, rule_points_differ) {
    for (size_t high = 60; high < 2000; high += 7) {
        for (size_t low = 1; low <= high; low += 31) {
            struct mean_rule rule;
            struct error error;
            cr_assert(mean_rule_init(&rule, low, high, 1 + high, &error), "%s", error.message);
            double sum = 0;
            for (size_t i = 0; i < rule.count; i++) sum += rule.weight[i];
            cr_near(sum, 1, 1e-12, "weights", high, 1 + high);
            cr_assert(rule.pairs[0] == low && rule.pairs[rule.count - 1] == high);
            for (size_t i = 1; i < rule.count; i++) cr_assert(rule.pairs[i] > rule.pairs[i - 1]);
            mean_rule_free(&rule);
        }
    }
}

/* blind < average < chance; more pairs are harder, and more digits where there are pairs enough.
 * (For two digits an even number of pairs and the next odd one have the same blind accuracy.) */
Test(floor, order) {
    static const size_t digits[] = {2, 3, 10, 100, 10000};
    static const size_t pairs[] = {3, 5, 12, 26, 27, 64, 141, 1000};
    double fewer_digits[8] = {0};
    for (size_t i = 0; i < 5; i++) {
        struct floors fewer = {.blind_accuracy = 1};
        for (size_t j = 0; j < 8; j++) {
            struct floors floors = floors_of(pairs[j], pairs[j], digits[i]);
            cr_assert(floors.blind < floors.average && floors.average < floors.chance);
            cr_assert(floors.blind > fewer.blind && floors.average > fewer.average);
            cr_assert(floors.blind_accuracy < fewer.blind_accuracy + (digits[i] == 2 ? 1e-14 : 0));
            cr_assert(pairs[j] < digits[i] || floors.average > fewer_digits[j]);
            fewer_digits[j] = floors.average;
            fewer = floors;
        }
    }
}

/* Far more pairs than digits: chance - (C-1)/2n, and beta is C. */
Test(floor, many_pairs) {
    struct floors floors = floors_of(10000, 10000, 10);
    cr_near(floors.average, log(10) - 9.0 / 20000, 2e-7, "average", 10000, 10);
    cr_near(floors.average_beta, 10, 0.01, "beta", 10000, 10);
}

Test(floor, average_of_two_pairs_is_blind) {
    static const size_t tasks[][3] = {{1, 1, 10}, {2, 2, 10}, {1, 2, 3}, {2, 2, 2}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        struct floors floors = floors_of(tasks[i][0], tasks[i][1], tasks[i][2]);
        cr_assert_eq(floors.average, floors.blind);
        cr_assert(isinf(floors.average_beta));
    }
    struct floors floors = floors_of(1, 1, 10);
    cr_assert(floors.blind == 0 && floors.blind_deviation == 0);
    cr_near(floors.blind_accuracy, 1, 1e-15, "accuracy", 1, 10);
}

Test(floor, one_digit) {
    struct floors floors = floors_of(3, 6, 1);
    cr_assert(floors.chance == 0 && floors.average == 0 && floors.blind == 0);
    cr_assert(floors.blind_accuracy == 1 && floors.blind_deviation == 0);
}

/* Digits without end, and the widest task there is. */
Test(floor, extremes) {
    struct floors floors = floors_of(1, 300, 1000000000);
    cr_assert(floors.blind < floors.average && floors.average < floors.chance);
    struct error error;
    cr_assert(floors_losses(1, FLOOR_PAIRS_MAX, 100, &floors, &error), "%s", error.message);
    cr_assert(floors.blind < floors.average && floors.average < floors.chance);
}

Test(floor, losses_are_those_of_all) {
    struct floors all = floors_of(2, 9, 10), losses;
    struct error error;
    cr_assert(floors_losses(2, 9, 10, &losses, &error));
    cr_assert(isnan(losses.blind_accuracy));
    losses.blind_accuracy = all.blind_accuracy;
    cr_assert(memcmp(&losses, &all, sizeof all) == 0);
}

Test(floor, tasks_that_are_none) {
    static const size_t tasks[][3] = {{0, 6, 10}, {7, 6, 10}, {6, 6, 0}, {1, 10001, 10}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        struct floors floors = {.blind = 42};
        struct error error = {STATUS_DONE, ""};
        cr_assert_not(floors_all(tasks[i][0], tasks[i][1], tasks[i][2], &floors, &error));
        cr_assert(error.status == STATUS_USAGE && error.message[0] && floors.blind == 42);
    }
}
