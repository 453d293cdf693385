/* CSV: see csv.h. */
#include "base/csv.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool csv_open(struct csv *csv, const char *path, struct error *error) {
    *csv = (struct csv){.name = file_input_name(path), .next_line = 1};
    csv->bytes = file_read(path, FILE_ANY_SIZE, &csv->size, error);
    if (!csv->bytes) return false;
    csv->at = utf8_mark(csv->bytes, csv->size);
    return true;
}

void csv_close(struct csv *csv) {
    free(csv->bytes);
    free(csv->fields);
    *csv = (struct csv){0};
}

bool csv_error(const struct csv *csv, struct error *error, const char *format, ...) {
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return error_set(error, STATUS_FAILED, "%s:%zu: %s", csv->name, csv->line, sentence);
}

static bool add_field(struct csv *csv, char *field, struct error *error) {
    if (csv->count == csv->capacity) {
        size_t capacity = csv->capacity ? 2 * csv->capacity : 16;
        char **grown = memory_grow(csv->fields, capacity, sizeof *grown, "a row", error);
        if (!grown) return false;
        csv->fields = grown;
        csv->capacity = capacity;
    }
    csv->fields[csv->count++] = field;
    return true;
}

static bool at_line_end(const struct csv *csv) {
    char c = csv->bytes[csv->at];
    if (csv->at == csv->size || c == '\n') return true;
    return c == '\r' && (csv->at + 1 == csv->size || csv->bytes[csv->at + 1] == '\n');
}

static bool zero_byte(const struct csv *csv, struct error *error) {
    return csv_error(csv, error, "a zero byte: this is not a text file");
}

/* Decodes the quoted field at `at` in place; `at` stands after its closing quote then. */
static bool read_quoted(struct csv *csv, char **end, struct error *error) {
    char *to = csv->bytes + csv->at;
    for (csv->at++; csv->at < csv->size; csv->at++) {
        char c = csv->bytes[csv->at];
        if (c == '"' && csv->bytes[csv->at + 1] != '"') {
            csv->at++;
            *end = to;
            return true;
        }
        if (c == '\0') return zero_byte(csv, error);
        if (c == '"') csv->at++;
        if (c == '\n') csv->next_line++;
        *to++ = c;
    }
    return csv_error(csv, error, "a quote is never closed");
}

static bool read_plain(struct csv *csv, char **end, struct error *error) {
    for (; csv->at < csv->size && csv->bytes[csv->at] != ',' && !at_line_end(csv); csv->at++) {
        char c = csv->bytes[csv->at];
        if (c == '"') return csv_error(csv, error, "a quote inside a field that is not quoted");
        if (c == '\0') return zero_byte(csv, error);
        if (c == '\r') return csv_error(csv, error, "a carriage return inside a line");
    }
    *end = csv->bytes + csv->at;
    return true;
}

/* One field and what ends it; *more tells whether another one follows. */
static bool read_field(struct csv *csv, bool *more, struct error *error) {
    char *field = csv->bytes + csv->at, *end = field;
    bool quoted = csv->at < csv->size && *field == '"';
    if (!(quoted ? read_quoted : read_plain)(csv, &end, error)) return false;
    *more = csv->at < csv->size && csv->bytes[csv->at] == ',';
    if (!*more && !at_line_end(csv)) return csv_error(csv, error, "text after a closing quote");
    if (*more) {
        csv->at++;
    } else {
        if (csv->at < csv->size && csv->bytes[csv->at] == '\r') csv->at++;
        if (csv->at < csv->size) csv->at++;
        csv->next_line++;
    }
    *end = '\0';
    return add_field(csv, field, error);
}

static void skip_empty_lines(struct csv *csv) {
    while (csv->at < csv->size && at_line_end(csv)) {
        csv->at += csv->bytes[csv->at] == '\r' && csv->at + 1 < csv->size ? 2 : 1;
        csv->next_line++;
    }
}

bool csv_row(struct csv *csv, bool *failed, struct error *error) {
    *failed = false;
    csv->count = 0;
    skip_empty_lines(csv);
    if (csv->at >= csv->size) return false;
    csv->line = csv->next_line;
    for (bool more = true; more;) {
        if (!read_field(csv, &more, error)) {
            *failed = true;
            return false;
        }
    }
    return true;
}

static bool header_matches(const struct csv *csv, const char *const *names) {
    size_t count = 0;
    for (; names[count]; count++) {
        if (count >= csv->count || strcmp(names[count], csv->fields[count]) != 0) return false;
    }
    return count == csv->count;
}

bool csv_header(struct csv *csv, const char *const *names, struct error *error) {
    bool failed;
    if (!csv_row(csv, &failed, error)) {
        return failed ? false : error_set(error, STATUS_FAILED, "%s: the file is empty", csv->name);
    }
    if (header_matches(csv, names)) return true;
    struct text wanted = {0};
    for (size_t i = 0; names[i]; i++) text_format(&wanted, "%s%s", i ? "," : "", names[i]);
    csv_error(csv, error, "the first line must be the header '%s'", wanted.data ? wanted.data : "");
    text_free(&wanted);
    return false;
}
