/* Memory with checked sizes, and the clock. */
#include "base/clock.h"
#include "base/memory.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

Test(memory, sizes_do_not_wrap) {
    size_t half = (size_t)1 << (4 * sizeof(size_t));
    cr_expect_eq(size_multiply(3, 5), 15);
    cr_expect_eq(size_multiply(0, SIZE_MAX), 0);
    cr_expect_eq(size_multiply(SIZE_MAX, 0), 0);
    cr_expect_eq(size_multiply(1, SIZE_MAX), SIZE_MAX);
    cr_expect_eq(size_multiply(half - 1, half + 1), SIZE_MAX); /* fits exactly */
    cr_expect_eq(size_multiply(half, half), SIZE_MAX);
    cr_expect_eq(size_multiply(half + 1, half + 1), SIZE_MAX);
    cr_expect_eq(size_multiply(SIZE_MAX / 2, 2), SIZE_MAX - 1);
    cr_expect_eq(size_multiply(SIZE_MAX / 2 + 1, 2), SIZE_MAX);
    cr_expect_eq(size_add(2, 3), 5);
    cr_expect_eq(size_add(SIZE_MAX - 3, 3), SIZE_MAX);
    cr_expect_eq(size_add(SIZE_MAX - 3, 4), SIZE_MAX);
    cr_expect_eq(size_add(SIZE_MAX, SIZE_MAX), SIZE_MAX);
}

Test(memory, too_much_is_refused_by_name) {
    struct error error = {STATUS_DONE, ""};
    cr_expect(memory_check(1 << 20, "a table", &error));
    cr_expect_eq(error.status, STATUS_DONE);
    cr_expect(!memory_check(SIZE_MAX, "a table", &error));
    cr_expect(strstr(error.message, "a table needs more memory"), "%s", error.message);
    cr_expect_eq(error.status, STATUS_FAILED);
    cr_expect(!memory_check(SIZE_MAX / 2, "a net", &error));
    cr_expect(strstr(error.message, "a net needs") && strstr(error.message, "GB"), "%s",
              error.message);
}

Test(memory, taken_memory_is_zero) {
    struct error error = {STATUS_DONE, ""};
    volatile unsigned char *block = memory_grow(NULL, 1000, 7, "a block", &error);
    cr_assert(block);
    for (size_t i = 0; i < 7000; i++) block[i] = 0xff; /* what the next block may be made of */
    free((void *)block);
    block = memory_take(1000, 7, "a block", &error);
    cr_assert(block);
    for (size_t i = 0; i < 7000; i++) cr_assert_eq(block[i], 0);
    free((void *)block);
    block = memory_take(0, 8, "nothing", &error);
    cr_expect(block, "a count of 0 is no error");
    free((void *)block);
    cr_expect_eq(error.status, STATUS_DONE);
}

Test(memory, products_that_wrap_are_refused) {
    struct error error = {STATUS_DONE, ""};
    cr_expect_null(memory_take(SIZE_MAX / 8 + 2, 8, "pairs", &error));
    cr_expect(strstr(error.message, "pairs needs"), "%s", error.message);
    char *block = memory_take(4, 1, "text", &error);
    cr_assert(block);
    strcpy(block, "abc");
    cr_expect_null(memory_grow(block, SIZE_MAX / 2 + 1, 2, "text", &error));
    cr_expect_str_eq(block, "abc");
    free(block);
}

Test(memory, growing_keeps_what_was_there) {
    struct error error;
    char *block = memory_grow(NULL, 4, 1, "text", &error);
    cr_assert(block);
    strcpy(block, "abc");
    block = memory_grow(block, 1 << 20, 1, "text", &error);
    cr_assert(block);
    cr_expect_str_eq(block, "abc");
    block = memory_grow(block, 0, 1, "text", &error);
    cr_expect(block, "to nothing is no error");
    free(block);
}

Test(clock, never_goes_back) {
    double last = clock_seconds();
    for (int i = 0; i < 10000; i++) {
        double now = clock_seconds();
        cr_assert(now >= last);
        last = now;
    }
    while (clock_seconds() < last + 1e-4) continue;
}
