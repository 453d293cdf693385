/* A figure: see figure.h. */
#include "draw/figure.h"

#include <math.h>

bool series_seen(const struct series *series, size_t i) {
    return isfinite(series->x[i]) && isfinite(series->y[i]);
}

bool series_last(const struct series *series, size_t *i) {
    for (size_t count = series->count; count; count--) {
        if (!series_seen(series, count - 1)) continue;
        *i = count - 1;
        return true;
    }
    return false;
}

bool series_has_band(const struct series *series, size_t i) {
    return series->low && series->high && series_seen(series, i) && isfinite(series->low[i]) &&
           isfinite(series->high[i]);
}

static struct range x_range(const struct figure *figure) {
    struct range range = range_empty();
    for (size_t s = 0; s < figure->series_count; s++) {
        const struct series *series = &figure->series[s];
        for (size_t i = 0; i < series->count; i++) {
            if (series_seen(series, i)) range_include(&range, series->x[i]);
        }
    }
    return range;
}

/* Nothing but what is above 0 moves the end of a logarithmic axis. */
static void include_y(const struct figure *figure, struct range *range, double y) {
    if (!figure->is_log || y > 0) range_include(range, y);
}

static void include_series(const struct figure *figure, struct range *range,
                           const struct series *series) {
    for (size_t i = 0; i < series->count; i++) {
        if (!series_seen(series, i)) continue;
        include_y(figure, range, series->y[i]);
        if (!series_has_band(series, i)) continue;
        include_y(figure, range, series->low[i]);
        include_y(figure, range, series->high[i]);
    }
}

static struct range y_range(const struct figure *figure) {
    struct range range = range_empty();
    for (size_t s = 0; s < figure->series_count; s++) {
        include_series(figure, &range, &figure->series[s]);
    }
    for (size_t l = 0; l < figure->level_count; l++) {
        include_y(figure, &range, figure->levels[l].y);
    }
    return range;
}

void figure_x_axis(const struct figure *figure, struct axis *axis, size_t most, size_t room) {
    axis_init_in(axis, x_range(figure), most, room);
}

void figure_y_axis(const struct figure *figure, struct axis *axis, size_t most) {
    (figure->is_log ? axis_init_log : axis_init)(axis, y_range(figure), most);
}

double frame_x(const struct frame *frame, double value) {
    return frame->left + axis_fraction(&frame->x, value) * (frame->right - frame->left);
}

double frame_y(const struct frame *frame, double value) {
    return frame->bottom - axis_fraction(&frame->y, value) * (frame->bottom - frame->top);
}

struct segment frame_segment(const struct frame *frame, const struct series *series, size_t i) {
    size_t from = i > 0 && series_seen(series, i - 1) ? i - 1 : i;
    return (struct segment){frame_x(frame, series->x[from]), frame_y(frame, series->y[from]),
                            frame_x(frame, series->x[i]), frame_y(frame, series->y[i])};
}
