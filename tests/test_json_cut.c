/* A JSON document that is cut at every byte, and changed at every byte to every other. */
#include "base/json.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char document[] =
    "{\"name\\n\\u20ac\" : [1, 23,\t456], \"\xc3\xa9\\ud83d\\ude00\\\\\":[ ]}";

/* {"key": [number, ...], ...}; the sum of the numbers, or -1. */
static long read_document(struct json *json, struct text *string, struct error *error) {
    uint64_t number;
    long sum = 0;
    if (!json_expect(json, '{', error)) return -1;
    do {
        if (!json_string(json, string, error) || !json_expect(json, ':', error) ||
            !json_expect(json, '[', error)) {
            return -1;
        }
        if (json_take(json, ']')) continue;
        do {
            if (!json_unsigned(json, &number, error)) return -1;
            sum += (long)(number % 1000000);
        } while (json_take(json, ','));
        if (!json_expect(json, ']', error)) return -1;
    } while (json_take(json, ','));
    return json_expect(json, '}', error) && json_end(json, error) ? sum : -1;
}

/* Reads bytes that end where their memory ends, so that a sanitizer sees a step beyond. */
static long read_bytes(const char *bytes, size_t size, struct error *error) {
    char *copy = malloc(size ? size : 1);
    struct text string = {0};
    cr_assert(copy);
    memcpy(copy, bytes, size);
    struct json json = {.name = "doc", .bytes = copy, .size = size};
    long sum = read_document(&json, &string, error);
    cr_assert_leq(json.at, size);
    text_free(&string);
    free(copy);
    return sum;
}

Test(json_cut, the_whole_document) {
    struct error error = {STATUS_DONE, ""};
    cr_assert_eq(read_bytes(document, sizeof document - 1, &error), 480, "%s", error.message);
}

Test(json_cut, every_beginning_is_refused) {
    for (size_t size = 0; size < sizeof document - 1; size++) {
        struct error error = {STATUS_DONE, ""};
        cr_expect_eq(read_bytes(document, size, &error), -1, "the first %zu bytes", size);
        cr_expect(strncmp(error.message, "doc: ", 5) == 0 && strstr(error.message, " at byte "),
                  "%zu bytes: %s", size, error.message);
    }
}

/* Most changes are refused; none is taken with an error, or refused without one. */
Test(json_cut, every_change_of_a_byte) {
    for (size_t i = 0; i < sizeof document - 1; i++) {
        for (int c = 0; c < 256; c++) {
            char changed[sizeof document];
            struct error error = {STATUS_DONE, ""};
            memcpy(changed, document, sizeof document);
            changed[i] = (char)c;
            long sum = read_bytes(changed, sizeof document - 1, &error);
            cr_assert_eq(sum < 0, error.status == STATUS_FAILED, "byte %zu as %d", i, c);
        }
    }
}

Test(json_cut, a_byte_more_is_refused) {
    for (int c = 0; c < 256; c++) {
        char longer[sizeof document];
        struct error error = {STATUS_DONE, ""};
        memcpy(longer, document, sizeof document);
        longer[sizeof document - 1] = (char)c;
        bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        cr_expect_eq(read_bytes(longer, sizeof document, &error), blank ? 480 : -1, "byte %d", c);
    }
}
