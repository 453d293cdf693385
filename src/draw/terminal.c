/* The terminal: see terminal.h. */
#define _DEFAULT_SOURCE /* TIOCGWINSZ, which POSIX leaves to the system */
#include "draw/terminal.h"

#include "base/number.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NARROWEST = 20, WIDEST = 1000 };

static bool detect_unicode(void) {
    return setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static bool detect_colour(int descriptor) {
    const char *refusal = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (refusal && *refusal) return false;
    return kind && *kind && strcmp(kind, "dumb") != 0 && isatty(descriptor);
}

static size_t detect_columns(int descriptor) {
    uint64_t columns;
    struct winsize size;
    const char *wanted = getenv("COLUMNS");
    if (wanted && number_unsigned(wanted, NARROWEST, WIDEST, &columns, NULL)) {
        return (size_t)columns;
    }
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return TERMINAL_COLUMNS;
    return size.ws_col >= NARROWEST && size.ws_col <= WIDEST ? size.ws_col : TERMINAL_COLUMNS;
}

struct terminal terminal_detect(int descriptor) {
    return (struct terminal){detect_columns(descriptor), detect_unicode(),
                             detect_colour(descriptor)};
}
