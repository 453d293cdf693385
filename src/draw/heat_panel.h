/* Panels of heat maps as text, for heatmap_terminal.c.
 *
 * A panel is a map, or a stretch of columns of one that is folded. All panels of a group share one
 * grid: cells of one width, and the same columns for the labels of rows. A cell is a blank, the
 * number, and one place after it. */
#ifndef DRAW_HEAT_PANEL_H
#define DRAW_HEAT_PANEL_H

#include "draw/heat_key.h"

enum { HEAT_GRID_NARROWEST = 20 }; /* columns of a terminal */

struct heat_grid {
    struct text *text; /* not owned, as the group */
    const struct heat_group *group;
    struct terminal terminal;
    struct heat_key key;
    size_t number; /* columns of the number, or of a longer label over it */
    size_t gutter; /* columns of the row labels */
};

struct heat_panel {
    const struct heatmap *map;
    size_t first, count; /* its columns of the map */
    size_t width;        /* in columns of the terminal */
};

/* The rows or columns of a map that are shown: at most 100. */
size_t heat_shown(size_t count);

/* Sets key, number and gutter by the group and the terminal, of at least HEAT_GRID_NARROWEST columns:
 * numbers of 4 to 2 decimals, the most that leave every map unfolded. */
void heat_grid_measure(struct heat_grid *grid);

/* The panel of `map` from its column `from` on, as wide as the terminal has room for; a map without
 * columns is one panel of none. */
struct heat_panel heat_panel_of(const struct heat_grid *grid, const struct heatmap *map,
                                size_t from);

/* The lines of a panel: title, name of the columns, their labels, and the rows shown. */
size_t heat_panel_lines(const struct heat_panel *panel);

/* Whether there is anything on a line. */
bool heat_panel_has_line(const struct heat_panel *panel, size_t line);

/* Adds the line to the grid's text, in exactly the panel's width. */
void heat_panel_put_line(const struct heat_grid *grid, const struct heat_panel *panel, size_t line);

#endif
