/* Examples as people write them. */
#include "task/example_text.h"

#include "task/letter.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct task lookup = {6, 6, 8, 10};

struct parsed {
    struct example example;
    uint32_t letters[6], digits[6];
    struct error error;
    bool done;
};

static struct parsed parse(const char *pairs, const char *query) {
    static struct parsed parsed;
    parsed = (struct parsed){.error = {STATUS_DONE, ""}};
    parsed.example.letters = parsed.letters;
    parsed.example.digits = parsed.digits;
    parsed.done = example_parse(&lookup, pairs, query, &parsed.example, &parsed.error);
    return parsed;
}

/* What was read, written again. */
static void assert_parsed(const char *pairs, const char *query, const char *expected,
                          size_t position) {
    struct parsed parsed = parse(pairs, query);
    struct text text = {0};
    char name[LETTER_SIZE];
    cr_assert(parsed.done, "%s: %s", pairs, parsed.error.message);
    parsed.example.letters = parsed.letters;
    parsed.example.digits = parsed.digits;
    example_pairs_text(&text, &parsed.example);
    cr_expect_str_eq(text.data, expected);
    cr_expect_eq(parsed.example.query, position);
    cr_expect_str_eq(example_query_name(&parsed.example, name), query);
    text_free(&text);
}

static void refuse(const char *pairs, const char *query, const char *words) {
    struct parsed parsed = parse(pairs, query);
    cr_expect(!parsed.done, "'%s', '%s' is taken", pairs, query);
    cr_expect(strstr(parsed.error.message, words), "'%s', '%s': '%s' is not in '%s'", pairs, query,
              words, parsed.error.message);
    cr_expect_eq(parsed.error.status, STATUS_FAILED);
}

Test(example_text, pairs_and_a_query) {
    assert_parsed("a3 c7 f1 b9 h0 d2", "c", "a3 c7 f1 b9 h0 d2", 1);
    assert_parsed("a3", "a", "a3", 0);
    assert_parsed("  a3\t\tc7  ", "c", "a3 c7", 1);
    assert_parsed("h9 g9 f9 e9 d9 c9", "c", "h9 g9 f9 e9 d9 c9", 5);
    assert_parsed("a007 b00", "b", "a7 b0", 1);
}

Test(example_text, texts_that_are_no_pair) {
    static const char *const words[] = {"7c",   "c",   "7",     "c-7",   "c 7", "C7",
                                        "c7x",  "c7,", "c+7",   "c7.",   "c 7", "\xc3\xa4",
                                        "c0x1", "c=7", "a3,c7", "a3\nc7"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        refuse(words[i], "c", "is not a pair: a small letter and a digit, like c7");
    }
    refuse("a3 cc", "a", "'cc' is not a pair");
    refuse("a3 zzzzzzzzzz1", "a", "is not a pair");
}

Test(example_text, sizes_of_the_task) {
    refuse("i3", "i", "'i3': the letters go from a to h");
    refuse("a3 aa4", "a", "'aa4': the letters go from a to h");
    refuse("a10", "a", "'a10': the digits go from 0 to 9");
    refuse("a18446744073709551619", "a", "the digits go from 0 to 9");
    refuse("a1 b2 c3 d4 e5 f6 g7", "a", "more than 6 pairs");
    refuse("a3 c7 a3", "a", "the letter a stands twice");
    refuse("", "a", "there are no pairs");
    refuse(" \t ", "a", "there are no pairs");
}

Test(example_text, queries) {
    refuse("a3 c7", "b", "the query 'b' is not among the letters");
    refuse("a3 c7", "i", "'i': the letters go from a to h");
    refuse("a3 c7", "", "the query '' is not a small letter");
    refuse("a3 c7", "a3", "the query 'a3' is not a small letter");
    refuse("a3 c7", " a", "the query ' a' is not a small letter");
    refuse("a3 c7", "a ", "the query 'a ' is not a small letter");
    refuse("a3 c7", "A", "the query 'A' is not a small letter");
}

/* A long word must not be read as its beginning. */
Test(example_text, long_words) {
    char word[200];
    for (size_t length = 3; length < sizeof word; length++) {
        memset(word, '0', length);
        word[0] = 'a';
        word[length - 1] = '7';
        word[length] = '\0';
        struct parsed parsed = parse(word, "a");
        cr_expect(!parsed.done || parsed.digits[0] == 7, "%zu bytes are read as a%u", length,
                  (unsigned)parsed.digits[0]);
        word[1] = '1';
        cr_expect(!parse(word, "a").done);
        memset(word, 'a', length);
        cr_expect(!parse(word, "a").done);
    }
}
