/* The layout of heat maps on an SVG page: see heat_page.h. */
#include "draw/heat_page.h"

#include "base/memory.h"
#include "draw/columns.h"
#include "draw/svg.h"

#include <math.h>

enum {
    MOST_MAPS = 64,
    MOST_CELLS = 24576,
    FEW_CELLS = 256,
    MOST_SIDE = 128, /* cells along one side */
    LABEL_MOST = 16  /* characters */
};

static const double cell_most = 44, rows_most = 640, font_most = 11, font_least = 8;
static const double tower = 1000;
static const double comfortable = 5; /* cells this wide let maps without numbers stand abreast */

size_t heat_block_count(const struct heat_group *group) {
    return group->count < MOST_MAPS ? group->count : MOST_MAPS;
}

static size_t divide_up(size_t a, size_t b) {
    return a / b + (a % b != 0);
}

/* The maps that share the cells of the picture: those that have few need no share. */
static size_t large_maps(const struct heat_figure *figure) {
    size_t large = 0;
    for (size_t g = 0; g < figure->count; g++) {
        const struct heat_group *group = &figure->groups[g];
        for (size_t m = 0; m < heat_block_count(group); m++) {
            large += size_multiply(group->maps[m].rows, group->maps[m].columns) > FEW_CELLS;
        }
    }
    return large < MOST_CELLS / FEW_CELLS ? large : MOST_CELLS / FEW_CELLS;
}

/* The least block of numbers a cell must stand for, so that all maps of the figure together have
 * no more cells than a picture may have. */
static size_t page_side(const struct heat_figure *figure, const struct heat_group *group) {
    size_t side = 1, large = large_maps(figure), most = MOST_CELLS / (large ? large : 1);
    for (size_t m = 0; m < heat_block_count(group); m++) {
        size_t rows = group->maps[m].rows, columns = group->maps[m].columns;
        while (divide_up(rows, side) > MOST_SIDE || divide_up(columns, side) > MOST_SIDE ||
               divide_up(rows, side) * divide_up(columns, side) > most) {
            side++;
        }
    }
    return side;
}

size_t heat_label_step(double need, double each) {
    size_t step = 1;
    for (size_t i = 0; need > each * (double)step && i < 18; i++) {
        step = i % 3 == 1 ? step / 2 * 5 : step * 2; /* 1 2 5 10 20 50 ... */
    }
    return step;
}

/* The width that the labels of the rows and their name take. */
static double label_width(const struct heatmap *map) {
    size_t label = heatmap_label_width(map->row_labels, map->rows, LABEL_MOST);
    size_t name = columns_of(map->row_name);
    return fmax(svg_width(label, HEAT_LABEL_FONT),
                svg_width(name < LABEL_MOST ? name : LABEL_MOST, HEAT_NAME_SIZE));
}

static double title_width(const struct heatmap *map) {
    double title = svg_width(columns_of(map->title), HEAT_NAME_SIZE * 1.1);
    return fmin(ceil(title) + 1, HEAT_WIDTH - 2 * HEAT_EDGE);
}

/* Sets what the largest of its maps need. */
static void measure_maps(struct heat_block *block) {
    double widest = 0;
    bool titled = false, named = false;
    for (size_t m = 0; m < block->count; m++) {
        const struct heatmap *map = &block->group->maps[m];
        size_t rows = heat_block_cells(block, map->rows);
        size_t columns = heat_block_cells(block, map->columns);
        if (rows > block->rows) block->rows = rows;
        if (columns > block->columns) block->columns = columns;
        widest = fmax(widest, label_width(map));
        block->title_width = fmax(block->title_width, title_width(map));
        titled = titled || map->title;
        named = named || map->column_name;
    }
    block->gutter = ceil(widest) + 8;
    block->head = HEAT_LINE * (1 + titled + named);
}

static double bar_width(const struct heat_block *block) {
    size_t name = columns_of(block->group->value_name);
    if (name > HEAT_BAR_NAME_MOST) name = HEAT_BAR_NAME_MOST;
    double ticks = HEAT_BAR + 9 + svg_width(axis_label_width(&block->key.axis), HEAT_LABEL_FONT);
    return ceil(HEAT_GAP + fmax(ticks, svg_width(name, HEAT_NAME_SIZE)));
}

/* The width of a cell with `maps` of them abreast. */
static double cell_width_of(const struct heat_block *block, size_t maps) {
    double room = HEAT_WIDTH - 2 * HEAT_EDGE - bar_width(block);
    double each = (room + HEAT_GAP) / (double)maps - HEAT_GAP - block->gutter;
    return fmin(cell_most, floor(each / (double)(block->columns ? block->columns : 1)));
}

/* What the longest title wants of a place. */
static double title_place(const struct heat_block *block) {
    return fmin(block->title_width, HEAT_TITLE_MOST) - HEAT_TITLE_OVER;
}

