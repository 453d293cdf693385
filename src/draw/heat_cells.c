/* Cells of a heat map in SVG: see heat_cells.h. */
#include "draw/heat_cells.h"

#include "base/memory.h"
#include "draw/svg.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* The looks of cells: steps of the scale, then nan and masked. */
enum { LOOK_NAN = HEAT_STEPS, LOOK_MASKED, LOOK_COUNT };

/* Whether a number stands for its block more than the one that did so far. */
static bool is_before(enum heat_scale scale, double value, double best) {
    if (isnan(best) || isnan(value)) return !isnan(value);
    return scale == HEAT_SIGNED ? fabs(value) > fabs(best) : value > best;
}

/* What a cell shows: the number that stands for its block; false where all of them are masked. */
static bool find_value(const struct heat_block *block, const struct heatmap *map, size_t row,
                       size_t column, double *value) {
    bool seen = false;
    size_t side = block->side, last_row = (row + 1) * side, last_column = (column + 1) * side;
    *value = (double)NAN;
    for (size_t i = row * side; i < last_row && i < map->rows; i++) {
        for (size_t j = column * side; j < last_column && j < map->columns; j++) {
            double candidate = map->values[i * map->columns + j];
            if (heatmap_is_masked(map, i, j)) continue;
            seen = true;
            if (is_before(block->key.scale, candidate, *value)) *value = candidate;
        }
    }
    return seen;
}

static uint16_t look_of(const struct heat_block *block, const struct heatmap *map, size_t row,
                        size_t column) {
    double value;
    if (!find_value(block, map, row, column, &value)) return LOOK_MASKED;
    if (isnan(value)) return LOOK_NAN;
    return (uint16_t)floor(heat_key_fraction(&block->key, value) * (HEAT_STEPS - 1) + 0.5);
}

struct colour heat_step_colour(const struct heat_key *key, size_t step) {
    double part = (double)step / (HEAT_STEPS - 1);
    return heat_key_colour(key, key->axis.min * (1 - part) + key->axis.max * part);
}

static struct colour look_colour(const struct heat_block *block, size_t look) {
    if (look == LOOK_NAN) return heat_key_colour(&block->key, (double)NAN);
    if (look == LOOK_MASKED) return (struct colour){246, 246, 246};
    return heat_step_colour(&block->key, look);
}

/* The cells of one row from `column` on that have its look; all of one colour where no seam is. */
static size_t run_of(const uint16_t *looks, size_t column, size_t columns, bool joined) {
    size_t end = column + 1;
    while (joined && end < columns && looks[end] == looks[column]) end++;
    return end - column;
}

/* All cells of one look as one path. */
static void put_look(struct text *text, const struct heat_block *block, struct heat_corner corner,
                     const uint16_t *looks, size_t rows, size_t columns, size_t look) {
    double seam = heat_block_seam(block);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0, run; j < columns; j += run) {
            run = run_of(looks + i * columns, j, columns, seam == 0);
            if (looks[i * columns + j] != look) continue;
            double x = corner.x + (double)j * block->cell_width;
            double y = corner.y + (double)i * block->cell_height;
            text_format(text, "M%.0f %.0fH%.0fV%.0fH%.0fZ", x, y,
                        x + (double)run * block->cell_width - seam, y + block->cell_height - seam,
                        x);
        }
    }
}

/* A line across each masked cell that is large enough. */
static void put_hatching(struct text *text, const struct heat_block *block,
                         struct heat_corner corner, const uint16_t *looks, size_t rows,
                         size_t columns) {
    double width = block->cell_width - 1, height = block->cell_height - 1;
    if (heat_block_seam(block) == 0) return;
    text_string(text, "<path fill=\"none\" stroke=\"#c4c4c4\" d=\"");
    for (size_t i = 0; i < rows * columns; i++) {
        if (looks[i] != LOOK_MASKED) continue;
        size_t row = i / columns, column = i % columns;
        double x = corner.x + (double)column * block->cell_width;
        double y = corner.y + (double)row * block->cell_height;
        text_format(text, "M%.0f %.0fL%.0f %.0f", x, y + height, x + width, y);
    }
    text_string(text, "\"/>\n");
}

static void put_paths(struct text *text, const struct heat_block *block, struct heat_corner corner,
                      const uint16_t *looks, size_t rows, size_t columns) {
    size_t counts[LOOK_COUNT] = {0};
    for (size_t i = 0; i < rows * columns; i++) counts[looks[i]]++;
    for (size_t look = 0; look < LOOK_COUNT; look++) {
        if (!counts[look]) continue;
        struct colour colour = look_colour(block, look);
        text_format(text, "<path fill=\"#%02x%02x%02x\" d=\"", (unsigned)colour.red,
                    (unsigned)colour.green, (unsigned)colour.blue);
        put_look(text, block, corner, looks, rows, columns, look);
        text_string(text, "\"/>\n");
    }
    if (counts[LOOK_MASKED]) put_hatching(text, block, corner, looks, rows, columns);
}

/* What is seen between the cells and around them: white cells need an end. */
static void put_ground(struct text *text, const struct heat_block *block, struct heat_corner corner,
                       size_t rows, size_t columns) {
    double seam = heat_block_seam(block);
    text_format(text,
                "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" fill=\"#dcdcdc\"/>\n",
                corner.x - 1, corner.y - 1, (double)columns * block->cell_width + 2 - seam,
                (double)rows * block->cell_height + 2 - seam);
}

bool heat_put_cells(struct text *text, const struct heat_block *block, const struct heatmap *map,
                    struct heat_corner corner) {
    size_t rows = heat_block_cells(block, map->rows);
    size_t columns = heat_block_cells(block, map->columns);
    uint16_t *looks = memory_take(rows * columns, sizeof *looks, "a heat map", NULL);
    if (!looks) return false;
    for (size_t i = 0; i < rows * columns; i++) {
        looks[i] = look_of(block, map, i / columns, i % columns);
    }
    if (block->key.scale == HEAT_SIGNED && rows && columns) {
        put_ground(text, block, corner, rows, columns);
    }
    put_paths(text, block, corner, looks, rows, columns);
    free(looks);
    return true;
}

static void put_number(struct text *text, const struct heat_block *block, struct heat_corner corner,
                       double value) {
    char number[HEAT_NUMBER_SIZE];
    text_format(text, "<text x=\"%.2f\" y=\"%.2f\"%s>",
                corner.x + (block->cell_width - heat_block_seam(block)) / 2,
                corner.y + (block->cell_height - heat_block_seam(block)) / 2 + block->font * 0.36,
                colour_is_dark(heat_key_colour(&block->key, value)) ? " fill=\"#ffffff\"" : "");
    svg_string(text, heat_key_number(&block->key, value, number), SIZE_MAX);
    text_string(text, "</text>\n");
}

void heat_put_numbers(struct text *text, const struct heat_block *block, const struct heatmap *map,
                      struct heat_corner corner) {
    if (block->font == 0) return;
    text_format(text, "<g font-size=\"%.0f\" text-anchor=\"middle\">\n", block->font);
    for (size_t i = 0; i < map->rows * map->columns; i++) {
        if (map->masked && map->masked[i]) continue;
        size_t row = i / map->columns, column = i % map->columns;
        struct heat_corner cell = {corner.x + block->cell_width * (double)column,
                                   corner.y + block->cell_height * (double)row};
        put_number(text, block, cell, map->values[i]);
    }
    text_string(text, "</g>\n");
}
