/* Rows of a benchmark: see bench_rows.h. */
#include "command/bench/bench_rows.h"

#include "command/bench/bench_fields.h"
#include "model/fast/kernel.h"
#include "model/kind.h"

#include <math.h>

struct bench_row bench_row_make(const struct bench *bench, size_t i,
                                const struct bench_result *result) {
    const struct bench_case *of = &bench->cases[i];
    const struct task *task = &of->model.task;
    double examples_per_second = 1e9 / result->median;
    return (struct bench_row){
        .engine = of->engine->name,
        .kernel = of->kernel ? of->kernel->name : NULL,
        .method = result->method,
        .model = of->model.kind->name,
        .score = of->model.kind->has_score ? of->model.score->name : NULL,
        .pairs = task->pairs,
        .letters = task->letters,
        .digits = task->digits,
        .width = of->model.width,
        .batch = of->batch,
        .threads = of->threads,
        .repetitions = bench->repetitions,
        .ns_per_example = result->median,
        .ns_per_example_low = result->low,
        .ns_per_example_high = result->high,
        .examples_per_second = examples_per_second,
        .steps_per_second = examples_per_second / (double)of->batch,
    };
}

void bench_rows_csv(struct text *text, const struct bench_row *rows, size_t count) {
    for (size_t f = 0; f < BENCH_FIELD_COUNT; f++) {
        text_format(text, "%s%s", f ? "," : "", bench_fields[f].name);
    }
    text_string(text, "\n");
    for (size_t i = 0; i < count; i++) {
        for (size_t f = 0; f < BENCH_FIELD_COUNT; f++) {
            text_string(text, f ? "," : "");
            bench_field_text(text, &rows[i], &bench_fields[f]);
        }
        text_string(text, "\n");
    }
}

static void append_json_field(struct text *text, const struct bench_row *row,
                              const struct bench_field *field) {
    bool word = field->kind == BENCH_WORD && bench_word_of(row, field);
    bool number = field->kind == BENCH_COUNT ||
                  (field->kind == BENCH_MEASURE && isfinite((float)bench_measure_of(row, field)));
    if (word) {
        text_json_string(text, bench_word_of(row, field));
    } else if (number) {
        bench_field_text(text, row, field);
    } else {
        text_string(text, "null");
    }
}

void bench_rows_json(struct text *text, const struct bench_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_string(text, i ? ",\n  {" : "[\n  {");
        for (size_t f = 0; f < BENCH_FIELD_COUNT; f++) {
            text_format(text, "%s\"%s\": ", f ? ", " : "", bench_fields[f].name);
            append_json_field(text, &rows[i], &bench_fields[f]);
        }
        text_string(text, "}");
    }
    text_string(text, "\n]\n");
}
