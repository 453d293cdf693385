/* Places of names: see notes.h. */
#include "draw/notes.h"

#include <math.h>

/* A cell of the map, and the step from one place that is tried to the next, in pixels. */
static const double cell_width = 4, cell_height = 2, place_step = 8;

struct box {
    double left, top, right, bottom;
};

static struct segment on_map(const struct notes *notes, struct segment s) {
    double left = notes->frame.left, top = notes->top;
    return (struct segment){floor((s.x0 - left) / cell_width), floor((s.y0 - top) / cell_height),
                            floor((s.x1 - left) / cell_width), floor((s.y1 - top) / cell_height)};
}

static void map_level(struct notes *notes, double y) {
    const struct frame *frame = &notes->frame;
    double at = frame_y(frame, y);
    struct segment line = {frame->left, at, frame->right, at};
    canvas_line(&notes->canvas, on_map(notes, line), 0);
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

/* Cells of the map in the box that hold something; all where the box leaves the frame. */
static size_t count_covered(const struct notes *notes, const struct box *box) {
    if (!is_inside(notes, box)) return SIZE_MAX;
    struct segment s =
        on_map(notes, (struct segment){box->left, box->top, box->right, box->bottom});
    size_t covered = 0;
    for (size_t row = (size_t)s.y0; row <= (size_t)s.y1; row++) {
        for (size_t column = (size_t)s.x0; column <= (size_t)s.x1; column++) {
            covered += notes->canvas.cells[row * notes->canvas.columns + column].dots != 0;
        }
    }
    return covered;
}

static void cover(struct notes *notes, const struct box *box) {
    struct segment s =
        on_map(notes, (struct segment){box->left, box->top, box->right, box->bottom});
    for (double row = s.y0; row <= s.y1; row++) {
        canvas_line(&notes->canvas, (struct segment){s.x0, row, s.x1, row}, 0);
    }
}

void notes_cover_head(struct notes *notes, double x) {
    const struct frame *frame = &notes->frame;
    double right = fmin(x, frame->right);
    if (right > frame->left) {
        cover(notes, &(struct box){frame->left, notes->top, right, frame->top - cell_height});
    }
}

struct place notes_place(struct notes *notes, double line, struct place size, double gap) {
    const struct frame *frame = &notes->frame;
    double right = frame->right - 4, above = line - gap, below = line + gap + size.y;
    double fallback = above - size.y >= notes->top ? above : below;
    struct box best = {right - size.x, fallback - size.y, right, fallback};
    size_t least = count_covered(notes, &best);
    for (double x = right; x - size.x >= frame->left; x -= place_step) {
        for (int side = 0; side < 2; side++) {
            double y = side ? below : above;
            struct box box = {x - size.x, y - size.y, x, y};
            size_t covered = count_covered(notes, &box);
            if (covered >= least) continue;
            least = covered;
            best = box;
        }
    }
    if (least != SIZE_MAX) cover(notes, &best);
    return (struct place){best.right, best.bottom};
}
