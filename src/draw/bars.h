/* Probabilities as horizontal bars, a row each: label, bar, number, mark. */
#ifndef DRAW_BARS_H
#define DRAW_BARS_H

#include "base/text.h"
#include "draw/terminal.h"

#include <stddef.h>

struct bar {
    const char *label;
    double value;     /* 0..1; the bar of another one ends at 0 or 1, and nan has none */
    const char *mark; /* after the number, as "<- answer", or NULL */
};

struct bars {
    const struct bar *bars;
    size_t count;
    size_t width; /* columns of a bar of value 1 */
    int decimals; /* of the number, 0..17 */
};

/* Appends the rows, each with a newline and without blanks at its end. A bar is drawn to an eighth
 * of a column, in ASCII to a whole one, each rounded to the nearest. */
void bars_draw(struct text *text, const struct bars *bars, struct terminal terminal);

#endif
