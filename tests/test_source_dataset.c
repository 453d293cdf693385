/* The order in which the examples of a file come. */
#include "task/source.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* `count` rows of one pair; row i has the letter i. */
static struct dataset numbered_dataset(size_t count) {
    struct dataset dataset = {.count = count, .pairs = 1, .capacity = count};
    dataset.numbers = calloc(count, 4 * sizeof(uint32_t));
    dataset.starts = calloc(count, sizeof(size_t));
    cr_assert(dataset.numbers && dataset.starts);
    for (size_t i = 0; i < count; i++) {
        dataset.starts[i] = 4 * i;
        dataset.numbers[4 * i] = 1;
        dataset.numbers[4 * i + 2] = (uint32_t)i;
    }
    return dataset;
}

static struct source *file_of(const struct dataset *dataset, uint64_t seed, bool shuffled) {
    struct error error;
    struct source *source = source_dataset(dataset, seed, shuffled, &error);
    cr_assert(source, "%s", error.message);
    return source;
}

Test(source_dataset, a_file_in_its_own_order) {
    struct dataset dataset = numbered_dataset(7);
    struct source *source = file_of(&dataset, 1, false);
    for (uint64_t t = 0; t < 30; t++) cr_assert_eq(source_draw(source, t)->letters[0], t % 7);
    cr_assert_eq(source_draw(source, UINT64_MAX)->letters[0], UINT64_MAX % 7);
    source_free(source);
    dataset_free(&dataset);
}

enum { ROWS = 50, EPOCHS = 40 };

static void read_orders(struct source *source, uint32_t orders[EPOCHS][ROWS]) {
    for (uint64_t t = 0; t < EPOCHS * ROWS; t++) {
        orders[t / ROWS][t % ROWS] = source_draw(source, t)->letters[0];
    }
}

Test(source_dataset, every_epoch_is_a_new_permutation) {
    struct dataset dataset = numbered_dataset(ROWS);
    struct source *source = file_of(&dataset, 1, true);
    uint32_t orders[EPOCHS][ROWS];
    read_orders(source, orders);
    for (size_t epoch = 0; epoch < EPOCHS; epoch++) {
        bool seen[ROWS] = {false};
        for (size_t i = 0; i < ROWS; i++) {
            cr_assert(!seen[orders[epoch][i]], "epoch %zu visits a row twice", epoch);
            seen[orders[epoch][i]] = true;
        }
        for (size_t other = 0; other < epoch; other++) {
            cr_assert(memcmp(orders[epoch], orders[other], sizeof *orders) != 0);
        }
    }
    source_free(source);
    dataset_free(&dataset);
}

Test(source_dataset, the_order_is_of_seed_and_epoch_alone) {
    struct dataset dataset = numbered_dataset(ROWS);
    struct source *source = file_of(&dataset, 1, true), *other = file_of(&dataset, 1, true);
    struct source *seed_2 = file_of(&dataset, 2, true);
    uint32_t orders[EPOCHS][ROWS];
    size_t same = 0;
    read_orders(source, orders);
    for (uint64_t t = EPOCHS * ROWS; t-- > 0;) {
        uint32_t row = orders[t / ROWS][t % ROWS];
        cr_assert_eq(source_draw(other, t)->letters[0], row);
        same += source_draw(seed_2, t)->letters[0] == row;
    }
    cr_expect_lt(same, EPOCHS + 5 * 7, "two seeds agree in %zu of 2000 places, not 40", same);
    source_free(source);
    source_free(other);
    source_free(seed_2);
    dataset_free(&dataset);
}

/* Each of the 24 orders of four rows comes 1000 times, to 5 standard deviations. */
Test(source_dataset, orders_are_uniform) {
    struct dataset dataset = numbered_dataset(4);
    size_t counts[24] = {0};
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct source *source = file_of(&dataset, seed, true);
        for (uint64_t epoch = 0; epoch < 600; epoch++) {
            uint32_t order[4];
            for (uint64_t i = 0; i < 4; i++) {
                order[i] = source_draw(source, 4 * epoch + i)->letters[0];
            }
            size_t second = order[1] - (order[1] > order[0]);
            counts[order[0] * 6 + second * 2 + (order[2] > order[3])]++;
        }
        source_free(source);
    }
    for (size_t i = 0; i < 24; i++) {
        cr_expect(counts[i] > 1000 - 155 && counts[i] < 1000 + 155, "order %zu: %zu", i, counts[i]);
    }
    dataset_free(&dataset);
}
