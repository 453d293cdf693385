/* Examples of a stream: well formed, and every draw uniform to 5 standard deviations. */
#include "support_random.h"
#include "support_source.h"

#include <criterion/criterion.h>
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

/* Gives the table back, too. */
static void assert_table(struct table *table) {
    assert_uniform(table->counts, table->cells, (double)table->total, table->what);
    free(table->counts);
}

/* One draw at each position, of `choices`. */
static void assert_positions(const struct task *task, uint64_t seed, bool digits) {
    size_t choices = digits ? task->digits : task->letters;
    struct source *source = stream_of(*task, seed, STREAM_TRAIN);
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
    for (size_t i = 0; i < task->pairs; i++) assert_table(&tables[i]);
    source_free(source);
}

static void assert_task(struct task task, uint64_t seed) {
    struct source *source = stream_of(task, seed, STREAM_TRAIN);
    struct table queries = table_of("query", task.pairs), asked = table_of("asked", task.letters);
    struct table answers = table_of("answer", task.digits);
    for (uint64_t t = 0; t < EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        assert_well_formed(example, &task);
        count(&queries, example->query);
        count(&asked, example->letters[example->query]);
        count(&answers, example_answer(example));
    }
    assert_table(&queries);
    assert_table(&asked);
    assert_table(&answers);
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
    struct source *source = stream_of(task, 6, STREAM_TRAIN);
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
        if (k / 6 < k % 6) assert_table(&letters[k]);
        if (k / 6 < k % 6) assert_table(&digits[k]);
        if (k / 6 >= k % 6) free(letters[k].counts);
        if (k / 6 >= k % 6) free(digits[k].counts);
    }
    source_free(source);
}

/* Draws of different kinds know nothing of each other. */
Test(source_uniform, letter_digit_and_query_together) {
    struct task task = {6, 6, 8, 10};
    struct source *source = stream_of(task, 7, STREAM_TRAIN);
    struct table letter_digit = table_of("letter and digit", 80);
    struct table query_letter = table_of("query and first letter", 48);
    struct table query_digit = table_of("query and last digit", 60);
    for (uint64_t t = 0; t < EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        count(&letter_digit, example->letters[0] * 10 + example->digits[0]);
        count(&query_letter, example->query * 8 + example->letters[0]);
        count(&query_digit, example->query * 10 + example->digits[5]);
    }
    assert_table(&letter_digit);
    assert_table(&query_letter);
    assert_table(&query_digit);
    source_free(source);
}

/* Consecutive examples know nothing of each other. */
Test(source_uniform, neighbours) {
    struct task task = {6, 6, 8, 10};
    struct source *source = stream_of(task, 8, STREAM_TRAIN);
    struct table answers = table_of("answers", 100), letters = table_of("first letters", 64);
    uint32_t answer = 0, letter = 0;
    for (uint64_t t = 0; t <= EXAMPLES; t++) {
        const struct example *example = source_draw(source, t);
        if (t) count(&answers, answer * 10 + example_answer(example));
        if (t) count(&letters, letter * 8 + example->letters[0]);
        answer = example_answer(example);
        letter = example->letters[0];
    }
    assert_table(&answers);
    assert_table(&letters);
    source_free(source);
}

static void assert_lengths(struct task task) {
    struct source *source = stream_of(task, 9, STREAM_TRAIN);
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
    assert_table(&lengths);
    assert_table(&last);
    for (size_t n = 0; n < choices; n++) assert_table(&queries[n]);
    source_free(source);
}

Test(source_uniform, the_number_of_pairs) {
    assert_lengths((struct task){6, 1, 8, 10});
    assert_lengths((struct task){6, 4, 6, 2});
    assert_lengths((struct task){7, 6, 9, 3});
}
