/* A figure as text for a terminal.
 *
 * Rules: no line is longer than terminal.columns, which counts as at least 20 and at most 160; the
 * plotting area has `rows` lines (counts as 5..60). Names stand beside the ends of the curves and
 * levels where there is room for them, else in a key below. Series differ by colour, or without
 * colours by marks on the curves. Without terminal.unicode every byte is below 128. */
#ifndef DRAW_FIGURE_TERMINAL_H
#define DRAW_FIGURE_TERMINAL_H

#include "base/text.h"
#include "draw/figure.h"
#include "draw/terminal.h"

/* Rows where nobody wishes for others: 4 or 5 intervals between ticks are then equally high. */
enum { FIGURE_ROWS = 21 };

/* Appends the figure; text->failed where there is no memory. */
void figure_draw_terminal(struct text *text, const struct figure *figure, struct terminal terminal,
                          size_t rows);

#endif
