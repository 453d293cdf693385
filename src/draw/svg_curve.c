/* Curves in SVG: see svg.h. */
#include "draw/palette.h"
#include "draw/stretch.h"
#include "draw/svg.h"

#include <stdint.h>

/* Points of one bucket, by their numbers in the series. */
struct bucket {
    double number;
    size_t first, lowest, highest, last;
};

struct path {
    struct text *text;
    const struct frame *frame;
    const struct series *series;
    size_t points; /* of the piece that is being written */
};

static void put_point(struct path *path, size_t i) {
    text_format(path->text, "%c%.2f %.2f", path->points++ ? 'L' : 'M',
                frame_x(path->frame, path->series->x[i]), frame_y(path->frame, path->series->y[i]));
}

static void put_bucket(struct path *path, const struct bucket *bucket) {
    bool falls = bucket->highest < bucket->lowest;
    size_t early = falls ? bucket->highest : bucket->lowest;
    size_t late = falls ? bucket->lowest : bucket->highest;
    put_point(path, bucket->first);
    if (early != bucket->first) put_point(path, early);
    if (late != early && late != bucket->last) put_point(path, late);
    if (bucket->last != bucket->first && bucket->last != early) put_point(path, bucket->last);
}

static void widen_bucket(struct bucket *bucket, const double *y, size_t i) {
    if (y[i] < y[bucket->lowest]) bucket->lowest = i;
    if (y[i] > y[bucket->highest]) bucket->highest = i;
    bucket->last = i;
}

static void put_piece(struct path *path, const struct stretch *stretch) {
    struct bucket bucket = {-1, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};
    path->points = 0;
    for (size_t i = stretch->begin; i < stretch->end; i++) {
        if (!series_seen(path->series, i)) continue;
        double number = stretch_bucket(stretch, i);
        if (number != bucket.number) {
            if (bucket.first != SIZE_MAX) put_bucket(path, &bucket);
            bucket = (struct bucket){number, i, i, i, i};
        }
        widen_bucket(&bucket, path->series->y, i);
    }
    put_bucket(path, &bucket);
}

static void put_path(struct path *path, size_t index, double bucket) {
    size_t before = path->text->length;
    const char *dashes = palette_dashes(index);
    text_format(path->text, "<path stroke=\"%s\"", palette_style(index)->line);
    if (dashes) text_format(path->text, " stroke-dasharray=\"%s\"", dashes);
    text_string(path->text, " d=\"");
    size_t empty = path->text->length;
    struct stretch stretch = stretch_first(path->frame, path->series, series_seen, bucket);
    while (stretch_next(&stretch)) {
        if (stretch.seen > 1) put_piece(path, &stretch);
    }
    if (path->text->length == empty) {
        path->text->length = before;
    } else {
        text_string(path->text, "\"/>\n");
    }
}

void svg_curve(struct text *text, const struct frame *frame, const struct series *series,
               size_t index, double bucket) {
    struct path path = {text, frame, series, 0};
    put_path(&path, index, bucket);
    struct stretch stretch = stretch_first(frame, series, series_seen, bucket);
    while (stretch_next(&stretch)) {
        if (stretch.seen > 1) continue;
        text_format(text, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2\" fill=\"%s\"/>\n",
                    frame_x(frame, series->x[stretch.begin]),
                    frame_y(frame, series->y[stretch.begin]), palette_style(index)->line);
    }
}
