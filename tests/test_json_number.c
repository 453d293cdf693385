/* Strict JSON: whole numbers, and what stands around values. */
#include "base/json.h"

#include <criterion/criterion.h>
#include <string.h>

static struct json json_of(const char *bytes, size_t size) {
    return (struct json){.name = "doc", .bytes = bytes, .size = size};
}

static void assert_number(const char *document, uint64_t expected) {
    struct error error;
    uint64_t number = ~expected;
    struct json json = json_of(document, strlen(document));
    cr_expect(json_unsigned(&json, &number, &error), "%s: %s", document, error.message);
    cr_expect_eq(number, expected);
    cr_expect(json_end(&json, &error), "%s: %s", document, error.message);
}

/* Refuses the number, or what is left behind it. */
static void refuse_number_bytes(const char *document, size_t size) {
    struct error error = {STATUS_DONE, ""};
    uint64_t number = 77;
    struct json json = json_of(document, size);
    bool taken = json_unsigned(&json, &number, &error);
    cr_expect(!taken || !json_end(&json, &error), "'%s' is taken", document);
    cr_expect(taken || number == 77, "'%s' is refused, but the number is set", document);
    cr_expect(strncmp(error.message, "doc: ", 5) == 0, "%s", error.message);
}

Test(json_number, whole_numbers) {
    assert_number("0", 0);
    assert_number(" \n42\t", 42);
    assert_number("18446744073709551615", UINT64_MAX);
}

Test(json_number, other_numbers_are_refused) {
    static const char *const documents[] = {"",
                                            "-1",
                                            "+1",
                                            "01",
                                            "00",
                                            "1.0",
                                            "1.",
                                            ".5",
                                            "1e3",
                                            "1E3",
                                            "1e",
                                            "0x1",
                                            "1a",
                                            "nan",
                                            "null",
                                            "1-",
                                            "1+",
                                            "\"1\"",
                                            "18446744073709551616",
                                            "1 2",
                                            "-0",
                                            "1,2",
                                            "--1",
                                            "340282366920938463463374607431768211456"};
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        refuse_number_bytes(documents[i], strlen(documents[i]));
    }
    refuse_number_bytes("\0"
                        "1",
                        2);
    refuse_number_bytes("1\0", 2);
    refuse_number_bytes(" \0", 2);
}

Test(json_number, only_white_space_may_be_left) {
    struct error error;
    struct json json = json_of("x \t\r\n", 5);
    cr_expect(json_take(&json, 'x') && json_end(&json, &error));
    static const char *const rests[] = {"x y", "x\v", "x\f", "x\xa0", "xx"};
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
        json = json_of(rests[i], strlen(rests[i]));
        cr_expect(json_take(&json, 'x') && !json_end(&json, &error), "'%s'", rests[i]);
        cr_expect(strstr(error.message, "doc: text after the end at byte"), "%s", error.message);
    }
    json = json_of("x\0", 2);
    cr_expect(json_take(&json, 'x') && !json_end(&json, &error), "a zero byte is no white space");
    json = json_of("x \0 ", 4);
    cr_expect(json_take(&json, 'x') && !json_end(&json, &error), "a zero byte is no white space");
}

Test(json_number, expecting) {
    struct error error = {STATUS_DONE, "untouched"};
    struct json json = json_of(" [ ,", 4);
    cr_expect(!json_take(&json, ']') && json_expect(&json, '[', &error));
    cr_expect_str_eq(error.message, "untouched");
    cr_expect(!json_expect(&json, ']', &error));
    cr_expect_str_eq(error.message, "doc: ']' is missing at byte 3");
    cr_expect(json_take(&json, ',') && !json_take(&json, ','));
}
