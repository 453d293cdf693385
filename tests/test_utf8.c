/* UTF-8, against the definition: every sequence of up to three bytes, and four where it matters. */
#include "base/utf8.h"

#include <criterion/criterion.h>
#include <stdint.h>

/* The length of the character by decoding it: the shortest form of a scalar value, or 0. */
static size_t decoded_length(const unsigned char *bytes, size_t left) {
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t count = 0;
    while (count < 8 && bytes[0] & (0x80u >> count)) count++;
    if (count == 0) return 1;
    if (count < 2 || count > 4 || count > left) return 0;
    uint32_t code = bytes[0] & (0x7fu >> count);
    for (size_t i = 1; i < count; i++) {
        if (bytes[i] >> 6 != 2) return 0;
        code = code << 6 | (bytes[i] & 0x3fu);
    }
    if (code < smallest[count] || code > 0x10ffff || code >> 11 == 0xd800 >> 11) return 0;
    return count;
}

static void assert_length(const unsigned char bytes[4], size_t left) {
    size_t found = utf8_length((const char *)bytes, left), expected = decoded_length(bytes, left);
    if (found == expected) return;
    cr_assert_fail("%02x %02x %02x %02x, %zu left: %zu, not %zu", bytes[0], bytes[1], bytes[2],
                   bytes[3], left, found, expected);
}

Test(utf8, nothing_left_is_no_character) {
    cr_expect_eq(utf8_length("a", 0), 0);
    cr_expect_eq(utf8_length("\0", 1), 1);
}

Test(utf8, three_bytes_and_fewer) {
    for (uint32_t code = 0; code < 0x1000000; code++) {
        unsigned char bytes[4] = {(unsigned char)(code >> 16), (unsigned char)(code >> 8),
                                  (unsigned char)code, 0x80};
        assert_length(bytes, 3);
        if ((code & 0xff) == 0) assert_length(bytes, 2);
        if ((code & 0xffff) == 0) assert_length(bytes, 1);
    }
}

Test(utf8, four_bytes) {
    static const unsigned char last[] = {0x00, 0x7f, 0x80, 0x9f, 0xbf, 0xc0, 0xff};
    for (unsigned lead = 0xf0; lead <= 0xff; lead++) {
        for (unsigned second = 0; second < 0x10000; second++) {
            for (size_t i = 0; i < sizeof last; i++) {
                unsigned char bytes[4] = {(unsigned char)lead, (unsigned char)(second >> 8),
                                          (unsigned char)second, last[i]};
                assert_length(bytes, 4);
            }
        }
    }
}

Test(utf8, marks) {
    cr_expect_eq(utf8_mark("\xef\xbb\xbf", 3), 3);
    cr_expect_eq(utf8_mark("\xef\xbb\xbf"
                           "a",
                           4),
                 3);
    cr_expect_eq(utf8_mark("\xef\xbb\xbf", 2), 0);
    cr_expect_eq(utf8_mark("", 0), 0);
    cr_expect_eq(utf8_mark("\xef\xbb\xbe", 3), 0);
    cr_expect_eq(utf8_mark("\xef\xba\xbf", 3), 0);
    cr_expect_eq(utf8_mark("\xfe\xff ", 3), 0);
    cr_expect_eq(utf8_mark("abc", 3), 0);
}
