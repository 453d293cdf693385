/* The words around the cells of a heat map in SVG: see heat_labels.h. */
#include "draw/heat_labels.h"

#include "draw/svg.h"

void heat_put_caption(struct text *text, const char *string, struct heat_corner at, double size,
                      const char *anchor, const char *attributes, size_t most) {
    svg_caption(text, &(struct caption){string, NULL, at.x, at.y, size, anchor, attributes, most});
}

static void put_row_labels(struct text *text, const struct heat_block *block,
                           const struct heatmap *map, struct heat_corner corner) {
    char number[HEAT_LABEL_SIZE];
    double each = block->cell_height / (double)block->side;
    size_t step = heat_label_step(HEAT_LABEL_FONT + 2, each);
    size_t most = svg_room(block->gutter - 7, HEAT_LABEL_FONT);
    for (size_t i = step - 1; i < map->rows; i += step) {
        double y = corner.y + ((double)i + 0.5) * each + HEAT_LABEL_FONT * 0.36;
        heat_put_caption(text, heatmap_label(map->row_labels, i, number),
                         (struct heat_corner){corner.x - 6, y}, HEAT_LABEL_FONT, "end", HEAT_INK,
                         most);
    }
}

/* Long labels are cut where a cell has room for three characters, else only some are written. */
static void put_column_labels(struct text *text, const struct heat_block *block,
                              const struct heatmap *map, struct heat_corner corner) {
    char number[HEAT_LABEL_SIZE];
    double each = block->cell_width / (double)block->side;
    size_t longest = heatmap_label_width(map->column_labels, map->columns, 24);
    bool cut = svg_room(each, HEAT_LABEL_FONT) >= 3;
    double need = svg_width(longest, HEAT_LABEL_FONT) + 3;
    size_t step = cut ? 1 : heat_label_step(need, each);
    size_t most = svg_room(each * (double)step, HEAT_LABEL_FONT);
    for (size_t j = step - 1; j < map->columns; j += step) {
        double x = corner.x + ((double)j + 0.5) * each;
        heat_put_caption(text, heatmap_label(map->column_labels, j, number),
                         (struct heat_corner){x, corner.y - 6}, HEAT_LABEL_FONT, "middle", HEAT_INK,
                         most);
    }
}

static void put_names(struct text *text, const struct heat_block *block, const struct heatmap *map,
                      struct heat_corner corner) {
    double across = block->cell_width * (double)block->columns;
    double left = corner.x - block->gutter, top = corner.y - block->head;
    double room = block->per_line > 1 ? block->map_width + HEAT_TITLE_OVER : block->title_width;
    heat_put_caption(text, map->title, (struct heat_corner){left, top + 12}, HEAT_NAME_SIZE,
                     "start", HEAT_INK " font-weight=\"bold\"",
                     svg_room(room, HEAT_NAME_SIZE * 1.1));
    heat_put_caption(text, map->row_name, (struct heat_corner){corner.x - 6, corner.y - 6},
                     HEAT_NAME_SIZE, "end", HEAT_GREY, svg_room(block->gutter - 7, HEAT_NAME_SIZE));
    heat_put_caption(text, map->column_name,
                     (struct heat_corner){corner.x + across / 2, corner.y - 6 - HEAT_LINE},
                     HEAT_NAME_SIZE, "middle", HEAT_GREY, svg_room(across, HEAT_NAME_SIZE));
}

void heat_put_labels(struct text *text, const struct heat_block *block, const struct heatmap *map,
                     struct heat_corner corner) {
    put_row_labels(text, block, map, corner);
    put_column_labels(text, block, map, corner);
    put_names(text, block, map, corner);
}
