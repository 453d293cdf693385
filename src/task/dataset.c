/* Examples in a file: see dataset.h. */
#include "task/dataset.h"

#include "base/csv.h"
#include "base/memory.h"
#include "base/number.h"
#include "task/example_text.h"
#include "task/letter.h"

#include <stdlib.h>
#include <string.h>

static const char *const columns[] = {"pairs", "query", "answer", NULL};
enum { COLUMN_COUNT = 3 };

/* What stands before the letters. */
enum { COUNT, QUERY, LETTERS };

void dataset_example(const struct dataset *dataset, size_t i, struct example *example) {
    uint32_t *row = dataset->numbers + dataset->starts[i];
    example->count = row[COUNT];
    example->query = row[QUERY];
    example->letters = row + LETTERS;
    example->digits = example->letters + example->count;
}

/* Room for one more example of N pairs. */
static bool make_room(struct dataset *dataset, struct error *error) {
    static const char what[] = "the examples";
    size_t needed = size_add(dataset->used, LETTERS + size_multiply(2, dataset->pairs));
    if (dataset->count == dataset->capacity) {
        size_t capacity = dataset->capacity ? 2 * dataset->capacity : 64;
        size_t *grown = memory_grow(dataset->starts, capacity, sizeof *grown, what, error);
        if (!grown) return false;
        dataset->starts = grown;
        dataset->capacity = capacity;
    }
    if (needed > dataset->number_capacity) {
        size_t capacity = size_add(needed, needed / 2);
        uint32_t *grown = memory_grow(dataset->numbers, capacity, sizeof *grown, what, error);
        if (!grown) return false;
        dataset->numbers = grown;
        dataset->number_capacity = capacity;
    }
    return true;
}

/* Keeps an example that was read behind those that are there: moves its digits up to its letters. */
static void add_example(struct dataset *dataset, const struct example *example) {
    uint32_t *row = dataset->numbers + dataset->used;
    row[COUNT] = (uint32_t)example->count;
    row[QUERY] = (uint32_t)example->query;
    memmove(row + LETTERS + example->count, example->digits,
            example->count * sizeof *example->digits);
    dataset->starts[dataset->count++] = dataset->used;
    dataset->used += LETTERS + 2 * example->count;
}

static bool check_row(const struct csv *csv, const struct task *task, size_t fewest,
                      const struct example *example, struct error *error) {
    uint64_t answer;
    char letter[LETTER_SIZE], quote[ERROR_QUOTE_SIZE];
    if (example->count < fewest) {
        return csv_error(csv, error,
                         "%zu pairs, but the task has at least %zu: say --min-pairs %zu",
                         example->count, fewest, example->count);
    }
    if (!number_unsigned(csv->fields[2], 0, task->digits - 1, &answer, NULL)) {
        return csv_error(csv, error, "the answer '%s' is not a digit from 0 to %zu",
                         error_quote(csv->fields[2], quote), task->digits - 1);
    }
    if (answer == example_answer(example)) return true;
    return csv_error(csv, error, "the answer is %s, but the digit of %s is %u", csv->fields[2],
                     example_query_name(example, letter), (unsigned)example_answer(example));
}

static bool read_row(struct dataset *dataset, const struct csv *csv, const struct task *task,
                     size_t fewest, struct error *error) {
    if (csv->count != COLUMN_COUNT) {
        return csv_error(csv, error, "%zu fields where pairs,query,answer are 3", csv->count);
    }
    if (!make_room(dataset, error)) return false;
    uint32_t *letters = dataset->numbers + dataset->used + LETTERS;
    struct example example = {.letters = letters, .digits = letters + dataset->pairs};
    if (!example_parse(task, csv->fields[0], csv->fields[1], &example, error)) {
        return error_prefix(error, "%s:%zu", csv->name, csv->line);
    }
    if (!check_row(csv, task, fewest, &example, error)) return false;
    add_example(dataset, &example);
    return true;
}

static bool read_rows(struct dataset *dataset, struct csv *csv, const struct task *task,
                      size_t fewest, struct error *error) {
    bool failed;
    if (!csv_header(csv, columns, error)) return false;
    while (csv_row(csv, &failed, error)) {
        if (!read_row(dataset, csv, task, fewest, error)) return false;
    }
    if (failed) return false;
    if (dataset->count) return true;
    return error_set(error, STATUS_FAILED, "%s: there are no examples after the header", csv->name);
}

bool dataset_read(struct dataset *dataset, const struct task *task, size_t fewest, const char *path,
                  struct error *error) {
    struct csv csv;
    *dataset = (struct dataset){.pairs = task->pairs, .letters = task->letters};
    if (!csv_open(&csv, path, error)) return false;
    bool done = read_rows(dataset, &csv, task, fewest, error);
    csv_close(&csv);
    if (!done) dataset_free(dataset);
    return done;
}

void dataset_free(struct dataset *dataset) {
    free(dataset->starts);
    free(dataset->numbers);
    *dataset = (struct dataset){0};
}

/* FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
static uint64_t mix(uint64_t hash, uint64_t number) {
    return (hash ^ number) * 0x100000001b3;
}

uint64_t dataset_fingerprint(const struct dataset *dataset) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < dataset->count; i++) {
        struct example example;
        dataset_example(dataset, i, &example);
        hash = mix(mix(hash, example.count), example.query);
        for (size_t j = 0; j < example.count; j++) {
            hash = mix(mix(hash, example.letters[j]), example.digits[j]);
        }
    }
    return hash ? hash : 1;
}

void dataset_header_text(struct text *text) {
    for (size_t i = 0; columns[i]; i++) text_format(text, "%s%s", i ? "," : "", columns[i]);
    text_string(text, "\n");
}

void dataset_example_text(struct text *text, const struct example *example) {
    char letter[LETTER_SIZE];
    example_pairs_text(text, example);
    text_format(text, ",%s,%u\n", example_query_name(example, letter),
                (unsigned)example_answer(example));
}
