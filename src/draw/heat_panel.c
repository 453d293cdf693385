/* Panels of heat maps as text: see heat_panel.h. */
#include "draw/heat_panel.h"

#include "draw/columns.h"

#include <math.h>
#include <stdio.h>

enum { MOST_SHOWN = 100, LABEL_MOST = 24, HEADER_MOST = 8 };

size_t heat_shown(size_t count) {
    return count < MOST_SHOWN ? count : MOST_SHOWN;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t divide_up(size_t a, size_t b) {
    return a / b + (a % b != 0);
}

static size_t cell_width(const struct heat_grid *grid) {
    return grid->number + 2;
}

/* The columns that a map takes unfolded. */
static size_t whole_width(const struct heat_grid *grid, const struct heatmap *map) {
    return grid->gutter + heat_shown(map->columns) * cell_width(grid);
}

static void measure(struct heat_grid *grid, int decimals) {
    heat_key_init(&grid->key, grid->group, decimals);
    grid->number = grid->key.width;
    grid->gutter = 0;
    for (size_t m = 0; m < grid->group->count; m++) {
        const struct heatmap *map = &grid->group->maps[m];
        size_t header =
            heatmap_label_width(map->column_labels, heat_shown(map->columns), HEADER_MOST);
        size_t label = heatmap_label_width(map->row_labels, heat_shown(map->rows), LABEL_MOST);
        grid->number = larger(grid->number, header);
        grid->gutter = larger(grid->gutter, larger(label, columns_of(map->row_name)));
    }
    grid->number = smaller(grid->number, HEAT_GRID_NARROWEST / 2);
    grid->gutter = smaller(grid->gutter, grid->terminal.columns - cell_width(grid));
}

void heat_grid_measure(struct heat_grid *grid) {
    bool fits = false;
    for (int decimals = 4; decimals >= 2 && !fits; decimals--) {
        measure(grid, decimals);
        fits = true;
        for (size_t m = 0; m < grid->group->count; m++) {
            fits = fits && whole_width(grid, &grid->group->maps[m]) <= grid->terminal.columns;
        }
    }
}

struct heat_panel heat_panel_of(const struct heat_grid *grid, const struct heatmap *map,
                                size_t from) {
    size_t room = larger(1, (grid->terminal.columns - grid->gutter) / cell_width(grid));
    size_t stretches = larger(1, divide_up(heat_shown(map->columns), room));
    size_t each = divide_up(heat_shown(map->columns), stretches);
    size_t count = smaller(heat_shown(map->columns) - from, each);
    size_t width = grid->gutter + count * cell_width(grid);
    width = larger(width, smaller(columns_of(map->title), grid->terminal.columns));
    return (struct heat_panel){map, from, count, width};
}

static void put_colour(const struct heat_grid *grid, double value) {
    struct colour colour = heat_key_colour(&grid->key, value);
    text_format(grid->text, "\033[48;5;%d;38;5;%dm", colour_of_256(colour),
                colour_is_dark(colour) ? 231 : 16);
}

/* From an empty cell to a full one, along the scale, or where it has two sides from its middle. */
static const char *block_of(const struct heat_key *key, double value) {
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double fraction = heat_key_fraction(key, value);
    if (key->scale == HEAT_SIGNED) fraction = fabs(2 * fraction - 1);
    return blocks[(size_t)(fraction * 8 + 0.5)];
}

static void put_cell(const struct heat_grid *grid, const struct heatmap *map, size_t row,
                     size_t column) {
    char number[HEAT_NUMBER_SIZE];
    double value = map->values[row * map->columns + column];
    bool masked = heatmap_is_masked(map, row, column), unicode = grid->terminal.unicode;
    bool plain = masked || isnan(value), coloured = grid->terminal.colour && !plain;
    heat_key_number(&grid->key, value, number);
    if (coloured) put_colour(grid, value);
    text_string(grid->text, " ");
    columns_put_right(grid->text, !masked ? number : unicode ? "·" : "-", grid->number, unicode);
    bool block = unicode && !coloured && !plain;
    text_string(grid->text, block ? block_of(&grid->key, value) : " ");
    if (coloured) text_string(grid->text, "\033[0m");
}

static void put_left(const struct heat_grid *grid, const char *string, size_t width) {
    columns_put_left(grid->text, string, width, grid->terminal.unicode);
}

static void put_row(const struct heat_grid *grid, const struct heat_panel *panel, size_t row) {
    char number[HEAT_LABEL_SIZE];
    put_left(grid, heatmap_label(panel->map->row_labels, row, number), grid->gutter);
    for (size_t i = 0; i < panel->count; i++) put_cell(grid, panel->map, row, panel->first + i);
}

static void put_header(const struct heat_grid *grid, const struct heat_panel *panel) {
    char number[HEAT_LABEL_SIZE];
    put_left(grid, panel->map->row_name, grid->gutter);
    for (size_t i = 0; i < panel->count; i++) {
        const char *label = heatmap_label(panel->map->column_labels, panel->first + i, number);
        text_string(grid->text, " ");
        columns_put_right(grid->text, label, grid->number, grid->terminal.unicode);
        text_string(grid->text, " ");
    }
}

static void put_column_name(const struct heat_grid *grid, const struct heat_panel *panel) {
    put_left(grid, NULL, grid->gutter + 1);
    put_left(grid, panel->map->column_name, panel->count * cell_width(grid) - 1);
}

enum { LINE_TITLE, LINE_COLUMN_NAME, LINE_HEADER, LINE_ROWS };

size_t heat_panel_lines(const struct heat_panel *panel) {
    return LINE_ROWS + heat_shown(panel->map->rows);
}

bool heat_panel_has_line(const struct heat_panel *panel, size_t line) {
    if (line == LINE_TITLE) return panel->map->title;
    if (line == LINE_COLUMN_NAME) return panel->map->column_name && panel->count;
    return line == LINE_HEADER || line - LINE_ROWS < heat_shown(panel->map->rows);
}

void heat_panel_put_line(const struct heat_grid *grid, const struct heat_panel *panel,
                         size_t line) {
    size_t used = grid->gutter + panel->count * cell_width(grid);
    if (!heat_panel_has_line(panel, line)) {
        used = 0;
    } else if (line == LINE_TITLE) {
        put_left(grid, panel->map->title, used = panel->width);
    } else if (line == LINE_COLUMN_NAME) {
        put_column_name(grid, panel);
    } else if (line == LINE_HEADER) {
        put_header(grid, panel);
    } else {
        put_row(grid, panel, line - LINE_ROWS);
    }
    text_repeat(grid->text, " ", panel->width - used);
}
