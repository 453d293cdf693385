/* Examples of a stream: well formed, and every draw uniform to 5 standard deviations. */
#include "task/source.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXAMPLES = 100000, MOST = 16 };

/* How often what was seen, in a table of `cells` equally likely cells. */
struct table {
    const char *what;
    size_t cells, total;
    uint32_t *counts;
};

static struct table table_of(const char *what, size_t cells) {
    struct table table = {what, cells, 0, calloc(cells, sizeof(uint32_t))};
    cr_assert(table.counts);
    return table;
}

static void count(struct table *table, size_t cell) {
    cr_assert_lt(cell, table->cells, "%s", table->what);
    table->counts[cell]++;
    table->total++;
}

/* Each cell, and all together by Pearson's statistic. */
static void assert_uniform(struct table *table) {
    double cells = (double)table->cells, expected = (double)table->total / cells, statistic = 0;
    double allowed = 5 * sqrt(expected * (1 - 1 / cells)) + 1e-9;
    for (size_t i = 0; i < table->cells; i++) {
        double difference = table->counts[i] - expected;
        cr_expect(fabs(difference) <= allowed, "%s: cell %zu has %u, not %g +- %g", table->what, i,
                  table->counts[i], expected, allowed);
        statistic += difference * difference / expected;
    }
    cr_expect(fabs(statistic - (cells - 1)) <= 5 * sqrt(2 * (cells - 1)) + 1e-9,
              "%s: chi^2 = %g of %g cells", table->what, statistic, cells);
    free(table->counts);
}

static void assert_well_formed(const struct example *example, const struct task *task) {
    size_t asked = 0;
    cr_assert(example->count >= task->min_pairs && example->count <= task->pairs);
    cr_assert_lt(example->query, example->count);
    for (size_t i = 0; i < example->count; i++) {
        cr_assert(example->letters[i] < task->letters && example->digits[i] < task->digits);
        asked += example->letters[i] == example->letters[example->query];
        for (size_t j = 0; j < i; j++) cr_assert_neq(example->letters[i], example->letters[j]);
    }
    cr_assert_eq(asked, 1);
    cr_assert_eq(example_answer(example), example->digits[example->query]);
}

static struct source *stream_of(const struct task *task, uint64_t seed) {
    struct error error;
    struct source *source = source_stream(task, seed, STREAM_TRAIN, &error);
    cr_assert(source, "%s", error.message);
    return source;
}

/* One draw at each position, of `choices`. */
static void assert_positions(const struct task *task, uint64_t seed, bool digits) {
    size_t choices = digits ? task->digits : task->letters;
    struct source *source = stream_of(task, seed);
    struct table tables[MOST];
    for (size_t i = 0; i < task->pairs; i++) {
        tables[i] = table_of(digits ? "digit" : "letter", choices);
    }
    for (uint64_t t = 0; t < EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        for (size_t i = 0; i < task->pairs; i++) {
            count(&tables[i], digits ? example->digits[i] : example->letters[i]);
        }
    }
    for (size_t i = 0; i < task->pairs; i++) assert_uniform(&tables[i]);
    source_free(source);
}

static void assert_task(struct task task, uint64_t seed) {
    struct source *source = stream_of(&task, seed);
    struct table queries = table_of("query", task.pairs), asked = table_of("asked", task.letters);
    struct table answers = table_of("answer", task.digits);
    for (uint64_t t = 0; t < EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        assert_well_formed(example, &task);
        count(&queries, example->query);
        count(&asked, example->letters[example->query]);
        count(&answers, example_answer(example));
    }
    assert_uniform(&queries);
    assert_uniform(&asked);
    assert_uniform(&answers);
    source_free(source);
    assert_positions(&task, seed, false);
    assert_positions(&task, seed, true);
}

Test(source_uniform, the_default_task) {
    assert_task((struct task){6, 6, 8, 10}, 1);
}

Test(source_uniform, another_seed) {
    assert_task((struct task){6, 6, 8, 10}, 20260101);
}

