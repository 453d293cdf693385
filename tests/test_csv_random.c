/* CSV of random fields and of random bytes. */
#include "base/csv.h"
#include "base/random.h"
#include "base/text.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char symbols[] = "ab ,\"\r\n";

struct draws {
    struct random_cursor cursor;
};

static uint64_t draw(struct draws *draws, uint64_t bound) {
    return random_below(&draws->cursor, bound);
}

static struct csv csv_of(const char *bytes, size_t size) {
    char *copy = malloc(size + 1);
    cr_assert(copy);
    if (size) memcpy(copy, bytes, size);
    copy[size] = '\0';
    return (struct csv){.name = "f", .bytes = copy, .size = size, .next_line = 1};
}

/* One field: what it says goes to `meant`, each with a zero byte; how it is written to `written`.
 */
static void write_field(struct draws *draws, struct text *meant, struct text *written) {
    char field[8];
    size_t length = (size_t)draw(draws, sizeof field);
    for (size_t i = 0; i < length; i++) field[i] = symbols[draw(draws, sizeof symbols - 1)];
    text_append(meant, field, length);
    text_append(meant, "", 1);
    field[length < 7 ? length : 7] = '\0';
    bool quoted = strpbrk(field, ",\"\r\n") || length == 7 || draw(draws, 2);
    if (quoted) text_string(written, "\"");
    for (size_t i = 0; i < length; i++) {
        if (field[i] == '"') text_string(written, "\"");
        text_append(written, field + i, 1);
    }
    if (quoted) text_string(written, "\"");
}

static size_t count_newlines(const char *text) {
    size_t count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

/* Rows of `columns` fields as written by write_field, at the right lines. */
static void assert_reads(const struct text *written, const struct text *meant, size_t columns) {
    struct error error;
    bool failed;
    struct csv csv = csv_of(written->data, written->length);
    const char *expected = meant->data;
    size_t line = 1;
    while (csv_row(&csv, &failed, &error)) {
        cr_assert_eq(csv.line, line);
        cr_assert_eq(csv.count, columns, "%s", written->data);
        line++;
        for (size_t i = 0; i < columns; i++) {
            cr_assert_str_eq(csv.fields[i], expected, "in %s", written->data);
            line += count_newlines(expected);
            expected += strlen(expected) + 1;
        }
    }
    cr_assert(!failed, "%s in %s", error.message, written->data);
    cr_assert_eq(expected, meant->data + meant->length, "rows are missing in %s", written->data);
    csv_close(&csv);
}

Test(csv_random, what_was_written_is_read) {
    struct text meant = {0}, written = {0};
    for (uint64_t t = 0; t < 3000; t++) {
        struct draws draws = {{.key = {1, 2}, .t = t}};
        size_t rows = 1 + (size_t)draw(&draws, 4), columns = 2 + (size_t)draw(&draws, 3);
        meant.length = written.length = 0;
        for (size_t i = 0; i < rows * columns; i++) {
            write_field(&draws, &meant, &written);
            bool ends = (i + 1) % columns == 0, last = i + 1 == rows * columns;
            const char *end = draw(&draws, 2) ? "\n" : "\r\n";
            text_string(&written, !ends ? "," : last && draw(&draws, 2) ? "" : end);
        }
        assert_reads(&written, &meant, columns);
    }
    text_free(&meant);
    text_free(&written);
}

/* Every row of any bytes has fields, each inside the file; and reading comes to an end. */
static void read_anything(const char *bytes, size_t size) {
    struct error error;
    bool failed;
    struct csv csv = csv_of(bytes, size);
    size_t last = 0;
    while (csv_row(&csv, &failed, &error)) {
        cr_assert_gt(csv.line, last);
        cr_assert_gt(csv.count, 0);
        last = csv.line;
        for (size_t i = 0; i < csv.count; i++) {
            const char *field = csv.fields[i];
            cr_assert(field >= csv.bytes && field + strlen(field) <= csv.bytes + size);
        }
    }
    csv_close(&csv);
}

Test(csv_random, random_bytes_come_to_an_end) {
    for (uint64_t t = 0; t < 30000; t++) {
        struct draws draws = {{.key = {3, 4}, .t = t}};
        char bytes[24];
        size_t size = (size_t)draw(&draws, sizeof bytes + 1);
        for (size_t i = 0; i < size; i++) bytes[i] = symbols[draw(&draws, sizeof symbols)];
        read_anything(bytes, size);
    }
}

Test(csv_random, many_columns) {
    struct text written = {0};
    struct error error;
    bool failed;
    for (int i = 0; i < 5000; i++) text_format(&written, "%s%d", i ? "," : "", i);
    struct csv csv = csv_of(written.data, written.length);
    cr_assert(csv_row(&csv, &failed, &error));
    cr_assert_eq(csv.count, 5000);
    for (int i = 0; i < 5000; i++) cr_assert_eq(atoi(csv.fields[i]), i);
    csv_close(&csv);
    text_free(&written);
}
