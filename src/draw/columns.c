/* Columns: see columns.h. */
#include "draw/columns.h"

#include "base/utf8.h"

#include <string.h>

/* The bytes of the next character, 1 for a stray byte. */
static size_t next_length(const char *string, size_t left) {
    size_t length = utf8_length(string, left);
    return length ? length : 1;
}

/* ASCII and C1 controls, and bytes that are no character. */
static bool is_harmful(const char *bytes, size_t left) {
    const unsigned char *b = (const unsigned char *)bytes;
    if (!utf8_length(bytes, left)) return true;
    return b[0] < 0x20 || b[0] == 0x7f || (b[0] == 0xc2 && b[1] < 0xa0);
}

size_t columns_of(const char *string) {
    size_t columns = 0;
    for (size_t left = string ? strlen(string) : 0; left; columns++) {
        size_t length = next_length(string, left);
        string += length;
        left -= length;
    }
    return columns;
}

size_t columns_put(struct text *text, const char *string, size_t most, bool unicode) {
    size_t columns = columns_of(string), left = string ? strlen(string) : 0;
    bool cut = columns > most;
    if (cut) columns = most;
    for (size_t i = 0; i + cut < columns; i++) {
        size_t length = next_length(string, left);
        bool harmful = is_harmful(string, left) || (length > 1 && !unicode);
        text_append(text, harmful ? "?" : string, harmful ? 1 : length);
        string += length;
        left -= length;
    }
    if (cut && most) text_string(text, unicode ? "…" : "~");
    return columns;
}

void columns_put_left(struct text *text, const char *string, size_t width, bool unicode) {
    text_repeat(text, " ", width - columns_put(text, string, width, unicode));
}

void columns_put_right(struct text *text, const char *string, size_t width, bool unicode) {
    size_t columns = columns_of(string);
    if (columns < width) text_repeat(text, " ", width - columns);
    columns_put(text, string, width, unicode);
}

void columns_trim(struct text *text, size_t from) {
    while (text->length > from && text->data[text->length - 1] == ' ') text->length--;
    if (text->data) text->data[text->length] = '\0';
}
