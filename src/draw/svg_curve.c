/* Curves in SVG: see svg.h. */
#include "draw/palette.h"
#include "draw/svg.h"

#include <math.h>

/* Points of one pixel's width, by their numbers in the series. */
struct bucket {
    double pixel;
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

/* The points from `begin` to the next gap; returns where that is. */
static size_t put_piece(struct path *path, size_t begin) {
    const struct series *series = path->series;
    struct bucket bucket = {-1, begin, begin, begin, begin};
    size_t i = begin;
    path->points = 0;
    for (; i < series->count && series_seen(series, i); i++) {
        double pixel = floor(frame_x(path->frame, series->x[i]));
        if (pixel != bucket.pixel) {
            if (i > begin) put_bucket(path, &bucket);
            bucket = (struct bucket){pixel, i, i, i, i};
        }
        widen_bucket(&bucket, series->y, i);
    }
    put_bucket(path, &bucket);
    return i;
}

static bool is_alone(const struct series *series, size_t i) {
    if (i > 0 && series_seen(series, i - 1)) return false;
    return series_seen(series, i) && (i + 1 == series->count || !series_seen(series, i + 1));
}

static void put_path(struct path *path, const struct style *style) {
    size_t before = path->text->length;
    text_format(path->text, "<path fill=\"none\" stroke=\"%s\"", style->line);
    if (style->dashes) text_format(path->text, " stroke-dasharray=\"%s\"", style->dashes);
    text_string(path->text, " d=\"");
    size_t empty = path->text->length;
    for (size_t i = 0; i < path->series->count;) {
        bool skip = !series_seen(path->series, i) || is_alone(path->series, i);
        i = skip ? i + 1 : put_piece(path, i);
    }
    if (path->text->length == empty) {
        path->text->length = before;
    } else {
        text_string(path->text, "\"/>\n");
    }
}

void svg_curve(struct text *text, const struct frame *frame, const struct series *series,
               size_t index) {
    const struct style *style = palette_style(index);
    struct path path = {text, frame, series, 0};
    put_path(&path, style);
    for (size_t i = 0; i < series->count; i++) {
        if (!is_alone(series, i)) continue;
        text_format(text, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2\" fill=\"%s\"/>\n",
                    frame_x(frame, series->x[i]), frame_y(frame, series->y[i]), style->line);
    }
}
