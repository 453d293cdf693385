/* Levels, curves' ends and their names on an SVG page: see page.h. */
#include "draw/columns.h"
#include "draw/notes.h"
#include "draw/page.h"
#include "draw/palette.h"
#include "draw/svg.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* Names of levels may stand beside the caption of the y axis, so far above the plotting area. */
static const double headroom = 16;

/* Text that stays legible where it lies on a curve. */
#define NOTE                                                                                       \
    " fill=\"#555555\" stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\" "           \
    "paint-order=\"stroke\""

void page_put_level_lines(const struct page *page) {
    const struct frame *frame = &page->frame;
    for (size_t l = 0; l < page->figure->level_count; l++) {
        if (!isfinite(page->figure->levels[l].y)) continue;
        double y = frame_y(frame, page->figure->levels[l].y);
        svg_line(page->text, (struct segment){frame->left, y, frame->right, y},
                 " stroke=\"#777777\" stroke-dasharray=\"5 4\"");
    }
}

static void put_level_name(const struct page *page, struct notes *notes,
                           const struct level *level) {
    size_t most = svg_room(page->frame.right - page->frame.left - 8, PAGE_TICK_SIZE);
    size_t count = columns_of(level->label);
    struct place size = {svg_width(count < most ? count : most, PAGE_TICK_SIZE), PAGE_TICK_SIZE};
    struct place place = notes_place(notes, frame_y(&page->frame, level->y), size, 3);
    svg_caption(page->text, &(struct caption){level->label, NULL, place.x, place.y - 2,
                                              PAGE_TICK_SIZE, "end", NOTE, most});
}

bool page_put_level_names(const struct page *page) {
    struct notes notes;
    if (!notes_init(&notes, page->figure, &page->frame, headroom)) return false;
    size_t caption = columns_of(page->figure->y_label);
    notes_cover_head(&notes, PAGE_EDGE + svg_width(caption + 2, PAGE_NAME_SIZE));
    for (size_t l = 0; l < page->figure->level_count; l++) {
        const struct level *level = &page->figure->levels[l];
        if (level->label && isfinite(level->y)) put_level_name(page, &notes, level);
    }
    notes_free(&notes);
    return true;
}

/* A line in the look of the series. */
static void put_sample(const struct page *page, struct segment segment, size_t index) {
    char attributes[96];
    const char *dashes = palette_dashes(index);
    snprintf(attributes, sizeof attributes,
             " stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"",
             palette_style(index)->line, dashes ? dashes : "none");
    svg_line(page->text, segment, attributes);
}

static void put_name(const struct page *page, const struct label *label, double x, double y,
                     size_t most) {
    char attributes[32];
    snprintf(attributes, sizeof attributes, " fill=\"%s\"", palette_style(label->index)->ink);
    svg_caption(page->text,
                &(struct caption){label->text, label_note(label), x, y + PAGE_NAME_SIZE * 0.36,
                                  PAGE_NAME_SIZE, "start", attributes, most});
}

/* A dot at the end of the curve, and a thin line from there to the name beside it. */
static void put_end(const struct page *page, const struct label *label) {
    size_t last;
    const struct series *series = &page->figure->series[label->index];
    const char *colour = palette_style(label->index)->line;
    if (!series_last(series, &last)) return;
    double x = frame_x(&page->frame, series->x[last]), y = frame_y(&page->frame, series->y[last]);
    text_format(page->text, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2.5\" fill=\"%s\"/>\n", x, y,
                colour);
    if (!page->is_beside || !label->text) return;
    char attributes[64];
    snprintf(attributes, sizeof attributes, " stroke=\"%s\" stroke-width=\"0.8\"", colour);
    double to = page->frame.right + PAGE_NAME_GAP - 3;
    svg_line(page->text, (struct segment){x, y, to, label->at}, attributes);
}

static void put_legend_row(const struct page *page, const struct label *label, size_t i) {
    double step = (page->width - 2 * PAGE_EDGE) / (double)page->legend_columns;
    double x = PAGE_EDGE + step * (double)(i / page->legend_rows);
    double y = page->legend + PAGE_LINE * ((double)(i % page->legend_rows) + 0.2);
    put_sample(page, (struct segment){x, y, x + PAGE_SAMPLE, y}, label->index);
    put_name(page, label, x + PAGE_SAMPLE + 8, y, svg_room(step - PAGE_SAMPLE - 8, PAGE_NAME_SIZE));
}

void page_put_names(const struct page *page) {
    for (size_t i = 0; i < page->figure->series_count; i++) {
        const struct label *label = &page->labels[i];
        put_end(page, label);
        if (page->is_beside) {
            put_name(page, label, page->frame.right + PAGE_NAME_GAP, label->at, SIZE_MAX);
        } else {
            put_legend_row(page, label, i);
        }
    }
}