Test(source_uniform, all_letters_used) {
    assert_task((struct task){6, 6, 6, 10}, 2);
}

Test(source_uniform, one_pair) {
    assert_task((struct task){1, 1, 8, 10}, 3);
    assert_task((struct task){1, 1, 1, 2}, 4);
}

Test(source_uniform, more_draws_than_a_word_holds) {
    assert_task((struct task){16, 16, 40, 97}, 5);
}

/* Every two positions together: letters are all ordered pairs of distinct ones, digits all pairs.
 */
Test(source_uniform, two_positions_together) {
    struct task task = {6, 6, 8, 10};
    struct source *source = stream_of(&task, 6);
    struct table letters[36], digits[36];
    for (size_t k = 0; k < 36; k++) {
        letters[k] = table_of("two letters", 8 * 7);
        digits[k] = table_of("two digits", 100);
    }
    for (uint64_t t = 0; t < EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        for (size_t k = 0; k < 36; k++) {
            size_t i = k / 6, j = k % 6;
            if (i >= j) continue;
            uint32_t a = example->letters[i], b = example->letters[j];
            count(&letters[k], a * 7 + b - (b > a));
            count(&digits[k], example->digits[i] * 10 + example->digits[j]);
        }
    }
    for (size_t k = 0; k < 36; k++) {
        if (k / 6 < k % 6) assert_uniform(&letters[k]);
        if (k / 6 < k % 6) assert_uniform(&digits[k]);
        if (k / 6 >= k % 6) free(letters[k].counts);
        if (k / 6 >= k % 6) free(digits[k].counts);
    }
    source_free(source);
}

/* Draws of different kinds know nothing of each other. */
Test(source_uniform, letter_digit_and_query_together) {
    struct task task = {6, 6, 8, 10};
    struct source *source = stream_of(&task, 7);
    struct table letter_digit = table_of("letter and digit", 80);
    struct table query_letter = table_of("query and first letter", 48);
    struct table query_digit = table_of("query and last digit", 60);
    for (uint64_t t = 0; t < EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        count(&letter_digit, example->letters[0] * 10 + example->digits[0]);
        count(&query_letter, example->query * 8 + example->letters[0]);
        count(&query_digit, example->query * 10 + example->digits[5]);
    }
    assert_uniform(&letter_digit);
    assert_uniform(&query_letter);
    assert_uniform(&query_digit);
    source_free(source);
}

/* Consecutive examples know nothing of each other. */
Test(source_uniform, neighbours) {
    struct task task = {6, 6, 8, 10};
    struct source *source = stream_of(&task, 8);
    struct table answers = table_of("answers", 100), letters = table_of("first letters", 64);
    uint32_t answer = 0, letter = 0;
    for (uint64_t t = 0; t <= EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        if (t) count(&answers, answer * 10 + example_answer(example));
        if (t) count(&letters, letter * 8 + example->letters[0]);
        answer = example_answer(example);
        letter = example->letters[0];
    }
    assert_uniform(&answers);
    assert_uniform(&letters);
    source_free(source);
}

static void assert_lengths(struct task task) {
    struct source *source = stream_of(&task, 9);
    size_t choices = task.pairs - task.min_pairs + 1;
    struct table lengths = table_of("number of pairs", choices), queries[MOST];
    struct table last = table_of("last letter", task.letters);
    for (size_t n = 0; n < choices; n++) queries[n] = table_of("query", task.min_pairs + n);
    for (uint64_t t = 0; t < EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        size_t n = example->count - task.min_pairs;
        assert_well_formed(example, &task);
        count(&lengths, n);
        count(&queries[n], example->query);
        count(&last, example->letters[example->count - 1]);
    }
    assert_uniform(&lengths);
    assert_uniform(&last);
    for (size_t n = 0; n < choices; n++) assert_uniform(&queries[n]);
    source_free(source);
}

Test(source_uniform, the_number_of_pairs) {
    assert_lengths((struct task){6, 1, 8, 10});
    assert_lengths((struct task){6, 4, 6, 2});
    assert_lengths((struct task){7, 6, 9, 3});
}
