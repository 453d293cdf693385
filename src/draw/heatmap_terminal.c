/* Heat maps as text: see heatmap.h. Panels stand side by side in a band while they fit into the
 * terminal's columns. */
#include "draw/columns.h"
#include "draw/heat_panel.h"

enum { BAND_MOST = 64, GAP = 3 };

/* Where the next panel begins. */
struct cursor {
    size_t map, column;
};

/* The panel at the cursor, which moves on; false at the end of the group. */
static bool take_panel(const struct heat_grid *grid, struct cursor *cursor,
                       struct heat_panel *panel) {
    if (cursor->map == grid->group->count) return false;
    const struct heatmap *map = &grid->group->maps[cursor->map];
    *panel = heat_panel_of(grid, map, cursor->column);
    cursor->column += panel->count;
    if (cursor->column >= heat_shown(map->columns)) *cursor = (struct cursor){cursor->map + 1, 0};
    return true;
}

static void put_band(const struct heat_grid *grid, const struct heat_panel *panels, size_t count) {
    size_t lines = 0;
    for (size_t i = 0; i < count; i++) {
        size_t own = heat_panel_lines(&panels[i]);
        if (own > lines) lines = own;
    }
    for (size_t line = 0; line < lines; line++) {
        size_t from = grid->text->length;
        bool seen = false;
        for (size_t i = 0; i < count; i++) seen = seen || heat_panel_has_line(&panels[i], line);
        for (size_t i = 0; i < count && seen; i++) {
            text_repeat(grid->text, " ", i ? GAP : 0);
            heat_panel_put_line(grid, &panels[i], line);
        }
        columns_trim(grid->text, from);
        text_string(grid->text, seen ? "\n" : "");
    }
}

/* The panels that stand beside each other from the cursor on; 0 at the end. */
static size_t take_band(const struct heat_grid *grid, struct cursor *cursor,
                        struct heat_panel panels[BAND_MOST]) {
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

static void put_what_is_left_out(const struct heat_grid *grid) {
    for (size_t m = 0; m < grid->group->count; m++) {
        const struct heatmap *map = &grid->group->maps[m];
        if (map->rows == heat_shown(map->rows) && map->columns == heat_shown(map->columns))
            continue;
        struct text line = {0};
        text_format(&line, "(%zu of %zu rows, %zu of %zu columns)", heat_shown(map->rows),
                    map->rows, heat_shown(map->columns), map->columns);
        put_string_line(grid->text, line.data, grid->terminal);
        grid->text->failed = grid->text->failed || line.failed;
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
    struct heat_grid grid = {.text = text, .group = group, .terminal = terminal};
    struct heat_panel panels[BAND_MOST];
    struct cursor cursor = {0, 0};
    heat_grid_measure(&grid);
    put_string_line(text, group->title, terminal);
    if (!has_titles(group)) put_string_line(text, group->value_name, terminal);
    for (size_t band = 0, count; (count = take_band(&grid, &cursor, panels)); band++) {
        text_string(text, band ? "\n" : "");
        put_band(&grid, panels, count);
    }
    put_what_is_left_out(&grid);
}

void heat_draw_terminal(struct text *text, const struct heat_figure *figure,
                        struct terminal terminal) {
    terminal.columns =
        terminal.columns < HEAT_GRID_NARROWEST ? HEAT_GRID_NARROWEST : terminal.columns;
    put_string_line(text, figure->title, terminal);
    for (size_t g = 0; g < figure->count; g++) {
        text_string(text, g || figure->title ? "\n" : "");
        put_group(text, &figure->groups[g], terminal);
    }
}
