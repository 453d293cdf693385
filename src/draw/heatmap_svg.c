/* Heat maps as SVG: see heatmap.h. */
#include "draw/heat_cells.h"
#include "draw/heat_description.h"
#include "draw/heat_labels.h"

#include "base/memory.h"
#include "draw/columns.h"
#include "draw/svg.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { BAR_STEPS = 64 };

/* ---- a map ---- */

static bool put_map(struct text *text, const struct heat_block *block, size_t m) {
    const struct heatmap *map = &block->group->maps[m];
    struct heat_corner corner = heat_block_corner(block, m);
    text_string(text, "<g shape-rendering=\"crispEdges\">\n");
    bool done = heat_put_cells(text, block, map, corner);
    text_string(text, "</g>\n");
    heat_put_numbers(text, block, map, corner);
    heat_put_labels(text, block, map, corner);
    return done;
}

/* ---- the colour bar ---- */

/* From step i of BAR_STEPS upwards; the edges are whole pixels, so that no line shows between. */
static double bar_edge(const struct heat_block *block, double top, size_t i) {
    return top + block->bar_height - floor(block->bar_height * (double)i / BAR_STEPS);
}

static void put_bar_steps(struct text *text, const struct heat_block *block, double left,
                          double top) {
    text_string(text, "<g shape-rendering=\"crispEdges\">\n");
    for (size_t i = 0; i < BAR_STEPS; i++) {
        double upper = bar_edge(block, top, i + 1);
        struct colour colour =
            heat_step_colour(&block->key, i * (HEAT_STEPS - 1) / (BAR_STEPS - 1));
        text_format(text,
                    "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.0f\" height=\"%.2f\" "
                    "fill=\"#%02x%02x%02x\"/>\n",
                    left, upper, HEAT_BAR, bar_edge(block, top, i) - upper, (unsigned)colour.red,
                    (unsigned)colour.green, (unsigned)colour.blue);
    }
    text_string(text, "</g>\n");
}

static void put_bar(struct text *text, const struct heat_block *block) {
    const struct axis *axis = &block->key.axis;
    double left = HEAT_EDGE + block->bar_left, right = left + HEAT_BAR;
    double top = block->top + block->head;
    put_bar_steps(text, block, left, top);
    for (size_t i = 0; i < axis->count; i++) {
        const struct tick *tick = &axis->ticks[i];
        double y = top + block->bar_height * (1 - axis_fraction(axis, tick->value));
        svg_line(text, (struct segment){right, y, right + 4, y}, " stroke=\"#444444\"");
        heat_put_caption(text, tick->label,
                         (struct heat_corner){right + 8, y + HEAT_LABEL_FONT * 0.36},
                         HEAT_LABEL_FONT, "start", HEAT_INK, SIZE_MAX);
    }
    heat_put_caption(text, block->group->value_name, (struct heat_corner){left, top - 9},
                     HEAT_NAME_SIZE, "start", HEAT_GREY, HEAT_BAR_NAME_MOST);
}

/* ---- groups ---- */

static void write_note(struct text *note, const struct heat_block *block) {
    const struct heat_group *group = block->group;
    const char *between = "";
    if (block->side > 1) {
        text_format(note, "a cell is the %s of %zu x %zu",
                    group->scale == HEAT_SIGNED ? "furthest from 0" : "largest", block->side,
                    block->side);
        between = "; ";
    }
    if (block->is_masked) {
        text_format(note, "%s%s: masked", between,
                    heat_block_seam(block) > 0 ? "hatched" : "very light grey");
        between = "; ";
    }
    if (block->count < group->count) {
        text_format(note, "%sthe first %zu of %zu", between, block->count, group->count);
    }
}

static void put_note(struct text *text, const struct heat_block *block) {
    struct text note = {0};
    write_note(&note, block);
    heat_put_caption(text, note.data,
                     (struct heat_corner){HEAT_EDGE, block->top + block->height - 4},
                     HEAT_LABEL_FONT, "start", HEAT_GREY, svg_room(HEAT_NOTE, HEAT_LABEL_FONT));
    text->failed = text->failed || note.failed;
    text_free(&note);
}

static bool put_block(struct text *text, const struct heat_block *block) {
    bool done = true;
    for (size_t m = 0; m < block->count; m++) done = put_map(text, block, m) && done;
    heat_put_caption(text, block->group->title,
                     (struct heat_corner){HEAT_EDGE, block->top - HEAT_GROUP_LINE + 15},
                     HEAT_GROUP_SIZE, "start", HEAT_INK " font-weight=\"bold\"",
                     svg_room(HEAT_WIDTH - 2 * HEAT_EDGE, HEAT_GROUP_SIZE * 1.1));
    if (block->count) put_bar(text, block);
    if (block->has_note) put_note(text, block);
    return done;
}

/* ---- the page ---- */

static void put_head(struct text *text, const struct heat_figure *figure, double width,
                     double height) {
    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                "width=\"%.0f\" height=\"%.0f\" role=\"img\">\n<title>",
                width, height, width, height);
    svg_string(text, figure->title ? figure->title : "Heat maps", SIZE_MAX);
    text_string(text, "</title>\n");
    heat_describe(text, figure);
    text_format(text, "<rect width=\"%.2f\" height=\"%.2f\" fill=\"#ffffff\"/>\n", width, height);
    text_string(text, "<g font-family=\"sans-serif\">\n");
    heat_put_caption(text, figure->title, (struct heat_corner){HEAT_EDGE, 29}, HEAT_TITLE_SIZE,
                     "start", HEAT_INK " font-weight=\"bold\"",
                     svg_room(width - 2 * HEAT_EDGE, HEAT_TITLE_SIZE * 1.1));
}

/* Lays the groups out below each other; sets the size of the page. */
static void lay_out(struct heat_block *blocks, const struct heat_figure *figure, double *width,
                    double *height) {
    double title = svg_width(columns_of(figure->title), HEAT_TITLE_SIZE * 1.1);
    double widest = fmin(fmax(HEAT_NARROWEST, ceil(title) + 1), HEAT_WIDTH - 2 * HEAT_EDGE);
    double top = figure->title ? 48 : HEAT_EDGE;
    for (size_t g = 0; g < figure->count; g++) {
        heat_block_init(&blocks[g], figure, &figure->groups[g]);
        blocks[g].top = top + (figure->groups[g].title ? HEAT_GROUP_LINE : 0);
        top = blocks[g].top + blocks[g].height + HEAT_GAP;
        widest = fmax(widest, heat_block_width(&blocks[g]));
    }
    *width = widest + 2 * HEAT_EDGE;
    *height = top - HEAT_GAP + HEAT_EDGE;
}

void heat_draw_svg(struct text *text, const struct heat_figure *figure) {
    double width, height;
    struct heat_block *blocks = memory_take(figure->count, sizeof *blocks, "heat maps", NULL);
    bool done = blocks;
    if (done) {
        lay_out(blocks, figure, &width, &height);
        put_head(text, figure, width, height);
    }
    for (size_t g = 0; g < figure->count && done; g++) done = put_block(text, &blocks[g]);
    if (done) text_string(text, "</g>\n</svg>\n");
    text->failed = text->failed || !done;
    free(blocks);
}
