/* Heat maps as text: see heatmap.h.
 *
 * A panel is a map, or a stretch of columns of one that is folded. Panels stand side by side in a
 * band while they fit into the terminal's columns. */
#include "draw/columns.h"
#include "draw/heat_key.h"

#include <math.h>
#include <stdio.h>

enum {
    NARROWEST = 20,
    MOST_SHOWN = 100,
    LABEL_MOST = 24,
    HEADER_MOST = 8,
    BAND_MOST = 64,
    GAP = 3
};

/* What all panels of a group share. A cell is a blank, the number, and one place after it. */
struct grid {
    struct text *text;
    const struct heat_group *group;
    struct terminal terminal;
    struct heat_key key;
    size_t number; /* columns of the number, or of a longer label over it */
    size_t gutter; /* columns of the row labels */
};

struct panel {
    const struct heatmap *map;
    size_t first, count; /* its columns of the map */
    size_t width;        /* in columns of the terminal */
};

/* Where the next panel begins. */
struct cursor {
    size_t map, column;
};

static size_t shown(size_t count) {
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

static size_t cell_width(const struct grid *grid) {
    return grid->number + 2;
}

/* The columns that a map takes unfolded. */
static size_t whole_width(const struct grid *grid, const struct heatmap *map) {
    return grid->gutter + shown(map->columns) * cell_width(grid);
}

static void measure(struct grid *grid, int decimals) {
    heat_key_init(&grid->key, grid->group, decimals);
    grid->number = grid->key.width;
    grid->gutter = 0;
    for (size_t m = 0; m < grid->group->count; m++) {
        const struct heatmap *map = &grid->group->maps[m];
        size_t header = heatmap_label_width(map->column_labels, shown(map->columns), HEADER_MOST);
        size_t label = heatmap_label_width(map->row_labels, shown(map->rows), LABEL_MOST);
        grid->number = larger(grid->number, header);
        grid->gutter = larger(grid->gutter, larger(label, columns_of(map->row_name)));
    }
    grid->number = smaller(grid->number, NARROWEST / 2);
    grid->gutter = smaller(grid->gutter, grid->terminal.columns - cell_width(grid));
}

/* 4 to 2 decimals: the most that leave every map unfolded. */
static void choose_decimals(struct grid *grid) {
    bool fits = false;
    for (int decimals = 4; decimals >= 2 && !fits; decimals--) {
        measure(grid, decimals);
        fits = true;
        for (size_t m = 0; m < grid->group->count; m++) {
            fits = fits && whole_width(grid, &grid->group->maps[m]) <= grid->terminal.columns;
        }
    }
}

/* The panel at the cursor, which moves on; false at the end of the group. */
static bool take_panel(const struct grid *grid, struct cursor *cursor, struct panel *panel) {
    if (cursor->map == grid->group->count) return false;
    const struct heatmap *map = &grid->group->maps[cursor->map];
    size_t room = larger(1, (grid->terminal.columns - grid->gutter) / cell_width(grid));
    size_t stretches = larger(1, divide_up(shown(map->columns), room));
    size_t each = divide_up(shown(map->columns), stretches);
    size_t count = smaller(shown(map->columns) - cursor->column, each);
    size_t width = grid->gutter + count * cell_width(grid);
    width = larger(width, smaller(columns_of(map->title), grid->terminal.columns));
    *panel = (struct panel){map, cursor->column, count, width};
    cursor->column += count;
    if (cursor->column >= shown(map->columns)) *cursor = (struct cursor){cursor->map + 1, 0};
    return true;
}

/* ---- lines of a panel ---- */

static void put_colour(const struct grid *grid, double value) {
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

static void put_cell(const struct grid *grid, const struct heatmap *map, size_t row,
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

static void put_left(const struct grid *grid, const char *string, size_t width) {
    columns_put_left(grid->text, string, width, grid->terminal.unicode);
}

static void put_row(const struct grid *grid, const struct panel *panel, size_t row) {
    char number[HEAT_LABEL_SIZE];
    put_left(grid, heatmap_label(panel->map->row_labels, row, number), grid->gutter);
    for (size_t i = 0; i < panel->count; i++) put_cell(grid, panel->map, row, panel->first + i);
}

static void put_header(const struct grid *grid, const struct panel *panel) {
    char number[HEAT_LABEL_SIZE];
    put_left(grid, panel->map->row_name, grid->gutter);
    for (size_t i = 0; i < panel->count; i++) {
        const char *label = heatmap_label(panel->map->column_labels, panel->first + i, number);
        text_string(grid->text, " ");
        columns_put_right(grid->text, label, grid->number, grid->terminal.unicode);
        text_string(grid->text, " ");
    }
}

static void put_column_name(const struct grid *grid, const struct panel *panel) {
    put_left(grid, NULL, grid->gutter + 1);
    put_left(grid, panel->map->column_name, panel->count * cell_width(grid) - 1);
}

/* ---- bands ---- */

enum { LINE_TITLE, LINE_COLUMN_NAME, LINE_HEADER, LINE_ROWS };

static bool has_line(const struct panel *panel, size_t line) {
    if (line == LINE_TITLE) return panel->map->title;
    if (line == LINE_COLUMN_NAME) return panel->map->column_name && panel->count;
    return line == LINE_HEADER || line - LINE_ROWS < shown(panel->map->rows);
}

/* The line in exactly the panel's width. */
static void put_line(const struct grid *grid, const struct panel *panel, size_t line) {
    size_t used = grid->gutter + panel->count * cell_width(grid);
    if (!has_line(panel, line)) {
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

static void put_band(const struct grid *grid, const struct panel *panels, size_t count) {
    size_t lines = LINE_ROWS;
    for (size_t i = 0; i < count; i++)
        lines = larger(lines, LINE_ROWS + shown(panels[i].map->rows));
    for (size_t line = 0; line < lines; line++) {
        size_t from = grid->text->length;
        bool seen = false;
        for (size_t i = 0; i < count; i++) seen = seen || has_line(&panels[i], line);
        for (size_t i = 0; i < count && seen; i++) {
            text_repeat(grid->text, " ", i ? GAP : 0);
            put_line(grid, &panels[i], line);
        }
        columns_trim(grid->text, from);
        text_string(grid->text, seen ? "\n" : "");
    }
}

/* The panels that stand beside each other from the cursor on; 0 at the end. */
static size_t take_band(const struct grid *grid, struct cursor *cursor,
                        struct panel panels[BAND_MOST]) {
    size_t count = 0, used = 0;
    for (struct cursor next = *cursor; count < BAND_MOST; *cursor = next, count++) {
        if (!take_panel(grid, &next, &panels[count])) break;
        used += panels[count].width + (count ? GAP : 0);
        if (count && used > grid->terminal.columns) break;
    }
    return count;
}

/* ---- groups ---- */

static void put_string_line(struct text *text, const char *string, struct terminal terminal) {
    if (!string) return;
    columns_put(text, string, terminal.columns, terminal.unicode);
    text_string(text, "\n");
}

static void put_what_is_left_out(const struct grid *grid) {
    for (size_t m = 0; m < grid->group->count; m++) {
        const struct heatmap *map = &grid->group->maps[m];
        if (map->rows <= MOST_SHOWN && map->columns <= MOST_SHOWN) continue;
        struct text line = {0};
        text_format(&line, "(%zu of %zu rows, %zu of %zu columns)", shown(map->rows), map->rows,
                    shown(map->columns), map->columns);
        put_string_line(grid->text, line.data, grid->terminal);
        text_free(&line);
        return;
    }
}

static bool has_titles(const struct heat_group *group) {
    for (size_t m = 0; m < group->count; m++) {
        if (!group->maps[m].title) return false;
    }
    return group->count;
}

static void put_group(struct text *text, const struct heat_group *group, struct terminal terminal) {
    struct grid grid = {.text = text, .group = group, .terminal = terminal};
    struct panel panels[BAND_MOST];
    struct cursor cursor = {0, 0};
    choose_decimals(&grid);
    if (!has_titles(group)) put_string_line(text, group->value_name, terminal);
    for (size_t band = 0, count; (count = take_band(&grid, &cursor, panels)); band++) {
        text_string(text, band ? "\n" : "");
        put_band(&grid, panels, count);
    }
    put_what_is_left_out(&grid);
}

void heat_draw_terminal(struct text *text, const struct heat_figure *figure,
                        struct terminal terminal) {
    terminal.columns = larger(terminal.columns, NARROWEST);
    put_string_line(text, figure->title, terminal);
    for (size_t g = 0; g < figure->count; g++) {
        text_string(text, g || figure->title ? "\n" : "");
        put_group(text, &figure->groups[g], terminal);
    }
}
