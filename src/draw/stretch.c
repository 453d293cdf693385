/* Stretches: see stretch.h. */
#include "draw/stretch.h"

#include <math.h>

struct stretch stretch_first(const struct frame *frame, const struct series *series,
                             bool (*is_seen)(const struct series *series, size_t i),
                             double bucket) {
    return (struct stretch){frame, series, is_seen, bucket, 0, 0, 0};
}

static double place(const struct stretch *stretch, size_t i) {
    return frame_x(stretch->frame, stretch->series->x[i]);
}

/* Whether point i follows point `last` without a gap that can be seen. */
static bool is_joined(const struct stretch *stretch, size_t last, size_t i) {
    return i == last + 1 || fabs(place(stretch, i) - place(stretch, last)) < stretch->bucket;
}

bool stretch_next(struct stretch *stretch) {
    size_t count = stretch->series->count, i = stretch->end;
    while (i < count && !stretch->is_seen(stretch->series, i)) i++;
    stretch->begin = i;
    stretch->seen = 0;
    for (size_t last = i; i < count; i++) {
        if (!stretch->is_seen(stretch->series, i)) continue;
        if (!is_joined(stretch, last, i) && stretch->seen) break;
        last = i;
        stretch->end = i + 1;
        stretch->seen++;
    }
    return stretch->seen > 0;
}

double stretch_bucket(const struct stretch *stretch, size_t i) {
    return floor((place(stretch, i) - stretch->frame->left) / stretch->bucket);
}
