/* Errors as values: see error.h. */
#include "base/error.h"

#include "base/utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* U+0000 to U+001F, U+007F to U+009F, or a byte that is not UTF-8 (length 0). */
static bool is_control(const char *character, size_t length) {
    unsigned char first = (unsigned char)character[0];
    if (length == 2) return first == 0xc2 && (unsigned char)character[1] < 0xa0;
    return !length || first < 0x20 || first == 0x7f;
}

static void replace_control_characters(char *message) {
    for (size_t left = strlen(message); left;) {
        size_t length = utf8_length(message, left), step = length ? length : 1;
        if (is_control(message, length)) memset(message, '?', step);
        message += step;
        left -= step;
    }
}

bool error_set(struct error *error, enum status status, const char *format, ...) {
    if (!error) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    error->status = status;
    replace_control_characters(error->message);
    return false;
}

bool error_set_errno(struct error *error, const char *format, ...) {
    if (!error) return false;
    const char *reason = strerror(errno);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    error->status = STATUS_FAILED;
    size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used, ": %s", reason);
    replace_control_characters(error->message);
    return false;
}

bool error_prefix(struct error *error, const char *format, ...) {
    if (!error) return false;
    char place[sizeof error->message / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(place, sizeof place - 2, format, arguments);
    va_end(arguments);
    strcat(place, ": ");
    size_t before = strlen(place), after = strlen(error->message);
    size_t room = sizeof error->message - 1 - before;
    if (after > room) after = room;
    memmove(error->message + before, error->message, after);
    memcpy(error->message, place, before);
    error->message[before + after] = '\0';
    replace_control_characters(error->message);
    return false;
}

const char *error_quote(const char *text, char room[ERROR_QUOTE_SIZE]) {
    static const char rest[] = "...";
    if (memchr(text, '\0', ERROR_QUOTE_SIZE)) return text;
    size_t kept = 0, most = ERROR_QUOTE_SIZE - sizeof rest;
    while (kept < most) {
        size_t length = utf8_length(text + kept, most - kept);
        if (!length && utf8_length(text + kept, 4)) break; /* a character that does not fit */
        kept += length ? length : 1;
    }
    memcpy(room, text, kept);
    memcpy(room + kept, rest, sizeof rest);
    return room;
}

static bool is_plain_word(const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "%+,-./:=@_";
    return *text && text[strspn(text, plain)] == '\0';
}

const char *error_word(const char *text, char room[ERROR_WORD_SIZE]) {
    char *end = room;
    if (is_plain_word(text)) return text;
    *end++ = '\'';
    for (const char *at = text; *at; at++) {
        const char quote[] = "'\\''";
        size_t length = *at == '\'' ? strlen(quote) : 1;
        if (end + length + 2 > room + ERROR_WORD_SIZE) return text;
        memcpy(end, *at == '\'' ? quote : at, length);
        end += length;
    }
    memcpy(end, "'", 2);
    return room;
}
