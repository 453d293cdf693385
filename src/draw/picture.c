/* The layout of a figure in a terminal: see picture.h. */
#include "draw/picture.h"

#include "base/memory.h"
#include "draw/columns.h"

#include <math.h>
#include <stdlib.h>

enum { MARK_SPACING = 14 /* columns between the marks of a curve */ };

static size_t clamp(size_t value, size_t low, size_t high) {
    return value < low ? low : value > high ? high : value;
}

size_t picture_label_width(const struct label *label) {
    return 3 + columns_of(label->text) + columns_of(label_note(label));
}

static bool plan_labels(struct picture *picture) {
    size_t most = size_add(picture->figure->series_count, picture->figure->level_count);
    picture->labels = memory_take(most, sizeof *picture->labels, "a figure's labels", NULL);
    if (!picture->labels) return false;
    size_t count = picture->figure->series_count;
    labels_of_series(picture->labels, picture->figure, &picture->frame);
    count += labels_of_levels(picture->labels + count, picture->figure, &picture->frame);
    picture->label_count = count;
    return true;
}

/* From the middle of a dot to that of its row. */
static void labels_to_rows(struct picture *picture) {
    double height = picture->terminal.unicode ? 4 : 1;
    for (size_t i = 0; i < picture->label_count; i++) {
        picture->labels[i].at = (picture->labels[i].at - (height - 1) / 2) / height;
    }
}

/* Beside the plotting area if that leaves it three fifths of the columns. */
static void plan_margin(struct picture *picture) {
    size_t widest = 0, columns = picture->terminal.columns;
    for (size_t i = 0; i < picture->label_count; i++) {
        size_t width = picture_label_width(&picture->labels[i]);
        if (width > widest) widest = width;
    }
    labels_to_rows(picture);
    picture->is_beside =
        widest <= columns * 2 / 5 &&
        labels_spread(picture->labels, picture->label_count, 1, 0, (double)picture->rows - 1);
    picture->plot = columns - picture->gutter - (picture->is_beside ? widest : 0);
}

static bool plan(struct picture *picture) {
    struct frame *frame = &picture->frame;
    size_t columns = picture->terminal.columns;
    figure_y_axis(picture->figure, &frame->y, picture->rows / 3);
    frame->bottom = (double)(picture->rows * (picture->terminal.unicode ? 4 : 1) - 1);
    picture->gutter = clamp(axis_label_width(&frame->y) + 2, 0, columns / 2);
    if (!plan_labels(picture)) return false;
    plan_margin(picture);
    figure_x_axis(picture->figure, &frame->x, picture->plot / 8, picture->plot);
    frame->right = (double)(picture->plot * (picture->terminal.unicode ? 2 : 1) - 1);
    return true;
}

/* A walk along a curve, a segment to each point. A point keeps the row of dots of the one before
 * until it is 0.75 dots away, so that noise at the border of two rows does not flicker. */
struct walk {
    const struct picture *picture;
    const struct series *series;
    size_t next;
    double row;
    struct segment segment;
};

static struct walk walk_begin(const struct picture *picture, size_t s) {
    return (struct walk){.picture = picture, .series = &picture->figure->series[s]};
}

/* The next segment; one that follows a gap has no length. */
static bool walk_on(struct walk *walk) {
    const struct series *series = walk->series;
    size_t i = walk->next;
    while (i < series->count && !series_seen(series, i)) i++;
    if (i == series->count) return false;
    bool joined = i > 0 && i == walk->next;
    double x = frame_x(&walk->picture->frame, series->x[i]);
    double y = frame_y(&walk->picture->frame, series->y[i]), before = walk->row;
    if (!joined || fabs(y - before) > 0.75) walk->row = floor(y + 0.5);
    walk->segment = (struct segment){walk->segment.x1, before, x, walk->row};
    if (!joined) walk->segment = (struct segment){x, walk->row, x, walk->row};
    walk->next = i + 1;
    return true;
}

static void draw_band(struct picture *picture, size_t s) {
    struct series high = picture->figure->series[s], low = high;
    low.y = low.low;
    high.y = high.high;
    for (size_t i = 0; i < low.count; i++) {
        if (!series_has_band(&high, i)) continue;
        struct segment a = frame_segment(&picture->frame, &high, i);
        struct segment b = frame_segment(&picture->frame, &low, i);
        double steps = ceil(a.x1 - a.x0);
        for (double k = 0; k <= steps; k++) {
            double part = steps > 0 ? k / steps : 0;
            canvas_band(&picture->canvas, a.x0 + part * (a.x1 - a.x0), a.y0 + part * (a.y1 - a.y0),
                        b.y0 + part * (b.y1 - b.y0), s);
        }
    }
}

static void draw_curve(struct picture *picture, size_t s) {
    struct walk walk = walk_begin(picture, s);
    struct cover cover = {-1, 0, 0};
    while (walk_on(&walk)) canvas_next_line(&picture->canvas, &cover, walk.segment, s);
}

/* Marks where the curve crosses every MARK_SPACING columns from `next` on, in dots. */
static void mark_curve(struct picture *picture, size_t s, double next) {
    double spacing = MARK_SPACING * (double)picture->canvas.cell_width;
    for (struct walk walk = walk_begin(picture, s); walk_on(&walk);) {
        struct segment to = walk.segment;
        while (next < to.x0) next += spacing;
        for (; next < to.x1; next += spacing) {
            double part = (next - to.x0) / (to.x1 - to.x0);
            canvas_mark(&picture->canvas, next, to.y0 + part * (to.y1 - to.y0), s);
        }
    }
}

static void mark_end(struct picture *picture, size_t s) {
    struct walk walk = walk_begin(picture, s);
    while (walk_on(&walk)) continue;
    if (walk.next) canvas_mark(&picture->canvas, walk.segment.x1, walk.segment.y1, s);
}

/* Each series begins with its marks a little later than the one before. */
static void draw_marks(struct picture *picture) {
    size_t count = picture->figure->series_count;
    for (size_t s = 0; s < count; s++) mark_end(picture, s);
    if (picture->terminal.colour) return;
    for (size_t s = 0; s < count; s++) {
        double share = (double)(s + 1) / (double)count;
        mark_curve(picture, s, MARK_SPACING * share * (double)picture->canvas.cell_width);
    }
}

static void draw(struct picture *picture) {
    const struct figure *figure = picture->figure;
    for (size_t l = 0; l < figure->level_count; l++) {
        if (!isfinite(figure->levels[l].y)) continue;
        canvas_level(&picture->canvas, frame_y(&picture->frame, figure->levels[l].y));
    }
    for (size_t s = 0; s < figure->series_count; s++) {
        if (figure->series[s].low) draw_band(picture, s);
    }
    for (size_t s = 0; s < figure->series_count; s++) draw_curve(picture, s);
    if (picture->terminal.unicode) draw_marks(picture);
}

bool picture_init(struct picture *picture, const struct figure *figure, struct terminal terminal,
                  size_t rows) {
    *picture = (struct picture){.figure = figure, .terminal = terminal};
    picture->terminal.columns = clamp(terminal.columns, 20, PICTURE_COLUMNS);
    picture->rows = clamp(rows, 5, 60);
    if (!plan(picture)) return false;
    if (!canvas_init(&picture->canvas, picture->plot, picture->rows, terminal.unicode))
        return false;
    draw(picture);
    return true;
}

void picture_free(struct picture *picture) {
    canvas_free(&picture->canvas);
    free(picture->labels);
}
