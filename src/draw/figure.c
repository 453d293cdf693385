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

struct range figure_x_range(const struct figure *figure) {
    struct range range = range_empty();
    for (size_t s = 0; s < figure->series_count; s++) {
        const struct series *series = &figure->series[s];
        for (size_t i = 0; i < series->count; i++) {
            if (series_seen(series, i)) range_include(&range, series->x[i]);
        }
    }
    return range;
}

struct range figure_y_range(const struct figure *figure) {
    struct range range = range_empty();
    for (size_t s = 0; s < figure->series_count; s++) {
        const struct series *series = &figure->series[s];
        for (size_t i = 0; i < series->count; i++) {
            if (series_seen(series, i)) range_include(&range, series->y[i]);
        }
    }
    for (size_t l = 0; l < figure->level_count; l++) range_include(&range, figure->levels[l].y);
    return range;
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
