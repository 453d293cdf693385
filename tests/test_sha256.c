/* SHA-256 and base64, against the examples of their standards and lengths around a block. */
#include "base/base64.h"
#include "base/sha256.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static void assert_hash(const char *bytes, size_t size, const char *expected) {
    unsigned char digest[SHA256_SIZE];
    char hex[2 * SHA256_SIZE + 1];
    sha256(bytes, size, digest);
    for (int i = 0; i < SHA256_SIZE; i++) snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    cr_expect_str_eq(hex, expected, "of %zu bytes", size);
}

Test(sha256, is_that_of_the_standard) {
    assert_hash("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_hash("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

/* Where the length still fits into the last block, and where it does not. */
Test(sha256, agrees_with_the_tool_around_a_block) {
    for (size_t size = 53; size <= 130; size++) {
        char bytes[131] = {0};
        memset(bytes, 'x', size);
        struct outcome outcome = run("printf %%s '%s' | sha256sum", bytes);
        outcome.out[2 * SHA256_SIZE] = '\0';
        assert_hash(bytes, size, outcome.out);
        outcome_free(&outcome);
    }
}

static void assert_base64(const char *bytes, const char *expected) {
    struct text text = {0};
    text_string(&text, "=");
    base64_append(&text, bytes, strlen(bytes));
    cr_expect_str_eq(text.data + 1, expected);
    text_free(&text);
}

Test(base64, is_that_of_the_standard) {
    assert_base64("", "");
    assert_base64("f", "Zg==");
    assert_base64("fo", "Zm8=");
    assert_base64("foo", "Zm9v");
    assert_base64("foobar", "Zm9vYmFy");
    assert_base64("\xff\xfe\xfd\xfb\xf0", "//79+/A=");
}
