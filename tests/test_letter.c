/* Letters by name. */
#include "task/letter.h"

#include <criterion/criterion.h>
#include <string.h>

static void assert_letter(uint32_t letter, const char *expected) {
    char name[LETTER_SIZE];
    cr_expect_str_eq(letter_name(letter, name), expected);
}

Test(letter, names) {
    assert_letter(0, "a");
    assert_letter(7, "h");
    assert_letter(25, "z");
    assert_letter(26, "aa");
    assert_letter(27, "ab");
    assert_letter(51, "az");
    assert_letter(52, "ba");
    assert_letter(701, "zz");
    assert_letter(702, "aaa");
    assert_letter(18277, "zzz");
    assert_letter(18278, "aaaa");
    assert_letter(UINT32_MAX, "mwlqkwv");
}

Test(letter, names_read_back) {
    for (uint32_t letter = 0; letter < UINT32_MAX - 1000000; letter += 1 + letter / 1000) {
        char name[LETTER_SIZE];
        uint32_t back = ~letter;
        cr_assert_eq(letter_parse(letter_name(letter, name), &back), strlen(name), "%s", name);
        cr_assert_eq(back, letter, "%s", name);
    }
}

static void assert_parsed(const char *text, size_t length, uint32_t expected) {
    uint32_t letter = 12345;
    cr_expect_eq(letter_parse(text, &letter), length, "'%s'", text);
    cr_expect_eq(letter, expected, "'%s' is %u, not %u", text, letter, expected);
}

Test(letter, only_the_start_is_read) {
    assert_parsed("c7", 1, 2);
    assert_parsed("ab12", 2, 27);
    assert_parsed("a b", 1, 0);
    assert_parsed("bA", 1, 1);
}

Test(letter, what_is_no_letter) {
    assert_parsed("", 0, 12345);
    assert_parsed("7", 0, 12345);
    assert_parsed("A", 0, 12345);
    assert_parsed(" a", 0, 12345);
    assert_parsed("\xc3\xa4", 0, 12345);
    assert_parsed("`", 0, 12345);
    assert_parsed("{", 0, 12345);
}

Test(letter, what_is_too_long) {
    assert_parsed("mwlqkww", 0, 12345);
    assert_parsed("zzzzzzz", 0, 12345);
    assert_parsed("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0, 12345);
}
