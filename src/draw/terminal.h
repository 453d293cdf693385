/* What the terminal can show. */
#ifndef DRAW_TERMINAL_H
#define DRAW_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

enum { TERMINAL_COLUMNS = 80 };

struct terminal {
    size_t columns;
    bool unicode, colour;
};

/* What stands behind the file descriptor. UTF-8 where the locale's character set is (this sets
 * LC_CTYPE from the environment, and no other category: numbers keep their point); colour on a
 * terminal, unless NO_COLOR is set or TERM is dumb or missing; the width from COLUMNS, or else from
 * the terminal, each if it is 20..1000, or else 80. */
struct terminal terminal_detect(int descriptor);

#endif
