/* Strict numbers. */
#include "base/number.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assert_unsigned(const char *text, uint64_t min, uint64_t max, uint64_t expected) {
    struct error error = {STATUS_DONE, "untouched"};
    uint64_t value = expected + 1;
    cr_expect(number_unsigned(text, min, max, &value, &error), "%.40s: %s", text, error.message);
    cr_expect_eq(value, expected, "%.40s", text);
    cr_expect_str_eq(error.message, "untouched");
}

static void refuse_unsigned(const char *text, uint64_t min, uint64_t max, const char *words) {
    struct error error = {STATUS_DONE, ""};
    uint64_t value = 77;
    cr_expect(!number_unsigned(text, min, max, &value, &error), "'%.40s' is taken", text);
    cr_expect_eq(value, 77, "'%.40s' is refused, but the value is set", text);
    cr_expect_eq(error.status, STATUS_USAGE);
    cr_expect(strstr(error.message, words), "'%.40s': %s", text, error.message);
    cr_expect(!number_unsigned(text, min, max, &value, NULL));
}

Test(number, whole_numbers) {
    assert_unsigned("0", 0, UINT64_MAX, 0);
    assert_unsigned("7", 7, 7, 7);
    assert_unsigned("007", 0, 9, 7);
    assert_unsigned("4294967296", 0, UINT64_MAX, 4294967296u);
    assert_unsigned("18446744073709551615", 0, UINT64_MAX, UINT64_MAX);
    assert_unsigned("00000000000000000000000000000000000000000042", 0, 99, 42);
}

Test(number, whole_numbers_out_of_range) {
    const char *all = "from 0 to 18446744073709551615";
    refuse_unsigned("6", 7, 9, "from 7 to 9");
    refuse_unsigned("10", 7, 9, "from 7 to 9");
    refuse_unsigned("18446744073709551616", 0, UINT64_MAX, all);
    refuse_unsigned("18446744073709551619", 0, UINT64_MAX, all);
    refuse_unsigned("18446744073709551658", 0, UINT64_MAX, all); /* 42 where it wraps */
    refuse_unsigned("18446744073709551658", 0, 100, "from 0 to 100");
    refuse_unsigned("184467440737095516150", 0, UINT64_MAX, all);
    refuse_unsigned("340282366920938463463374607431768211456", 0, UINT64_MAX, all); /* 2^128 */
}

Test(number, texts_that_are_no_whole_number) {
    static const char *const texts[] = {"-1",   "+5",       "-0",    " 5",  "5 ",  "\t5", "5\n",
                                        "0x10", "1e3",      "1.0",   "1.",  "5a",  "a5",  "nan",
                                        "-",    "+",        "1,000", "1_0", "0b1", "inf", "5-",
                                        "1 2",  "\xd9\xa3", ".",     "five"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        refuse_unsigned(texts[i], 0, UINT64_MAX, "is not a whole number");
    }
    refuse_unsigned("", 0, UINT64_MAX, "missing");
}

static void assert_real(const char *text, double expected) {
    struct error error = {STATUS_DONE, "untouched"};
    double value = 77;
    cr_expect(number_real(text, -INFINITY, INFINITY, &value, &error), "%s", error.message);
    cr_expect(value == expected, "'%.40s' is %.17g, not %.17g", text, value, expected);
    cr_expect_eq(!signbit(value), !signbit(expected), "'%.40s'", text);
    cr_expect_str_eq(error.message, "untouched");
}

static void refuse_real(const char *text, double min, double max, const char *words) {
    struct error error = {STATUS_DONE, ""};
    double value = 77;
    cr_expect(!number_real(text, min, max, &value, &error), "'%.40s' is taken", text);
    cr_expect(value == 77, "'%.40s' is refused, but the value is set", text);
    cr_expect_eq(error.status, STATUS_USAGE);
    cr_expect(strstr(error.message, words), "'%.40s': %s", text, error.message);
    cr_expect(!number_real(text, min, max, &value, NULL));
}

