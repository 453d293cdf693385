/* CSV by RFC 4180. A file's rows are compared as one text: "LINE:field|field" for each, and the
 * message, without its file, where reading ends with one. */
#include "base/csv.h"
#include "base/random.h"
#include "support.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* A csv of bytes in memory, with nothing behind their zero byte. */
static struct csv csv_of(const char *bytes, size_t size) {
    char *copy = malloc(size + 1);
    cr_assert(copy);
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    return (struct csv){.name = "f", .bytes = copy, .size = size, .next_line = 1};
}

static struct text rows_of(struct csv *csv) {
    struct text rows = {0};
    struct error error = {STATUS_DONE, ""};
    bool failed;
    text_string(&rows, "");
    while (csv_row(csv, &failed, &error)) {
        text_format(&rows, "[%zu:", csv->line);
        for (size_t i = 0; i < csv->count; i++) {
            text_format(&rows, "%s%s", i ? "|" : "", csv->fields[i]);
        }
        text_string(&rows, "]");
    }
    cr_assert_eq(failed, error.status == STATUS_FAILED);
    if (failed) text_string(&rows, error.message);
    return rows;
}

static void assert_rows_of_bytes(const char *bytes, size_t size, const char *expected) {
    struct csv csv = csv_of(bytes, size);
    struct text rows = rows_of(&csv);
    cr_expect_str_eq(rows.data, expected, "'%s' gives %s, not %s", bytes, rows.data, expected);
    text_free(&rows);
    csv_close(&csv);
}

static void assert_rows(const char *bytes, const char *expected) {
    assert_rows_of_bytes(bytes, strlen(bytes), expected);
}

Test(csv, plain_fields) {
    assert_rows("a,b\nc,d\n", "[1:a|b][2:c|d]");
    assert_rows("a,b\nc,d", "[1:a|b][2:c|d]");
    assert_rows("a,b\r\nc,d\r\n", "[1:a|b][2:c|d]");
    assert_rows("a,b\r\nc,d\r", "[1:a|b][2:c|d]");
    assert_rows("a", "[1:a]");
    assert_rows(" a , b ", "[1: a | b ]");
    assert_rows(",\n,,\n", "[1:|][2:||]");
    assert_rows("a,", "[1:a|]");
    assert_rows("a,\r\nb", "[1:a|][2:b]");
}

Test(csv, quoted_fields) {
    assert_rows("\"a\",\"b\"\n", "[1:a|b]");
    assert_rows("\"a,b\",c", "[1:a,b|c]");
    assert_rows("\"say \"\"hi\"\"\"\n", "[1:say \"hi\"]");
    assert_rows("\"\"", "[1:]");
    assert_rows("\"\",\"\"\r\n\"\"", "[1:|][2:]");
    assert_rows("\"\"\"\"", "[1:\"]");
    assert_rows("\"\"\"a\"\"\",b", "[1:\"a\"|b]");
    assert_rows("a,\"b\"\r", "[1:a|b]");
}

Test(csv, lines_are_counted_inside_quotes) {
    assert_rows("\"a\nb\",c\nd", "[1:a\nb|c][3:d]");
    assert_rows("\"a\r\nb\",c\r\nd", "[1:a\r\nb|c][3:d]");
    assert_rows("a\n\"\n\n\n\",\"\n\"\nz", "[1:a][2:\n\n\n|\n][7:z]");
    assert_rows("x\n\"a\nb\n\"\"\n\ny\",\n\"",
                "[1:x][2:a\nb\n\"\n\ny|]f:7: a quote is never closed");
}

Test(csv, empty_lines_are_passed_over) {
    assert_rows("", "");
    assert_rows("\n", "");
    assert_rows("\r\n\r\n", "");
    assert_rows("\r", "");
    assert_rows("\n\na\n\r\n\nb\n\n", "[3:a][6:b]");
}

