/* Places of names: see notes.h. */
#include "draw/notes.h"

#include <math.h>

/* A cell of the map, and the step from one place that is tried to the next, in pixels. */
static const double cell_width = 4, cell_height = 2, place_step = 8;

/* How much further from its line a name may go, where others are too near. */
static const double furthest = 40;

struct box {
    double left, top, right, bottom;
};

static struct segment on_map(const struct notes *notes, struct segment s) {
    double left = notes->frame.left, top = notes->top;
    return (struct segment){floor((s.x0 - left) / cell_width), floor((s.y0 - top) / cell_height),
                            floor((s.x1 - left) / cell_width), floor((s.y1 - top) / cell_height)};
}

/* What no name may lie on: levels and other names. */
static void take(struct notes *notes, const struct box *box) {
    struct segment s =
        on_map(notes, (struct segment){box->left, box->top, box->right, box->bottom});
    for (double row = s.y0; row <= s.y1; row++) {
        struct cell *cells = notes->canvas.cells + (size_t)row * notes->canvas.columns;
        for (double column = s.x0; column <= s.x1; column++) {
            cells[(size_t)column].dots = cells[(size_t)column].level = 1;
        }
    }
}

static void map_level(struct notes *notes, double y) {
    const struct frame *frame = &notes->frame;
    double at = frame_y(frame, y);
    take(notes, &(struct box){frame->left, at, frame->right, at});
}

static void map_curve(struct notes *notes, const struct series *series) {
    struct cover cover = {-1, 0, 0};
    for (size_t i = 0; i < series->count; i++) {
        if (!series_seen(series, i)) continue;
        struct segment segment = frame_segment(&notes->frame, series, i);
        canvas_next_line(&notes->canvas, &cover, on_map(notes, segment), 0);
    }
}

bool notes_init(struct notes *notes, const struct figure *figure, const struct frame *frame,
                double headroom) {
    notes->frame = *frame;
    notes->top = frame->top - headroom;
    size_t columns = (size_t)ceil((frame->right - frame->left) / cell_width) + 1;
    size_t rows = (size_t)ceil((frame->bottom - notes->top) / cell_height) + 1;
    if (!canvas_init(&notes->canvas, columns, rows, false)) return false;
    for (size_t s = 0; s < figure->series_count; s++) map_curve(notes, &figure->series[s]);
    for (size_t l = 0; l < figure->level_count; l++) {
        if (isfinite(figure->levels[l].y)) map_level(notes, figure->levels[l].y);
    }
    return true;
}

void notes_free(struct notes *notes) {
    canvas_free(&notes->canvas);
}

static bool is_inside(const struct notes *notes, const struct box *box) {
    const struct frame *frame = &notes->frame;
    return box->left >= frame->left && box->right <= frame->right && box->top >= notes->top &&
           box->bottom <= frame->bottom;
}

/* Cells of the map in the box that hold something, or where `taken` something that no name may lie
 * on; all where the box leaves the frame. */
static size_t count_covered(const struct notes *notes, const struct box *box, bool taken) {
    if (!is_inside(notes, box)) return SIZE_MAX;
    struct segment s =
        on_map(notes, (struct segment){box->left, box->top, box->right, box->bottom});
    size_t covered = 0;
    for (size_t row = (size_t)s.y0; row <= (size_t)s.y1; row++) {
        for (size_t column = (size_t)s.x0; column <= (size_t)s.x1; column++) {
            const struct cell *cell = &notes->canvas.cells[row * notes->canvas.columns + column];
            covered += taken ? cell->level != 0 : cell->dots != 0;
        }
    }
    return covered;
}

void notes_cover_head(struct notes *notes, double x) {
    const struct frame *frame = &notes->frame;
    double right = fmin(x, frame->right);
    if (right > frame->left) {
        take(notes, &(struct box){frame->left, notes->top, right, frame->top - cell_height});
    }
}

/* Looks all along the line, above and below, for a box that covers fewer than `least` cells; of those
 * that cover least for the first one. */
static void try_places(const struct notes *notes, struct place size, double above, double below,
                       size_t least, struct box *best) {
    double left = notes->frame.left;
    for (double x = notes->frame.right - 4; x - size.x >= left; x -= place_step) {
        for (int side = 0; side < 2; side++) {
            double y = side ? below : above;
            struct box box = {x - size.x, y - size.y, x, y};
            size_t covered = count_covered(notes, &box, false);
            if (covered >= least) continue;
            least = covered;
            *best = box;
        }
    }
}

struct place notes_place(struct notes *notes, double line, struct place size, double gap) {
    double right = notes->frame.right - 4, above = line - gap, below = line + gap + size.y;
    double fallback = above - size.y >= notes->top ? above : below;
    struct box best = {right - size.x, fallback - size.y, right, fallback};
    try_places(notes, size, above, below, count_covered(notes, &best, false), &best);
    for (double away = 2; away <= furthest && count_covered(notes, &best, true); away += 2) {
        try_places(notes, size, above - away, below + away, 1, &best);
    }
    if (is_inside(notes, &best)) take(notes, &best);
    return (struct place){best.right, best.bottom};
}