Test(number, real_numbers) {
    assert_real("0", 0);
    assert_real("-0", -0.0);
    assert_real("3e-3", 0.003);
    assert_real("+2.5", 2.5);
    assert_real("-1.5E+2", -150);
    assert_real(".5", 0.5);
    assert_real("5.", 5);
    assert_real("0012.500", 12.5);
    assert_real("1.7976931348623157e308", 1.7976931348623157e308);
    assert_real("5e-324", 5e-324);
    assert_real("1e-400", 0);
    assert_real("-1e-400", -0.0);
    assert_real("0e999999999999", 0);
}

Test(number, real_numbers_out_of_range) {
    refuse_real("1e400", -INFINITY, INFINITY, "'1e400' is too large");
    refuse_real("-1e400", -INFINITY, INFINITY, "too large");
    refuse_real("1.8e308", -INFINITY, INFINITY, "too large");
    refuse_real("1e99999999999999999999", -INFINITY, INFINITY, "too large");
    refuse_real("-0.001", 0, 1, "from 0 to 1");
    refuse_real("1.0000000000000002", 0, 1, "from 0 to 1");
    double value;
    cr_expect(number_real("0", 0, 1, &value, NULL) && number_real("1", 0, 1, &value, NULL),
              "both ends are in the range");
}

Test(number, texts_that_are_no_real_number) {
    static const char *const texts[] = {
        "nan",   "NaN", "-nan",  "inf", "-inf", "Infinity", "0x10",   "0x1p3",
        " 1",    "1 ",  "\n1",   "1\t", "+",    "-",        ".",      "-.",
        "e5",    ".e5", "1e",    "1e+", "1e-",  "--1",      "+-1",    "1,5",
        "1.2.3", "1d3", "1e5.5", "1f",  "1e 5", "1_0",      "nan(1)", "\xd9\xa3"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        refuse_real(texts[i], -INFINITY, INFINITY, "is not a number");
    }
    refuse_real("", -INFINITY, INFINITY, "missing");
}

/* A text of 100,000 digits, by way of `first` and `last`. */
static char *write_digits(char first, char last) {
    size_t count = 100000;
    char *digits = malloc(count + 1);
    cr_assert(digits);
    memset(digits, '0', count);
    digits[0] = first;
    digits[count - 1] = last;
    digits[count] = '\0';
    return digits;
}

Test(number, huge_digit_strings) {
    char *large = write_digits('1', '0'), *padded = write_digits('0', '7');
    refuse_unsigned(large, 0, UINT64_MAX, "it must be from");
    assert_unsigned(padded, 0, 9, 7);
    refuse_real(large, -INFINITY, INFINITY, "'1000");
    assert_real(padded, 7);
    padded[1] = '.';
    assert_real(padded, 0);
    padded[99999] = 'x';
    refuse_unsigned(padded, 0, 9, "'0.000");
    refuse_real(padded, 0, 9, "'0.000");
    free(large);
    free(padded);
}

Test(number, lists_have_so_many_numbers_and_nothing_else) {
    static const char *const wrongs[] = {"",     "1",      "1,2",   "1,2,3,4", "1,2,",
                                         "1,,3", "1,2,3,", "1;2;3", "1,2,11"};
    double values[4] = {0, 0, 0, 7};
    struct error error;
    cr_expect(number_list("1,-2.5,3e0", -10, 10, 3, values, &error));
    cr_expect(values[0] == 1 && values[1] == -2.5 && values[2] == 3 && values[3] == 7);
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        error.status = STATUS_DONE;
        cr_expect_not(number_list(wrongs[i], -10, 10, 3, values, &error), "'%s'", wrongs[i]);
        cr_expect_eq(error.status, STATUS_USAGE, "'%s'", wrongs[i]);
    }
    cr_expect_eq(values[3], 7);
}