Test(csv, quotes_in_the_wrong_place) {
    assert_rows("a\nb,\"c", "[1:a]f:2: a quote is never closed");
    assert_rows("\"", "f:1: a quote is never closed");
    assert_rows("\"a\"\"", "f:1: a quote is never closed");
    assert_rows("a\nb\n\"c\nd\n", "[1:a][2:b]f:3: a quote is never closed");
    assert_rows("\"a\"b,c\n", "f:1: text after a closing quote");
    assert_rows("a\n\"b\" ,c\n", "[1:a]f:2: text after a closing quote");
    assert_rows("\"a\"\rb\n", "f:1: text after a closing quote");
    assert_rows("a\"b\n", "f:1: a quote inside a field that is not quoted");
    assert_rows("a, \"b\"\n", "f:1: a quote inside a field that is not quoted");
}

Test(csv, bytes_that_are_no_text) {
    assert_rows_of_bytes("a\nb\0c\n", 6, "[1:a]f:2: a zero byte: this is not a text file");
    assert_rows_of_bytes("\0", 1, "f:1: a zero byte: this is not a text file");
    assert_rows_of_bytes("a,\0", 3, "f:1: a zero byte: this is not a text file");
    assert_rows_of_bytes("x\n\"a\0b\"\n", 8, "[1:x]f:2: a zero byte: this is not a text file");
    assert_rows_of_bytes("\"a\"\0\n", 5, "f:1: text after a closing quote");
    assert_rows("a\nb\rc\n", "[1:a]f:2: a carriage return inside a line");
    assert_rows("\ra\n", "f:1: a carriage return inside a line");
}

Test(csv, a_mark_at_the_start) {
    struct csv csv;
    struct error error;
    cr_assert(csv_open(&csv, write_string("mark.csv", "\xef\xbb\xbf\"a\",b\n"), &error));
    csv.name = "f";
    struct text rows = rows_of(&csv);
    cr_expect_str_eq(rows.data, "[1:a|b]");
    text_free(&rows);
    csv_close(&csv);
    assert_rows("a\n\xef\xbb\xbf"
                "b",
                "[1:a][2:\xef\xbb\xbf"
                "b]");
}

Test(csv, a_file_that_is_not_there) {
    struct csv csv;
    struct error error;
    cr_expect(!csv_open(&csv, "/nonexistent/file.csv", &error));
    cr_expect(strstr(error.message, "/nonexistent/file.csv"), "%s", error.message);
    csv_close(&csv);
}

static void assert_header(const char *bytes, const char *message) {
    static const char *const names[] = {"pairs", "query", NULL};
    struct error error = {STATUS_DONE, ""};
    struct csv csv = csv_of(bytes, strlen(bytes));
    cr_expect_eq(csv_header(&csv, names, &error), !*message, "'%s'", bytes);
    cr_expect_str_eq(error.message, message);
    csv_close(&csv);
}

Test(csv, headers) {
    const char *wrong = "f:1: the first line must be the header 'pairs,query'";
    assert_header("pairs,query\na,b\n", "");
    assert_header("\"pairs\",query\r\n", "");
    assert_header("pairs\n", wrong);
    assert_header("pairs,query,answer\n", wrong);
    assert_header("query,pairs\n", wrong);
    assert_header("pairs,Query\n", wrong);
    assert_header("a3 c7,c\n", wrong);
    assert_header("\n\nx\n", "f:3: the first line must be the header 'pairs,query'");
    assert_header("", "f: the file is empty");
    assert_header("\n\n", "f: the file is empty");
    assert_header("\"pairs", "f:1: a quote is never closed");
}

Test(csv, errors_name_the_row_read_last) {
    struct error error;
    bool failed;
    struct csv csv = csv_of("a\n\"b\nc\"\nd\n", 10);
    for (int i = 0; i < 2; i++) cr_assert(csv_row(&csv, &failed, &error));
    cr_expect(!csv_error(&csv, &error, "%d is %s", 5, "wrong"));
    cr_expect_str_eq(error.message, "f:2: 5 is wrong");
    cr_expect_eq(error.status, STATUS_FAILED);
    csv_close(&csv);
}
