/* Numbers as text: what is written reads back as the same number, in as few digits as that takes.
 */
#include "base/random.h"
#include "base/text.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct random_key key = {11, 22};

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The significant digits of a decimal number. */
static int significant_digits(const char *number) {
    int digits = 0, zeros = 0;
    number += *number == '-';
    while (*number == '0' || *number == '.') number++;
    for (; *number && *number != 'e'; number++) {
        if (*number == '.') continue;
        zeros = *number == '0' ? zeros + 1 : 0;
        digits++;
    }
    return digits - zeros;
}

static void check_float(struct text *text, float value) {
    char shorter[64];
    text->length = 0;
    text_float(text, value);
    float back = strtof(text->data, NULL);
    cr_assert(memcmp(&back, &value, sizeof value) == 0, "%s is not %a", text->data, (double)value);
    int digits = significant_digits(text->data);
    cr_assert_leq(digits, 9, "%s", text->data);
    if (digits < 2) return;
    snprintf(shorter, sizeof shorter, "%.*g", digits - 1, (double)value);
    cr_assert(strtof(shorter, NULL) != value, "%s would do for %s", shorter, text->data);
}

static void check_double(struct text *text, double value) {
    char shorter[64];
    text->length = 0;
    text_double(text, value);
    double back = strtod(text->data, NULL);
    cr_assert(memcmp(&back, &value, sizeof value) == 0, "%s is not %a", text->data, value);
    int digits = significant_digits(text->data);
    cr_assert_leq(digits, 17, "%s", text->data);
    if (digits < 2) return;
    snprintf(shorter, sizeof shorter, "%.*g", digits - 1, value);
    cr_assert(strtod(shorter, NULL) != value, "%s would do for %s", shorter, text->data);
}

Test(text_number, random_floats_round_trip) {
    struct text text = {0};
    for (uint64_t t = 0; t < 60000; t++) {
        float value = float_of((uint32_t)random_word(key, t, 0));
        if (isfinite(value)) check_float(&text, value);
    }
    text_free(&text);
}

Test(text_number, subnormal_and_extreme_floats_round_trip) {
    struct text text = {0};
    for (uint64_t t = 0; t < 10000; t++) {
        check_float(&text, float_of((uint32_t)random_word(key, t, 1) & 0x807fffffu));
    }
    for (uint32_t exponent = 0; exponent < 255; exponent++) {
        for (uint32_t i = 0; i < 3; i++)
            check_float(&text, float_of((exponent << 23) + i - 1 + !exponent));
    }
    check_float(&text, FLT_MAX);
    check_float(&text, -FLT_MIN);
    text_free(&text);
}

/* The digits are those of printf, whatever way they were found. */
static void check_digits(struct text *text, float value) {
    char digits[64];
    int precision = 1;
    do snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
    while (strtof(digits, NULL) != value && ++precision);
    text->length = 0;
    text_float(text, value);
    bool is_whole = value == floorf(value) && strtod(digits, NULL) == (double)value;
    if (is_whole) snprintf(digits, sizeof digits, "%.0f", (double)value);
    cr_assert_str_eq(text->data, digits);
}

Test(text_number, floats_of_a_usual_size_have_the_digits_of_printf) {
    struct text text = {0};
    for (uint64_t t = 0; t < 60000; t++) {
        uint32_t bits = (uint32_t)random_word(key, t, 4), size = 0x38000000u + bits % 0x14000000u;
        check_digits(&text, float_of(size | (bits & 0x80000000u)));
        check_digits(&text, float_of(size & 0xfffffc00u)); /* many ties */
        check_digits(&text, nextafterf((float)(bits % 4096) / 8192, 1));
    }
    for (int exponent = -20; exponent < 30; exponent++) check_digits(&text, ldexpf(1, exponent));
    text_free(&text);
}

Test(text_number, random_doubles_round_trip) {
    struct text text = {0};
    for (uint64_t t = 0; t < 20000; t++) {
        double value = double_of(random_word(key, t, 2));
        if (isfinite(value)) check_double(&text, value);
    }
    text_free(&text);
}

Test(text_number, subnormal_and_extreme_doubles_round_trip) {
    struct text text = {0};
    for (uint64_t t = 0; t < 3000; t++) {
        check_double(&text, double_of(random_word(key, t, 3) & 0x800fffffffffffffULL));
    }
    for (uint64_t exponent = 0; exponent < 2047; exponent++) {
        check_double(&text, double_of(exponent << 52));
        check_double(&text, double_of((exponent << 52) + 1));
        check_double(&text, double_of(((exponent + 1) << 52) - 1));
    }
    text_free(&text);
}

Test(text_number, simple_decimals_stay_simple) {
    struct text text = {0};
    for (int i = -3000; i <= 3000; i++) {
        char decimal[32];
        snprintf(decimal, sizeof decimal, "%.4g", i / 1000.0);
        text.length = 0;
        text_double(&text, strtod(decimal, NULL));
        cr_assert_str_eq(text.data, decimal);
        text.length = 0;
        text_float(&text, strtof(decimal, NULL));
        cr_assert_str_eq(text.data, decimal);
    }
    text_free(&text);
}

static void assert_float(float value, const char *expected) {
    struct text text = {0};
    text_float(&text, value);
    cr_expect_str_eq(text.data, expected);
    text.length = 0;
    if (!isfinite(value)) {
        text_double(&text, (double)value);
        cr_expect_str_eq(text.data, expected);
    }
    text_free(&text);
}

Test(text_number, stated_values) {
    assert_float(0, "0");
    assert_float(-0.0f, "-0");
    assert_float(0.1f, "0.1");
    assert_float(16777216, "16777216");
    assert_float(FLT_MAX, "3.4028235e+38");
    assert_float(float_of(1), "1e-45");
    assert_float(2.3025851f, "2.3025851");
    assert_float(NAN, "nan");
    assert_float(-NAN, "nan");
    assert_float(INFINITY, "inf");
    assert_float(-INFINITY, "-inf");
}

Test(text_number, whole_numbers_have_no_exponent) {
    static const double numbers[] = {10, 100, -20000, 123456, 9e14};
    static const char *const expected = "10 10 100 100 -20000 -20000 123456 123456 9e+14 "
                                        "900000000000000 1e+15 1e+15 0.5 1e+30 ";
    struct text text = {0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        text_float(&text, (float)numbers[i]);
        text_string(&text, " ");
        text_double(&text, numbers[i]);
        text_string(&text, " ");
    }
    text_float(&text, 1e15F);
    text_string(&text, " ");
    text_double(&text, 1e15);
    text_string(&text, " ");
    text_float(&text, 0.5F);
    text_string(&text, " ");
    text_double(&text, 1e30);
    text_string(&text, " ");
    cr_assert_str_eq(text.data, expected);
    text_free(&text);
}
