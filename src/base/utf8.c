/* UTF-8: see utf8.h. */
#include "base/utf8.h"

#include <stdbool.h>

static bool continues(const unsigned char *bytes, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xc0) != 0x80) return false;
    }
    return true;
}

size_t utf8_length(const char *text, size_t left) {
    const unsigned char *bytes = (const unsigned char *)text;
    if (!left) return 0;
    unsigned char lead = bytes[0];
    if (lead < 0x80) return 1;
    size_t count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || count > left || !continues(bytes, count)) return 0;
    if (lead == 0xe0 && bytes[1] < 0xa0) return 0; /* overlong */
    if (lead == 0xed && bytes[1] > 0x9f) return 0; /* surrogate */
    if (lead == 0xf0 && bytes[1] < 0x90) return 0; /* overlong */
    if (lead == 0xf4 && bytes[1] > 0x8f) return 0; /* above U+10FFFF */
    return count;
}

size_t utf8_mark(const char *bytes, size_t left) {
    const unsigned char *mark = (const unsigned char *)bytes;
    return left >= 3 && mark[0] == 0xef && mark[1] == 0xbb && mark[2] == 0xbf ? 3 : 0;
}
