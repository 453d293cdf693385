/* What a benchmark found, a row a case: as CSV, as JSON and as a table, all from one list of
 * columns. */
#ifndef COMMAND_BENCH_ROWS_H
#define COMMAND_BENCH_ROWS_H

#include "base/text.h"
#include "train/bench.h"

/* Words that mean nothing to the case are NULL. */
struct bench_row {
    const char *engine, *kernel, *method, *model, *score;
    uint64_t pairs, letters, digits, width, batch, threads, repetitions;
    double ns_per_example, ns_per_example_low, ns_per_example_high;
    double examples_per_second, steps_per_second;
};

struct bench_row bench_row_make(const struct bench *bench, size_t i,
                                const struct bench_result *result);

/* Appends a line of names and a line a row; a word that is NULL is empty. */
void bench_rows_csv(struct text *text, const struct bench_row *rows, size_t count);

/* Appends an array of objects; a word that is NULL is null. */
void bench_rows_json(struct text *text, const struct bench_row *rows, size_t count);

/* Appends what all rows have in common as a line, and the rest as a table. */
bool bench_rows_table(struct text *text, const struct bench_row *rows, size_t count,
                      struct error *error);

#endif
