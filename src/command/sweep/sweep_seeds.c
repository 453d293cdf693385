/* What --seeds and --shard say: see sweep_seeds.h. */
#include "command/sweep/sweep_seeds.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "train/sweep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct seeds {
    uint64_t *numbers;
    size_t count;
};

/* The number that is the `length` bytes at `bytes`. */
static bool read_number(const char *bytes, size_t length, uint64_t least, uint64_t most,
                        uint64_t *number, struct error *error) {
    struct text text = {0};
    text_append(&text, bytes, length);
    bool done = text_finish(&text, error) && number_unsigned(text.data, least, most, number, error);
    text_free(&text);
    return done;
}

static bool add_range(struct seeds *seeds, uint64_t first, uint64_t last, struct error *error) {
    if (first > last) {
        return error_set(error, STATUS_USAGE,
                         "the range %" PRIu64 "..%" PRIu64 " falls: the smaller seed comes first",
                         first, last);
    }
    if (last - first >= SWEEP_MAX_RUNS - seeds->count) {
        return error_set(error, STATUS_USAGE, "more than %d seeds", SWEEP_MAX_RUNS);
    }
    size_t more = (size_t)(last - first) + 1;
    uint64_t *grown = memory_grow(seeds->numbers, size_add(seeds->count, more), sizeof *grown,
                                  "the seeds", error);
    if (!grown) return false;
    seeds->numbers = grown;
    for (size_t i = 0; i < more; i++) grown[seeds->count++] = first + i;
    return true;
}

/* "7" or "1..20". */
static bool add_part(struct seeds *seeds, const char *part, size_t length, struct error *error) {
    const char *dots = strstr(part, "..");
    uint64_t first, last;
    if (!dots || dots >= part + length) {
        return read_number(part, length, 0, UINT64_MAX, &first, error) &&
               add_range(seeds, first, first, error);
    }
    size_t before = (size_t)(dots - part);
    return read_number(part, before, 0, UINT64_MAX, &first, error) &&
           read_number(dots + 2, length - before - 2, 0, UINT64_MAX, &last, error) &&
           add_range(seeds, first, last, error);
}

static bool add_parts(struct seeds *seeds, const char *list, struct error *error) {
    for (;;) {
        size_t length = strcspn(list, ",");
        if (!add_part(seeds, list, length, error)) return false;
        if (!list[length]) return true;
        list += length + 1;
    }
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool check_distinct(const struct seeds *seeds, struct error *error) {
    uint64_t *sorted = memory_take(seeds->count, sizeof *sorted, "the seeds", error);
    if (!sorted) return false;
    memcpy(sorted, seeds->numbers, seeds->count * sizeof *sorted);
    qsort(sorted, seeds->count, sizeof *sorted, compare);
    size_t i = 1;
    while (i < seeds->count && sorted[i] != sorted[i - 1]) i++;
    bool distinct = i == seeds->count;
    if (!distinct) error_set(error, STATUS_USAGE, "seed %" PRIu64 " stands twice", sorted[i]);
    free(sorted);
    return distinct;
}

bool sweep_seeds_read(const char *list, uint64_t **seeds, size_t *count, struct error *error) {
    struct seeds read = {.numbers = NULL};
    if (add_parts(&read, list, error) && check_distinct(&read, error)) {
        *seeds = read.numbers;
        *count = read.count;
        return true;
    }
    free(read.numbers);
    return error_prefix(error, "--seeds");
}

bool sweep_shard_read(const char *text, uint64_t *index, uint64_t *count, struct error *error) {
    size_t slash = strcspn(text, "/");
    if (!text[slash]) {
        error_set(error, STATUS_USAGE, "'%s' is not I/N, as 1/4", text);
    } else if (number_unsigned(text + slash + 1, 1, SWEEP_MAX_RUNS, count, error) &&
               read_number(text, slash, 1, *count, index, error)) {
        return true;
    }
    return error_prefix(error, "--shard");
}
