/* Heat maps in words: see heat_description.h. */
#include "draw/heat_description.h"

#include "draw/heat_page.h"
#include "draw/svg.h"

#include <math.h>
#include <stdint.h>

/* Where the largest number stands, for those who do not see the picture. */
static void describe_largest(struct text *text, const struct heatmap *map) {
    char row[HEAT_LABEL_SIZE], column[HEAT_LABEL_SIZE];
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < map->rows * map->columns; i++) {
        if ((map->masked && map->masked[i]) || isnan(map->values[i])) continue;
        if (best == SIZE_MAX || map->values[i] > map->values[best]) best = i;
    }
    if (best == SIZE_MAX) return;
    text_format(text, "; the largest is %.4g in row ", map->values[best]);
    svg_string(text, heatmap_label(map->row_labels, best / map->columns, row), SIZE_MAX);
    text_string(text, ", column ");
    svg_string(text, heatmap_label(map->column_labels, best % map->columns, column), SIZE_MAX);
}

static void describe_map(struct text *text, const struct heatmap *map) {
    svg_string(text, map->title ? map->title : "a matrix", SIZE_MAX);
    text_format(text, ", %zu rows", map->rows);
    text_string(text, map->row_name ? " of " : "");
    svg_string(text, map->row_name, SIZE_MAX);
    text_format(text, " by %zu columns", map->columns);
    text_string(text, map->column_name ? " of " : "");
    svg_string(text, map->column_name, SIZE_MAX);
    describe_largest(text, map);
    text_string(text, ". ");
}

void heat_describe(struct text *text, const struct heat_figure *figure) {
    text_string(text, "<desc>");
    for (size_t g = 0; g < figure->count; g++) {
        const struct heat_group *group = &figure->groups[g];
        text_string(text, "Heat map");
        text_string(text, group->value_name ? " of the " : "");
        svg_string(text, group->value_name, SIZE_MAX);
        text_string(text, ": ");
        svg_string(text, group->title, SIZE_MAX);
        text_string(text, group->title ? ". " : "");
        for (size_t m = 0; m < heat_block_count(group); m++) describe_map(text, &group->maps[m]);
    }
    text_string(text, "</desc>\n");
}
