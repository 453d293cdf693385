/* Errors as values. */
#include "base/error.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

Test(error, set_fills_status_and_sentence) {
    struct error error = {STATUS_DONE, ""};
    cr_assert(!error_set(&error, STATUS_USAGE, "%s of %d", "two", 3));
    cr_assert_eq(error.status, STATUS_USAGE);
    cr_assert_str_eq(error.message, "two of 3");
    cr_assert(!error_set(&error, STATUS_FAILED, "again"));
    cr_assert_eq(error.status, STATUS_FAILED);
    cr_assert_str_eq(error.message, "again");
}

Test(error, nobody_need_listen) {
    cr_assert(!error_set(NULL, STATUS_FAILED, "%d", 1));
    cr_assert(!error_set_errno(NULL, "%d", 1));
    cr_assert(!error_prefix(NULL, "%d", 1));
}

static void assert_word(const char *text, const char *expected) {
    char room[ERROR_WORD_SIZE];
    cr_expect_str_eq(error_word(text, room), expected);
}

Test(error, a_word_is_one_to_the_shell) {
    char text[ERROR_WORD_SIZE], room[ERROR_WORD_SIZE];
    assert_word("runs/first_1.x-2", "runs/first_1.x-2");
    assert_word("my run", "'my run'");
    assert_word("Ann's", "'Ann'\\''s'");
    assert_word("", "''");
    assert_word("$(x)", "'$(x)'");
    memset(text, ' ', sizeof text);
    text[ERROR_WORD_SIZE - 3] = '\0';
    cr_expect_eq(strlen(error_word(text, room)), ERROR_WORD_SIZE - 1U, "there is just room");
    text[ERROR_WORD_SIZE - 3] = ' ';
    text[ERROR_WORD_SIZE - 2] = '\0';
    cr_expect_eq((const void *)error_word(text, room), (const void *)text, "there is none");
    text[ERROR_WORD_SIZE - 4] = '\'';
    text[ERROR_WORD_SIZE - 3] = '\0';
    cr_expect_eq((const void *)error_word(text, room), (const void *)text, "a quote takes four");
}

Test(error, errno_says_why) {
    struct error error = {STATUS_DONE, ""};
    char expected[256] = "cannot open x: ";
    strcat(expected, strerror(ENOENT));
    errno = ENOENT;
    cr_assert(!error_set_errno(&error, "cannot open %s", "x"));
    cr_assert_eq(error.status, STATUS_FAILED);
    cr_assert_str_eq(error.message, expected);
}

Test(error, prefix_keeps_status_and_sentence) {
    struct error error;
    error_set(&error, STATUS_USAGE, "wrong");
    cr_assert(!error_prefix(&error, "%s:%d", "file", 3));
    cr_assert_str_eq(error.message, "file:3: wrong");
    cr_assert(!error_prefix(&error, "over"));
    cr_assert_str_eq(error.message, "over: file:3: wrong");
    cr_assert_eq(error.status, STATUS_USAGE);
}

/* What a message becomes by error_set, by error_prefix, and with errno after it. */
static void assert_shown(const char *said, const char *shown) {
    struct error error;
    error_set(&error, STATUS_FAILED, "%s", said);
    cr_expect_str_eq(error.message, shown);
    error_set(&error, STATUS_FAILED, "end");
    error_prefix(&error, "%s", said);
    cr_expect(strncmp(error.message, shown, strlen(shown)) == 0, "%s", error.message);
    cr_expect_str_eq(error.message + strlen(shown), ": end");
    error_set_errno(&error, "%s", said);
    cr_expect(strncmp(error.message, shown, strlen(shown)) == 0, "%s", error.message);
}

Test(error, cannot_speak_to_the_terminal) {
    assert_shown("a\x1b[31mred\x1b[0m", "a?[31mred?[0m");
    assert_shown("tab\tline\nback\b bell\a\x7f.", "tab?line?back? bell??.");
    assert_shown("\x01\x1f !~", "?? !~");
    assert_shown("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
                 "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    assert_shown("\xc2\xa0\xc3\x9b", "\xc2\xa0\xc3\x9b");
    assert_shown("U+009B \xc2\x9b"
                 "31m",
                 "U+009B ??31m");
    assert_shown("U+0080 \xc2\x80 U+009F \xc2\x9f.", "U+0080 ?? U+009F ??.");
    assert_shown("stray \x9b"
                 "31m \xff",
                 "stray ?31m ?");
}

Test(error, long_sentences_are_cut) {
    struct error error;
    char longer[3000];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    error_set(&error, STATUS_FAILED, "%s", longer);
    cr_expect_eq(strlen(error.message), sizeof error.message - 1);
    errno = ENOENT;
    error_set_errno(&error, "%s", longer);
    cr_expect_eq(strlen(error.message), sizeof error.message - 1);
    error_prefix(&error, "place");
    cr_expect_eq(strlen(error.message), sizeof error.message - 1);
    cr_expect(strncmp(error.message, "place: xxx", 10) == 0);
    error_set(&error, STATUS_FAILED, "kept");
    error_prefix(&error, "%s", longer);
    cr_expect(strstr(error.message, "x: kept"), "a long place leaves room for the sentence");
}

Test(error, what_is_quoted_leaves_room_for_the_words_after_it) {
    char room[ERROR_QUOTE_SIZE], text[200];
    memset(text, 'x', sizeof text);
    text[ERROR_QUOTE_SIZE - 1] = '\0';
    cr_expect_eq((const void *)error_quote(text, room), (const void *)text, "a short text");
    text[ERROR_QUOTE_SIZE - 1] = 'x';
    text[sizeof text - 1] = '\0';
    cr_expect_eq(strlen(error_quote(text, room)), ERROR_QUOTE_SIZE - 1);
    cr_expect(strncmp(room, text, ERROR_QUOTE_SIZE - 4) == 0);
    cr_expect_str_eq(room + ERROR_QUOTE_SIZE - 4, "...");
    for (size_t at = ERROR_QUOTE_SIZE - 8; at < ERROR_QUOTE_SIZE; at++) {
        memset(text, 'x', sizeof text - 1);
        memcpy(text + at, "\xe2\x82\xac", 3); /* a character is never cut */
        size_t kept = strlen(error_quote(text, room)) - 3;
        bool fits = at + 3 <= ERROR_QUOTE_SIZE - 4;
        cr_expect_eq(kept, fits || at >= ERROR_QUOTE_SIZE - 4 ? ERROR_QUOTE_SIZE - 4U : at);
        cr_expect_str_eq(room + kept, "...");
    }
    memset(text, 0xff, sizeof text - 1);
    cr_expect_eq(strlen(error_quote(text, room)), ERROR_QUOTE_SIZE - 1, "bytes that are no text");
}
