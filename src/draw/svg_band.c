/* Bands in SVG: see svg.h. */
#include "draw/palette.h"
#include "draw/stretch.h"
#include "draw/svg.h"

#include <math.h>
#include <stdint.h>

/* One edge of a band: the points of a stretch from left to right, or back. */
struct edge {
    struct text *text;
    const struct stretch *stretch;
    const double *y;
    double sign; /* 1 keeps the highest of a bucket, -1 the lowest */
    size_t points;
};

static void put_point(struct edge *edge, size_t i, double y) {
    const struct stretch *stretch = edge->stretch;
    text_format(edge->text, "%c%.2f %.2f", edge->points++ ? 'L' : 'M',
                frame_x(stretch->frame, stretch->series->x[i]), frame_y(stretch->frame, y));
}

/* Visits point i; a bucket is written when the next one begins. */
struct bucket {
    double number, y;
    size_t at;
};

static void visit(struct edge *edge, struct bucket *bucket, size_t i) {
    const struct stretch *stretch = edge->stretch;
    if (!stretch->is_seen(stretch->series, i)) return;
    double number = stretch_bucket(stretch, i);
    if (number != bucket->number) {
        if (bucket->at != SIZE_MAX) put_point(edge, bucket->at, bucket->y);
        *bucket = (struct bucket){number, edge->y[i], i};
    }
    if (edge->sign * edge->y[i] > edge->sign * bucket->y) bucket->y = edge->y[i];
}

static void put_piece(struct text *text, const struct stretch *stretch) {
    struct edge high = {text, stretch, stretch->series->high, 1, 0};
    struct edge low = {text, stretch, stretch->series->low, -1, 1};
    struct bucket bucket = {-1, 0, SIZE_MAX};
    for (size_t i = stretch->begin; i < stretch->end; i++) visit(&high, &bucket, i);
    put_point(&high, stretch->end - 1, bucket.y);
    bucket = (struct bucket){-1, 0, SIZE_MAX};
    for (size_t i = stretch->end; i > stretch->begin; i--) visit(&low, &bucket, i - 1);
    put_point(&low, stretch->begin, bucket.y);
    text_string(text, "Z");
}

void svg_band(struct text *text, const struct frame *frame, const struct series *series,
              size_t index, double bucket) {
    size_t before = text->length;
    text_format(text, "<path fill=\"%s\" fill-opacity=\"0.2\" d=\"", palette_style(index)->line);
    size_t empty = text->length;
    struct stretch stretch = stretch_first(frame, series, series_has_band, bucket);
    while (stretch_next(&stretch)) put_piece(text, &stretch);
    if (text->length == empty) {
        text->length = before;
    } else {
        text_string(text, "\"/>\n");
    }
}
