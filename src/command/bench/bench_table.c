/* A benchmark's rows as a table: see bench_rows.h. */
#include "base/memory.h"
#include "command/bench/bench_fields.h"
#include "draw/table.h"

#include <stdlib.h>
#include <string.h>

/* 45.3, 1234 */
static void append_cell(struct text *text, const struct bench_row *row,
                        const struct bench_field *field) {
    if (field->kind != BENCH_MEASURE) {
        bench_field_text(text, row, field);
    } else {
        double measure = bench_measure_of(row, field);
        text_format(text, measure < 999.95 ? "%.1f" : "%.0f", measure);
    }
}

static bool is_missing(const struct bench_row *row, const struct bench_field *field) {
    return field->kind == BENCH_WORD && !bench_word_of(row, field);
}

static bool is_same(const struct bench_row *a, const struct bench_row *b,
                    const struct bench_field *field) {
    if (field->kind == BENCH_COUNT) return bench_count_of(a, field) == bench_count_of(b, field);
    return strcmp(bench_word_of(a, field), bench_word_of(b, field)) == 0;
}

/* The row whose value of the field is that of all rows that have one; NULL: they differ, or none
 * has one. */
static const struct bench_row *find_common(const struct bench_row *rows, size_t count,
                                           const struct bench_field *field) {
    const struct bench_row *common = NULL;
    for (size_t i = 0; i < count; i++) {
        if (is_missing(&rows[i], field)) continue;
        if (common && !is_same(common, &rows[i], field)) return NULL;
        common = &rows[i];
    }
    return common;
}

static bool is_shown(const struct bench_row *rows, size_t count, const struct bench_field *field) {
    if (field->header) return true;
    for (size_t i = 0; i < count; i++) {
        if (!is_missing(&rows[i], field)) return !find_common(rows, count, field);
    }
    return false;
}

/* "score scaled-dot, pairs 6, ..." */
static void append_common(struct text *text, const struct bench_row *rows, size_t count) {
    const char *between = "";
    for (size_t f = 0; f < BENCH_FIELD_COUNT; f++) {
        const struct bench_row *common =
            bench_fields[f].header ? NULL : find_common(rows, count, &bench_fields[f]);
        if (!common) continue;
        text_format(text, "%s%s ", between, bench_fields[f].name);
        append_cell(text, common, &bench_fields[f]);
        between = ", ";
    }
    text_string(text, "\n");
}

static size_t choose_columns(struct column *columns, const struct bench_field **shown,
                             const struct bench_row *rows, size_t count) {
    size_t shown_count = 0;
    for (size_t f = 0; f < BENCH_FIELD_COUNT; f++) {
        if (!is_shown(rows, count, &bench_fields[f])) continue;
        const char *header = bench_fields[f].header ? bench_fields[f].header : bench_fields[f].name;
        columns[shown_count] = (struct column){header, bench_fields[f].kind != BENCH_WORD};
        shown[shown_count++] = &bench_fields[f];
    }
    return shown_count;
}

bool bench_rows_table(struct text *text, const struct bench_row *rows, size_t count,
                      struct error *error) {
    struct column columns[BENCH_FIELD_COUNT];
    const struct bench_field *shown[BENCH_FIELD_COUNT];
    size_t shown_count = choose_columns(columns, shown, rows, count), cells = count * shown_count;
    struct text *texts = memory_take(cells, sizeof *texts, "the table", error);
    const char **words = memory_take(cells, sizeof *words, "the table", error);
    bool done = texts && words;
    for (size_t i = 0; done && i < cells; i++) {
        append_cell(&texts[i], &rows[i / shown_count], shown[i % shown_count]);
        words[i] = texts[i].data;
        text->failed = text->failed || texts[i].failed;
    }
    if (done) append_common(text, rows, count);
    if (done) table_draw(text, &(struct table){columns, shown_count, words, count});
    for (size_t i = 0; texts && i < cells; i++) text_free(&texts[i]);
    free(texts);
    free(words);
    return done;
}
