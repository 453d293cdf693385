/* Strict JSON: see json.h. */
#include "base/json.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_STRING = 4096 };

bool json_error(const struct json *json, struct error *error, const char *format, ...) {
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return error_set(error, STATUS_FAILED, "%s: %s at byte %zu", json->name, sentence, json->at);
}

static void skip_white_space(struct json *json) {
    while (json->at < json->size && json->bytes[json->at] &&
           strchr(" \t\r\n", json->bytes[json->at])) {
        json->at++;
    }
}

bool json_take(struct json *json, char c) {
    skip_white_space(json);
    if (json->at >= json->size || json->bytes[json->at] != c) return false;
    json->at++;
    return true;
}

bool json_expect(struct json *json, char c, struct error *error) {
    return json_take(json, c) ? true : json_error(json, error, "'%c' is missing", c);
}

/* Reads four hexadecimal digits at `at`. */
static bool read_hex(struct json *json, uint32_t *code) {
    *code = 0;
    for (int i = 0; i < 4; i++, json->at++) {
        if (json->at >= json->size) return false;
        char c = json->bytes[json->at];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10
                                                : 16;
        if (digit == 16) return false;
        *code = *code * 16 + digit;
    }
    return true;
}

static void append_utf8(struct text *text, uint32_t code) {
    char bytes[4];
    size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = count; i-- > 1; code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(lead[count] | code);
    text_append(text, bytes, count);
}

/* \uXXXX, or two of them for a character above U+FFFF. */
static bool read_code(struct json *json, struct text *string, struct error *error) {
    uint32_t code, low;
    if (!read_hex(json, &code)) return json_error(json, error, "a bad \\u escape");
    if (code >= 0xd800 && code < 0xdc00) {
        bool pair = json->size - json->at >= 2 && json->bytes[json->at] == '\\' &&
                    json->bytes[json->at + 1] == 'u';
        json->at += pair ? 2 : 0;
        if (!pair || !read_hex(json, &low) || low < 0xdc00 || low > 0xdfff) {
            return json_error(json, error, "half of a surrogate pair");
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code == 0 || (code >= 0xdc00 && code < 0xe000)) {
        return json_error(json, error, "a \\u escape that is no character");
    }
    append_utf8(string, code);
    return true;
}

static bool read_escape(struct json *json, struct text *string, struct error *error) {
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = json->at < json->size ? json->bytes[json->at++] : '\0';
    if (c == 'u') return read_code(json, string, error);
    const char *found = c ? strchr(escapes, c) : NULL;
    if (!found) return json_error(json, error, "a bad escape in a string");
    text_append(string, &meanings[found - escapes], 1);
    return true;
}

static bool read_character(struct json *json, struct text *string, struct error *error) {
    const char *at = json->bytes + json->at;
    size_t length = utf8_length(at, json->size - json->at);
    if (!length) return json_error(json, error, "bytes that are not UTF-8");
    if ((unsigned char)*at < 0x20) return json_error(json, error, "a control character");
    text_append(string, at, length);
    json->at += length;
    return true;
}

bool json_string(struct json *json, struct text *string, struct error *error) {
    string->length = 0;
    text_string(string, "");
    if (!json_expect(json, '"', error)) return false;
    for (;;) {
        if (json->at >= json->size) return json_error(json, error, "a string is never closed");
        if (string->length > LONGEST_STRING) return json_error(json, error, "a string is too long");
        char c = json->bytes[json->at];
        json->at += c == '"' || c == '\\';
        if (c == '"') return text_finish(string, error);
        if (!(c == '\\' ? read_escape : read_character)(json, string, error)) return false;
    }
}

bool json_unsigned(struct json *json, uint64_t *number, struct error *error) {
    skip_white_space(json);
    size_t start = json->at;
    uint64_t sum = 0;
    for (; json->at < json->size; json->at++) {
        char c = json->bytes[json->at];
        if (c < '0' || c > '9') break;
        uint64_t digit = (uint64_t)(c - '0');
        if (sum > (UINT64_MAX - digit) / 10) return json_error(json, error, "a number too large");
        sum = sum * 10 + digit;
    }
    char after = json->at < json->size ? json->bytes[json->at] : '\0';
    bool zeros = json->at - start > 1 && json->bytes[start] == '0';
    if (json->at == start || zeros || (after && strchr(".eE+-", after))) {
        return json_error(json, error, "a number that is not a plain whole one");
    }
    *number = sum;
    return true;
}

bool json_end(struct json *json, struct error *error) {
    skip_white_space(json);
    return json->at == json->size ? true : json_error(json, error, "text after the end");
}
