/* Base64: see base64.h. */
#include "base/base64.h"

#include <stdint.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Up to three bytes as four letters. */
static void append_group(struct text *text, const unsigned char *bytes, size_t count) {
    char letters[4];
    uint32_t bits = (uint32_t)bytes[0] << 16;
    if (count > 1) bits |= (uint32_t)bytes[1] << 8;
    if (count > 2) bits |= bytes[2];
    for (size_t i = 0; i < 4; i++) {
        letters[i] = i > count ? '=' : alphabet[bits >> (18 - 6 * i) & 63];
    }
    text_append(text, letters, sizeof letters);
}

void base64_append(struct text *text, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (; size >= 3; size -= 3, at += 3) append_group(text, at, 3);
    if (size) append_group(text, at, size);
}
