/* The number parser: one number, or a list of some with commas between. */
#include "fuzz.h"

#include "base/number.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What was read, written and read again is the same number. */
static void check_real(double number) {
    struct text text = {0};
    double again;
    PROPERTY(isfinite(number));
    text_double(&text, number);
    PROPERTY(number_real(text.data, -DBL_MAX, DBL_MAX, &again, NULL));
    PROPERTY(memcmp(&again, &number, sizeof number) == 0);
    text.length = 0;
    text_float(&text, (float)number);
    float single = strtof(text.data, NULL), wanted = (float)number;
    PROPERTY(memcmp(&single, &wanted, sizeof single) == 0);
    text_free(&text);
}

static void check_whole(const char *string, uint64_t number) {
    struct text text = {0};
    text_format(&text, "%" PRIu64, number);
    PROPERTY(strcmp(string + strspn(string, "0"), number ? text.data : "") == 0);
    text_free(&text);
}

static void try_list(const char *string) {
    enum { MOST = 8 };
    struct error error;
    double values[MOST];
    size_t count = 1;
    for (const char *at = string; *at; at++) count += *at == ',';
    if (count > MOST) count = MOST;
    if (number_list(string, -1e9, 1e9, count, values, &error)) {
        for (size_t i = 0; i < count; i++) PROPERTY(values[i] >= -1e9 && values[i] <= 1e9);
        PROPERTY(!number_list(string, -1e9, 1e9, count + 1, values, NULL));
    } else {
        fuzz_refused(&error);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *string = fuzz_string(bytes, size);
    struct error error;
    double real;
    uint64_t whole;
    bool is_real = number_real(string, -DBL_MAX, DBL_MAX, &real, &error);
    if (is_real) {
        check_real(real);
    } else {
        fuzz_refused(&error);
    }
    if (number_unsigned(string, 0, UINT64_MAX, &whole, &error)) {
        PROPERTY(is_real && real >= (double)whole * 0.999999 && real <= (double)whole * 1.000001);
        check_whole(string, whole);
    } else {
        fuzz_refused(&error);
    }
    try_list(string);
    free(string);
    return 0;
}
