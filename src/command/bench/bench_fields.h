/* The columns of a benchmark's rows, in their order. */
#ifndef COMMAND_BENCH_FIELDS_H
#define COMMAND_BENCH_FIELDS_H

#include "command/bench/bench_rows.h"

enum bench_field_kind { BENCH_WORD, BENCH_COUNT, BENCH_MEASURE };

struct bench_field {
    const char *name;
    enum bench_field_kind kind;
    size_t offset;      /* into struct bench_row */
    const char *header; /* in the table; NULL: only where rows differ in it, by its name */
};

enum { BENCH_FIELD_COUNT = 17 };
extern const struct bench_field bench_fields[BENCH_FIELD_COUNT];

/* The field of a row, by its kind. A word may be NULL. */
const char *bench_word_of(const struct bench_row *row, const struct bench_field *field);
uint64_t bench_count_of(const struct bench_row *row, const struct bench_field *field);
double bench_measure_of(const struct bench_row *row, const struct bench_field *field);

/* Appends it as the CSV has it; nothing for a word that is NULL. */
void bench_field_text(struct text *text, const struct bench_row *row,
                      const struct bench_field *field);

#endif
