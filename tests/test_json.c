/* Strict JSON. */
#include "base/json.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct json json_of(const char *bytes, size_t size) {
    return (struct json){.name = "doc", .bytes = bytes, .size = size};
}

static void assert_string(const char *document, const char *expected) {
    struct error error = {STATUS_DONE, "untouched"};
    struct text string = {0};
    struct json json = json_of(document, strlen(document));
    text_string(&string, "old");
    cr_expect(json_string(&json, &string, &error), "%s: %s", document, error.message);
    cr_expect_str_eq(string.data, expected);
    cr_expect_eq(string.length, strlen(expected));
    cr_expect(json_end(&json, &error), "%s: %s", document, error.message);
    cr_expect_str_eq(error.message, "untouched");
    text_free(&string);
}

static void refuse_string_bytes(const char *document, size_t size, const char *words, size_t at) {
    struct error error = {STATUS_DONE, ""};
    struct text string = {0};
    struct json json = json_of(document, size);
    char place[64];
    snprintf(place, sizeof place, " at byte %zu", at);
    cr_expect(!json_string(&json, &string, &error), "%s is taken", document);
    cr_expect_eq(error.status, STATUS_FAILED);
    cr_expect(strncmp(error.message, "doc: ", 5) == 0 && strstr(error.message, words) &&
                  strstr(error.message, place),
              "%s: %s, not %s%s", document, error.message, words, place);
    text_free(&string);
}

static void refuse_string(const char *document, const char *words, size_t at) {
    refuse_string_bytes(document, strlen(document), words, at);
}

Test(json, strings) {
    assert_string("\"\"", "");
    assert_string(" \t\r\n\"a b\" \t\r\n", "a b");
    assert_string("\"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"",
                  "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    assert_string("\"\x7f/'\"", "\x7f/'");
}

Test(json, escapes) {
    assert_string("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t");
    assert_string("\"\\u0041\\u00e9\\u20aC\\uFFFD\"", "A\xc3\xa9\xe2\x82\xac\xef\xbf\xbd");
    assert_string("\"\\u0001\\u007f\\u0080\\u07ff\\u0800\"",
                  "\x01\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80");
    assert_string("\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80");
    assert_string("\"\\uD800\\uDC00\\uDBFF\\uDFFF\"", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf");
    assert_string("\"\\ud7ff\\ue000\"", "\xed\x9f\xbf\xee\x80\x80");
}

Test(json, every_other_escape_is_refused) {
    for (int c = 1; c < 256; c++) {
        char document[8] = {'"', '\\', (char)c, '"', '\0'};
        if (!strchr("\"\\/bfnrtu", c)) refuse_string(document, "a bad escape", 3);
    }
    refuse_string_bytes("\"\\\0\"", 4, "a bad escape", 3);
    refuse_string("\"\\u12g4\"", "a bad \\u escape", 5);
    refuse_string("\"\\u123\"", "a bad \\u escape", 6);
    refuse_string("\"\\u 123\"", "a bad \\u escape", 3);
    refuse_string("\"\\u+123\"", "a bad \\u escape", 3);
    refuse_string("\"\\u0000\"", "no character", 7);
}

Test(json, surrogates_that_stand_alone) {
    refuse_string("\"\\ud83d\"", "half of a surrogate pair", 7);
    refuse_string("\"\\ud83d\\n\"", "half of a surrogate pair", 7);
    refuse_string("\"\\ud83d\\ud83d\"", "half of a surrogate pair", 13);
    refuse_string("\"\\ud83d\\u0041\"", "half of a surrogate pair", 13);
    refuse_string("\"\\ud83d\\ue000\"", "half of a surrogate pair", 13);
    refuse_string("\"\\ude00\"", "no character", 7);
    refuse_string("\"\\udfff\\ud83d\"", "no character", 7);
}

Test(json, bytes_that_no_string_holds) {
    for (int c = 0; c < 0x20; c++) {
        char document[4] = {'"', 'a', (char)c, '"'};
        refuse_string_bytes(document, 4, "a control character", 2);
    }
    refuse_string("\"\x80\"", "not UTF-8", 1);
    refuse_string("\"a\xc3\"", "not UTF-8", 2);
    refuse_string("\"\xc0\xaf\"", "not UTF-8", 1);
    refuse_string("\"\xed\xa0\x80\"", "not UTF-8", 1);
    refuse_string("\"\xf4\x90\x80\x80\"", "not UTF-8", 1);
    refuse_string("\"\xff\"", "not UTF-8", 1);
}

Test(json, no_string_at_all) {
    refuse_string("", "'\"' is missing", 0);
    refuse_string("a", "'\"' is missing", 0);
    refuse_string("'a'", "'\"' is missing", 0);
    refuse_string("\v\"a\"", "'\"' is missing", 0);
    refuse_string_bytes("\0\"a\"", 4, "'\"' is missing", 0);
    refuse_string("\"abc", "never closed", 4);
}

Test(json, strings_end_at_4096_bytes) {
    char document[4200];
    memset(document, 'a', sizeof document);
    document[0] = document[4097] = '"';
    struct error error;
    struct text string = {0};
    struct json json = json_of(document, sizeof document);
    cr_expect(json_string(&json, &string, &error));
    cr_expect_eq(string.length, 4096);
    document[4097] = 'a';
    document[4098] = '"';
    json = json_of(document, sizeof document);
    cr_expect(!json_string(&json, &string, &error));
    cr_expect(strstr(error.message, "too long"), "%s", error.message);
    text_free(&string);
}
