/* Strict numbers: see number.h. */
#include "base/number.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_digits(const char *text) {
    while (*text >= '0' && *text <= '9') text++;
    return text;
}

/* digits [. digits] [e [sign] digits], with an optional sign and at least one digit. */
static bool is_decimal(const char *text) {
    if (*text == '+' || *text == '-') text++;
    const char *end = skip_digits(text);
    size_t digits = (size_t)(end - text);
    if (*end == '.') {
        text = end + 1;
        end = skip_digits(text);
        digits += (size_t)(end - text);
    }
    if (!digits) return false;
    if (*end == 'e' || *end == 'E') {
        text = end + 1;
        if (*text == '+' || *text == '-') text++;
        end = skip_digits(text);
        if (end == text) return false;
    }
    return *end == '\0';
}

bool number_unsigned(const char *text, uint64_t min, uint64_t max, uint64_t *value,
                     struct error *error) {
    char quote[ERROR_QUOTE_SIZE];
    if (!*text) return error_set(error, STATUS_USAGE, "a whole number is missing");
    if (*skip_digits(text)) {
        return error_set(error, STATUS_USAGE, "'%s' is not a whole number",
                         error_quote(text, quote));
    }
    uint64_t sum = 0;
    bool fits = true;
    for (; *text && fits; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        fits = sum <= (UINT64_MAX - digit) / 10;
        if (fits) sum = sum * 10 + digit;
    }
    if (!fits || sum < min || sum > max) {
        return error_set(error, STATUS_USAGE, "it must be from %" PRIu64 " to %" PRIu64, min, max);
    }
    *value = sum;
    return true;
}

bool number_real(const char *text, double min, double max, double *value, struct error *error) {
    char quote[ERROR_QUOTE_SIZE];
    if (!*text) return error_set(error, STATUS_USAGE, "a number is missing");
    if (!is_decimal(text)) {
        return error_set(error, STATUS_USAGE, "'%s' is not a number", error_quote(text, quote));
    }
    double number = strtod(text, NULL);
    if (!isfinite(number)) {
        return error_set(error, STATUS_USAGE, "'%s' is too large for a number",
                         error_quote(text, quote));
    }
    if (number < min || number > max) {
        return error_set(error, STATUS_USAGE, "it must be from %.9g to %.9g", min, max);
    }
    *value = number;
    return true;
}

static bool wrong_count(const char *text, size_t count, struct error *error) {
    char quote[ERROR_QUOTE_SIZE];
    return error_set(error, STATUS_USAGE, "'%s' is not %zu numbers with commas between",
                     error_quote(text, quote), count);
}

bool number_list(const char *text, double min, double max, size_t count, double *values,
                 struct error *error) {
    const char *at = text;
    for (size_t i = 0; i < count; i++) {
        char number[64];
        size_t length = strcspn(at, ",");
        bool is_last = i + 1 == count;
        if (length >= sizeof number || (at[length] == ',') == is_last) {
            return wrong_count(text, count, error);
        }
        memcpy(number, at, length);
        number[length] = '\0';
        if (!number_real(number, min, max, &values[i], error)) return false;
        at += length + 1;
    }
    return true;
}
