/* The layout of an SVG page: see page.h. */
#include "draw/page.h"

#include "base/memory.h"
#include "draw/columns.h"
#include "draw/svg.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_X_TICKS = 9, MOST_Y_TICKS = 8 };

/* Between ticks, in pixels. */
static const double least_y_step = 26;

/* The widest that the names beside the curves may be, as a part of the whole. */
static const double beside_most = 0.3;

/* The most points of all curves: what more would add cannot be seen, but takes 14 bytes each. */
static const double most_points = 14000;

static size_t widest_label(const struct page *page) {
    size_t widest = 0;
    for (size_t i = 0; i < page->figure->series_count; i++) {
        const struct label *label = &page->labels[i];
        size_t columns = columns_of(label->text) + columns_of(label_note(label));
        if (columns > widest) widest = columns;
    }
    return widest;
}

static void plan_legend(struct page *page, size_t widest) {
    double item = PAGE_SAMPLE + 8 + svg_width(widest, PAGE_NAME_SIZE) + PAGE_EDGE;
    double columns = (page->width - 2 * PAGE_EDGE) / item;
    size_t count = page->figure->series_count;
    page->legend_columns = columns > 1 ? (size_t)columns : 1;
    page->legend_rows = (count + page->legend_columns - 1) / page->legend_columns;
    page->height += PAGE_LINE * (double)page->legend_rows;
}

/* The names beside the curves if they fit; the right margin follows from that. */
static void plan_names(struct page *page) {
    struct frame *frame = &page->frame;
    size_t count = page->figure->series_count, widest = widest_label(page);
    double beside = PAGE_NAME_GAP + svg_width(widest, PAGE_NAME_SIZE);
    page->is_beside =
        beside <= beside_most * page->width &&
        labels_spread(page->labels, count, PAGE_NAME_SIZE + 3, frame->top, frame->bottom);
    frame->right = page->width - PAGE_EDGE - (page->is_beside && widest ? beside : PAGE_EDGE);
    if (!page->is_beside) plan_legend(page, widest);
}

static size_t most_y_ticks(const struct frame *frame) {
    double count = (frame->bottom - frame->top) / least_y_step;
    return count < MOST_Y_TICKS ? (size_t)count : MOST_Y_TICKS;
}

/* Points that a curve and its band may have, where each bucket keeps so many of them. */
static double points_of(const struct series *series, double buckets) {
    double curve = fmin((double)series->count, 4 * buckets);
    return series->low ? curve + fmin(2 * (double)series->count, 2 * buckets) : curve;
}

/* A pixel, or as much wider as that many curves need. */
static void plan_bucket(struct page *page) {
    double width = page->frame.right - page->frame.left, points = INFINITY;
    for (page->bucket = 0.8; points > most_points && page->bucket < width;) {
        page->bucket *= 1.25;
        points = 0;
        for (size_t s = 0; s < page->figure->series_count; s++) {
            points += points_of(&page->figure->series[s], width / page->bucket);
        }
    }
}

bool page_init(struct page *page, struct text *text, const struct figure *figure) {
    *page = (struct page){.text = text, .figure = figure};
    page->width = figure->width > 0 ? figure->width : PAGE_WIDTH;
    page->height = page->legend = figure->height > 0 ? figure->height : PAGE_HEIGHT;
    page->labels = memory_take(figure->series_count, sizeof *page->labels, "a figure", NULL);
    if (!page->labels) return false;
    struct frame *frame = &page->frame;
    frame->top = 66;
    frame->bottom = page->height - 56;
    figure_y_axis(figure, &frame->y, most_y_ticks(frame));
    frame->left = PAGE_EDGE + svg_width(axis_label_width(&frame->y), PAGE_TICK_SIZE) + 9;
    labels_of_series(page->labels, figure, frame);
    plan_names(page);
    figure_x_axis(figure, &frame->x, MOST_X_TICKS,
                  svg_room(frame->right - frame->left, PAGE_TICK_SIZE));
    plan_bucket(page);
    return true;
}

void page_free(struct page *page) {
    free(page->labels);
}
