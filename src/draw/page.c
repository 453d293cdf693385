/* The layout of an SVG page: see page.h. */
#include "draw/page.h"

#include "base/memory.h"
#include "draw/columns.h"
#include "draw/svg.h"

#include <stdlib.h>

enum { MOST_X_TICKS = 9, MOST_Y_TICKS = 8 };

/* The widest that the names beside the curves may be, in pixels. */
static const double beside_most = 220;

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
    double columns = (PAGE_WIDTH - 2 * PAGE_EDGE) / item;
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
        beside <= beside_most &&
        labels_spread(page->labels, count, PAGE_NAME_SIZE + 3, frame->top, frame->bottom);
    frame->right = PAGE_WIDTH - PAGE_EDGE - (page->is_beside && widest ? beside : PAGE_EDGE);
    if (!page->is_beside) plan_legend(page, widest);
}

bool page_init(struct page *page, struct text *text, const struct figure *figure) {
    *page = (struct page){.text = text, .figure = figure, .height = PAGE_HEIGHT};
    page->labels = memory_take(figure->series_count, sizeof *page->labels, "a figure", NULL);
    if (!page->labels) return false;
    struct frame *frame = &page->frame;
    frame->top = 66;
    frame->bottom = PAGE_HEIGHT - 56;
    axis_init(&frame->y, figure_y_range(figure), MOST_Y_TICKS);
    frame->left = PAGE_EDGE + svg_width(axis_label_width(&frame->y), PAGE_TICK_SIZE) + 9;
    labels_of_series(page->labels, figure, frame);
    plan_names(page);
    axis_init_in(&frame->x, figure_x_range(figure), MOST_X_TICKS,
                 svg_room(frame->right - frame->left, PAGE_TICK_SIZE));
    return true;
}

void page_free(struct page *page) {
    free(page->labels);
}
