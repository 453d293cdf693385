/* Growing text: see text.h. */
#include "base/text.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_free(struct text *text) {
    free(text->data);
    *text = (struct text){0};
}

/* Room for `more` bytes and the zero byte. */
static bool text_reserve(struct text *text, size_t more) {
    size_t needed = size_add(size_add(text->length, more), 1);
    if (text->failed) return false;
    if (needed <= text->capacity) return true;
    size_t capacity = needed > size_multiply(text->capacity, 2) ? needed : 2 * text->capacity;
    if (capacity < 64) capacity = 64;
    char *data = memory_grow(text->data, capacity, 1, "text", NULL);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void text_append(struct text *text, const char *bytes, size_t length) {
    if (!text_reserve(text, length)) return;
    if (length) memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void text_string(struct text *text, const char *string) {
    text_append(text, string, strlen(string));
}

void text_join(struct text *text, const struct text *more) {
    text_append(text, more->data, more->length);
    text->failed = text->failed || more->failed;
}

void text_format(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) text->failed = true;
    if (length < 0 || !text_reserve(text, (size_t)length)) return;
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void text_repeat(struct text *text, const char *string, size_t count) {
    for (size_t i = 0; i < count; i++) text_string(text, string);
}

static void text_json_ascii(struct text *text, char c) {
    if (c == '"' || c == '\\') {
        text_format(text, "\\%c", c);
    } else if ((unsigned char)c < 0x20 || c == 0x7f) {
        text_format(text, "\\u%04x", (unsigned)c);
    } else {
        text_append(text, &c, 1);
    }
}

void text_json_string(struct text *text, const char *string) {
    text_string(text, "\"");
    for (size_t left = strlen(string); left;) {
        size_t length = utf8_length(string, left);
        if (length == 1) {
            text_json_ascii(text, *string);
        } else if (length) {
            text_append(text, string, length);
        } else {
            text_string(text, "\\ufffd");
            length = 1;
        }
        string += length;
        left -= length;
    }
    text_string(text, "\"");
}

void text_json_number(struct text *text, double value) {
    if (isfinite(value)) {
        text_double(text, value);
    } else {
        text_string(text, "null");
    }
}

bool text_finish(const struct text *text, struct error *error) {
    return text->failed ? error_set(error, STATUS_FAILED, "out of memory for text") : true;
}
