/* Axes and captions of an SVG page: see page.h. */
#include "draw/columns.h"
#include "draw/page.h"
#include "draw/svg.h"

#include <math.h>
#include <stdint.h>

#define INK  " fill=\"#222222\""
#define AXIS " stroke=\"#444444\""

static void put_y_ticks(const struct page *page) {
    const struct frame *frame = &page->frame;
    for (size_t i = 0; i < frame->y.count; i++) {
        const struct tick *tick = &frame->y.ticks[i];
        double y = frame_y(frame, tick->value), left = frame->left;
        svg_line(page->text, (struct segment){left, y, frame->right, y}, " stroke=\"#e4e4e4\"");
        svg_line(page->text, (struct segment){left - 5, y, left, y}, AXIS);
        svg_caption(page->text,
                    &(struct caption){tick->label, NULL, left - 9, y + PAGE_TICK_SIZE * 0.36,
                                      PAGE_TICK_SIZE, "end", INK, SIZE_MAX});
    }
}

/* Short ticks between the powers of ten of a logarithmic axis. */
static void put_minor_ticks(const struct page *page) {
    double value, left = page->frame.left;
    for (size_t i = 0; axis_minor(&page->frame.y, i, &value); i++) {
        if (value < page->frame.y.min) continue;
        double y = frame_y(&page->frame, value);
        svg_line(page->text, (struct segment){left - 3, y, left, y}, AXIS);
    }
}

static void put_x_ticks(const struct page *page) {
    const struct frame *frame = &page->frame;
    for (size_t i = 0; i < frame->x.count; i++) {
        const struct tick *tick = &frame->x.ticks[i];
        double x = frame_x(frame, tick->value), y = frame->bottom;
        svg_line(page->text, (struct segment){x, frame->top, x, y}, " stroke=\"#efefef\"");
        svg_line(page->text, (struct segment){x, y, x, y + 5}, AXIS);
        svg_caption(page->text, &(struct caption){tick->label, NULL, x, y + 19, PAGE_TICK_SIZE,
                                                  "middle", INK, SIZE_MAX});
    }
}

static void put_lines(const struct page *page) {
    const struct frame *f = &page->frame;
    svg_line(page->text, (struct segment){f->left, f->top, f->left, f->bottom}, AXIS);
    svg_line(page->text, (struct segment){f->left, f->bottom, f->right, f->bottom}, AXIS);
}

/* As large as fits in the room, within reason. */
static double title_size(const char *title, double room) {
    double size = PAGE_TITLE_SIZE, wanted = svg_width(columns_of(title), 1.1);
    return wanted * size > room ? fmax(PAGE_NAME_SIZE, room / wanted) : size;
}

static void put_captions(const struct page *page) {
    const struct figure *figure = page->figure;
    const struct frame *frame = &page->frame;
    double room = page->width - 2 * PAGE_EDGE, middle = (frame->left + frame->right) / 2;
    double title = title_size(figure->title, room);
    const struct caption captions[] = {
        {figure->title, NULL, PAGE_EDGE, 29, title, "start", INK " font-weight=\"bold\"",
         svg_room(room, title * 1.1)},
        {figure->y_label, NULL, PAGE_EDGE, 52, PAGE_NAME_SIZE, "start", INK,
         svg_room(room, PAGE_NAME_SIZE)},
        {figure->x_label, NULL, middle, frame->bottom + 40, PAGE_NAME_SIZE, "middle", INK,
         svg_room(frame->right - frame->left, PAGE_NAME_SIZE)},
    };
    for (size_t i = 0; i < sizeof captions / sizeof *captions; i++) {
        svg_caption(page->text, &captions[i]);
    }
}

void page_put_axes(const struct page *page) {
    put_x_ticks(page);
    put_y_ticks(page);
    put_minor_ticks(page);
    put_lines(page);
    put_captions(page);
}
