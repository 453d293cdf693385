/* Reading the pages of demo: see support_demo.h. */
#include "support_demo.h"

#include "support.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *demo_page(const char *format, ...) {
    char arguments[128];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    cr_assert(length >= 0 && (size_t)length < sizeof arguments, "%s", format);
    struct outcome outcome = run("attnlearn demo %s", arguments);
    cr_assert_eq(outcome.status, 0, "demo %s: status %d (%s)", arguments, outcome.status,
                 outcome.err);
    cr_assert_eq(outcome.err_size, 0, "demo %s: said '%s'", arguments, outcome.err);
    free(outcome.err);
    return outcome.out;
}

/* The next number of the line at *at, which moves behind it. */
static bool next_number(const char **at, double *number) {
    for (; **at && **at != '\n'; (*at)++) {
        bool is_inside = isalnum((unsigned char)(*at)[-1]) || (*at)[-1] == '_';
        char *end;
        if (is_inside || !(isdigit((unsigned char)**at) || **at == '-')) continue;
        *number = strtod(*at, &end);
        if (end == *at) continue;
        *at = end;
        return true;
    }
    return false;
}

double demo_number(const char *page, const char *start, size_t column) {
    for (const char *line = page; line; line = strchr(line, '\n')) {
        line += strspn(line, " \n");
        if (strncmp(line, start, strlen(start)) != 0) continue;
        const char *at = line + strlen(start);
        double number = 0;
        size_t found = 0;
        while (found <= column && next_number(&at, &number)) found++;
        if (found > column) return number;
    }
    cr_assert_fail("no number %zu after '%s' in\n%s", column, start, page);
    return 0;
}

double demo_row_number(const char *page, int row, size_t column) {
    char start[16];
    snprintf(start, sizeof start, "%d ", row);
    return demo_number(page, start, column);
}

const char *demo_after(const char *page, const char *words) {
    const char *at = strstr(page, words);
    cr_assert(at, "no '%s' in\n%s", words, page);
    return at + strlen(words);
}
