/* The columns of a benchmark's rows: see bench_fields.h. */
#include "command/bench/bench_fields.h"

#include <inttypes.h>

const struct bench_field bench_fields[BENCH_FIELD_COUNT] = {
#define FIELD(kind, name, header)                                                                  \
    { #name, BENCH_##kind, offsetof(struct bench_row, name), header }
    FIELD(WORD, engine, "engine"),
    FIELD(WORD, kernel, "kernel"),
    FIELD(WORD, method, "method"),
    FIELD(WORD, model, "model"),
    FIELD(WORD, score, NULL),
    FIELD(COUNT, pairs, NULL),
    FIELD(COUNT, letters, NULL),
    FIELD(COUNT, digits, NULL),
    FIELD(COUNT, width, NULL),
    FIELD(COUNT, batch, "batch"),
    FIELD(COUNT, threads, NULL),
    FIELD(COUNT, repetitions, NULL),
    FIELD(MEASURE, ns_per_example, "ns/example"),
    FIELD(MEASURE, ns_per_example_low, "low"),
    FIELD(MEASURE, ns_per_example_high, "high"),
    FIELD(MEASURE, examples_per_second, "examples/s"),
    FIELD(MEASURE, steps_per_second, "steps/s"),
#undef FIELD
};

const char *bench_word_of(const struct bench_row *row, const struct bench_field *field) {
    return *(const char *const *)(const void *)((const char *)row + field->offset);
}

uint64_t bench_count_of(const struct bench_row *row, const struct bench_field *field) {
    return *(const uint64_t *)(const void *)((const char *)row + field->offset);
}

double bench_measure_of(const struct bench_row *row, const struct bench_field *field) {
    return *(const double *)(const void *)((const char *)row + field->offset);
}

void bench_field_text(struct text *text, const struct bench_row *row,
                      const struct bench_field *field) {
    if (field->kind == BENCH_MEASURE) {
        text_float(text, (float)bench_measure_of(row, field));
    } else if (field->kind == BENCH_COUNT) {
        text_format(text, "%" PRIu64, bench_count_of(row, field));
    } else if (bench_word_of(row, field)) {
        text_string(text, bench_word_of(row, field));
    }
}
