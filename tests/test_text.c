/* Growing text. */
#include "base/text.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

Test(text, grows) {
    struct text text = {0};
    for (int i = 0; i < 10000; i++) text_format(&text, "%d,", i);
    text_append(&text, "x\0y", 3);
    cr_assert_eq(text.length, 10 * 2 + 90 * 3 + 900 * 4 + 9000 * 5 + 3);
    cr_assert_eq(strlen(text.data), text.length - 2, "the zero byte is kept");
    cr_assert_eq(text.data[text.length], '\0');
    char *at = text.data;
    for (int i = 0; i < 10000; i++, at++) cr_assert_eq(strtol(at, &at, 10), i);
    cr_expect(text_finish(&text, NULL));
    text_free(&text);
    cr_expect(!text.data && !text.length && !text.capacity);
}

Test(text, every_length_is_kept) {
    for (size_t length = 0; length < 300; length++) {
        struct text text = {0};
        text_repeat(&text, "ab", length);
        cr_assert_eq(text.length, 2 * length);
        text_string(&text, "");
        text_string(&text, "end");
        cr_assert_str_eq(text.data + 2 * length, "end");
        text_free(&text);
    }
}

Test(text, nothing_is_text) {
    struct text text = {0};
    text_append(&text, NULL, 0);
    cr_assert_str_eq(text.data, "");
    text_format(&text, "%s", "");
    cr_assert_str_eq(text.data, "");
    text_free(&text);
    text_free(&text);
}

Test(text, what_could_not_grow_is_remembered) {
    struct error error = {STATUS_DONE, ""};
    struct text text = {0};
    volatile size_t too_much = SIZE_MAX - 8;
    text_string(&text, "begun");
    cr_expect(text_finish(&text, &error));
    cr_expect_eq(error.status, STATUS_DONE);
    text_append(&text, "x", too_much);
    text_string(&text, "more");
    cr_expect_str_eq(text.data, "begun");
    cr_expect(!text_finish(&text, &error));
    cr_expect_eq(error.status, STATUS_FAILED);
    cr_expect(strstr(error.message, "memory"), "%s", error.message);
    text_free(&text);
    cr_expect(text_finish(&text, NULL));
}

/* A character that the "C" locale does not have. */
Test(text, what_could_not_be_formatted_is_remembered) {
    struct text text = {0};
    text_format(&text, "%ls", L"\x20ac");
    cr_expect(!text_finish(&text, NULL));
    text_free(&text);
}

static void assert_json_string(const char *string, const char *expected) {
    struct text text = {0};
    text_json_string(&text, string);
    cr_expect_str_eq(text.data, expected);
    text_free(&text);
}

Test(text, json_strings) {
    assert_json_string("", "\"\"");
    assert_json_string("plain /'", "\"plain /'\"");
    assert_json_string("\"\\", "\"\\\"\\\\\"");
    assert_json_string("\n\t\x01\x1f\x7f", "\"\\u000a\\u0009\\u0001\\u001f\\u007f\"");
    assert_json_string("\xc3\xa9 \xf0\x9f\x98\x80", "\"\xc3\xa9 \xf0\x9f\x98\x80\"");
    assert_json_string("\xff"
                       "a\xc3",
                       "\"\\ufffda\\ufffd\"");
    assert_json_string("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""); /* a surrogate */
    assert_json_string("\xc0\xaf", "\"\\ufffd\\ufffd\"");            /* overlong */
}

static void assert_json_number(double value, const char *expected) {
    struct text text = {0};
    text_json_number(&text, value);
    cr_expect_str_eq(text.data, expected);
    text_free(&text);
}

Test(text, json_numbers) {
    assert_json_number(0.1, "0.1");
    assert_json_number(-2, "-2");
    assert_json_number(1e300, "1e+300");
    assert_json_number((double)NAN, "null");
    assert_json_number((double)INFINITY, "null");
    assert_json_number(-(double)INFINITY, "null");
}