static bool has_title_room(const struct heat_block *block, size_t maps) {
    double room = HEAT_WIDTH - 2 * HEAT_EDGE - bar_width(block);
    return (double)maps * (title_place(block) + HEAT_GAP) - HEAT_GAP <= room;
}

/* The width of a map's place: the map's own, or, where there is room, its title's. */
static double place_width(const struct heat_block *block) {
    double own = block->gutter + block->cell_width * (double)block->columns;
    bool widened = block->per_line > 1 && has_title_room(block, block->per_line);
    return widened ? fmax(own, title_place(block)) : own;
}

/* With so many maps abreast. */
static void set_cells(struct heat_block *block, size_t per_line) {
    double height = floor(rows_most / (double)(block->rows ? block->rows : 1));
    block->per_line = per_line;
    block->cell_width = cell_width_of(block, per_line);
    block->cell_height = fmin(height, fmax(block->cell_width, HEAT_LINE));
    if (block->rows > 1) block->cell_height = fmin(block->cell_height, block->cell_width);
    block->map_width = place_width(block);
    block->map_height = block->head + block->cell_height * (double)block->rows;
}

static double height_of_lines(const struct heat_block *block) {
    double lines = (double)divide_up(block->count, block->per_line);
    return lines * (block->map_height + HEAT_GAP) - HEAT_GAP;
}

/* As many maps abreast as leave titles and numbers their room, or, where one alone would not have it, some
 * width. Where that would make a tower, more of them without numbers. */
static void choose_cells(struct heat_block *block) {
    double need = ceil(svg_width(block->key.width, font_least)) + 4;
    double wanted = cell_width_of(block, 1) >= need ? need : comfortable;
    size_t maps = block->count ? block->count : 1;
    while (maps > 1 && (cell_width_of(block, maps) < wanted || !has_title_room(block, maps))) {
        maps--;
    }
    set_cells(block, maps);
    while (height_of_lines(block) > tower && cell_width_of(block, maps + 1) >= comfortable) {
        set_cells(block, ++maps);
    }
}

static void choose_font(struct heat_block *block) {
    double across = (block->cell_width - 4) / svg_width(block->key.width, 1);
    double font = floor(fmin(font_most, fmin(across, block->cell_height - 3)));
    block->font = font >= font_least && block->side == 1 ? font : 0;
}

static bool has_masked_cell(const struct heatmap *map) {
    for (size_t i = 0; map->masked && i < map->rows * map->columns; i++) {
        if (map->masked[i]) return true;
    }
    return false;
}

static bool has_masked(const struct heat_block *block) {
    for (size_t m = 0; m < block->count; m++) {
        if (has_masked_cell(&block->group->maps[m])) return true;
    }
    return false;
}

void heat_block_init(struct heat_block *block, const struct heat_figure *figure,
                     const struct heat_group *group) {
    *block = (struct heat_block){.group = group, .count = heat_block_count(group)};
    heat_key_init(&block->key, group, 2);
    block->side = page_side(figure, group);
    measure_maps(block);
    choose_cells(block);
    choose_font(block);
    block->bar_left = (double)block->per_line * (block->map_width + HEAT_GAP);
    block->bar_height = fmin(fmax(block->map_height - block->head, 84), 200);
    block->is_masked = has_masked(block);
    block->has_note = block->side > 1 || block->is_masked || block->count < group->count;
    block->height = fmax(height_of_lines(block), block->head + block->bar_height + 6) +
                    (block->has_note ? HEAT_LINE + 4 : 0);
}

double heat_block_width(const struct heat_block *block) {
    double title = svg_width(columns_of(block->group->title), HEAT_GROUP_SIZE * 1.1);
    double width = block->bar_left + bar_width(block) - HEAT_GAP;
    width = fmax(width, fmin(ceil(title) + 1, HEAT_WIDTH - 2 * HEAT_EDGE));
    if (block->side > 1 || block->count < block->group->count) width = fmax(width, HEAT_NOTE);
    return block->per_line == 1 ? fmax(width, block->title_width) : width;
}

struct heat_corner heat_block_corner(const struct heat_block *block, size_t m) {
    size_t column = m % block->per_line, line = m / block->per_line;
    double across = (double)column, down = (double)line;
    return (struct heat_corner){HEAT_EDGE + across * (block->map_width + HEAT_GAP) + block->gutter,
                                block->top + down * (block->map_height + HEAT_GAP) + block->head};
}

size_t heat_block_cells(const struct heat_block *block, size_t count) {
    return divide_up(count, block->side);
}

double heat_block_seam(const struct heat_block *block) {
    return fmin(block->cell_width, block->cell_height) >= 12 ? 1 : 0;
}
