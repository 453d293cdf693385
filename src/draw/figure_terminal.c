/* A figure as text: see figure_terminal.h. */
#include "draw/figure_terminal.h"

#include "draw/columns.h"
#include "draw/palette.h"
#include "draw/picture.h"

#include <math.h>
#include <string.h>

/* The characters of axes. */
struct pen {
    const char *y_line, *y_tick, *corner, *x_line, *x_tick, *level;
};

static const struct pen pens[2] = {{"|", "+", "+", "-", "+", "-"}, {"│", "┤", "└", "─", "┬", "╌"}};

static const struct pen *pen_of(const struct picture *picture) {
    return &pens[picture->terminal.unicode];
}

static void begin_colour(struct text *text, const struct picture *picture, int colour) {
    if (picture->terminal.colour) text_format(text, "\033[38;5;%dm", colour);
}

static void end_colour(struct text *text, const struct picture *picture) {
    if (picture->terminal.colour) text_string(text, "\033[0m");
}

/* A line with the string in the middle of the plotting area, further left where it is longer. */
static void put_centred(struct text *text, const struct picture *picture, const char *string,
                        bool bold) {
    size_t most = picture->terminal.columns, width = columns_of(string);
    if (!width) return;
    size_t middle = picture->gutter + picture->plot / 2;
    size_t before = middle > width / 2 ? middle - width / 2 : 0;
    if (before + width > most) before = most > width ? most - width : 0;
    text_repeat(text, " ", before);
    if (bold && picture->terminal.colour) text_string(text, "\033[1m");
    columns_put(text, string, most - before, picture->terminal.unicode);
    if (bold) end_colour(text, picture);
    text_string(text, "\n");
}

static void put_y_label(struct text *text, const struct picture *picture) {
    size_t width = columns_of(picture->figure->y_label);
    if (!width) return;
    if (picture->gutter > width) text_repeat(text, " ", picture->gutter - width);
    columns_put(text, picture->figure->y_label, picture->terminal.columns,
                picture->terminal.unicode);
    text_string(text, "\n");
}

/* What the label names, as it looks, and its name. */
static void put_label(struct text *text, const struct picture *picture, const struct label *label,
                      size_t most) {
    const struct style *style = palette_style(label->index);
    bool unicode = picture->terminal.unicode;
    begin_colour(text, picture, label->is_level ? PALETTE_GREY : style->colour);
    if (label->is_level) {
        text_string(text, pen_of(picture)->level);
    } else if (unicode) {
        text_string(text, style->mark);
    } else {
        text_append(text, &style->ascii, 1);
    }
    text_string(text, columns_of(label->text) ? " " : "");
    size_t used = 2 + columns_put(text, label->text, most - 2, unicode);
    columns_put(text, label_note(label), most - used, unicode);
    end_colour(text, picture);
}

static const struct label *label_in_row(const struct picture *picture, size_t row) {
    for (size_t i = 0; picture->is_beside && i < picture->label_count; i++) {
        if (floor(picture->labels[i].at + 0.5) == (double)row) return &picture->labels[i];
    }
    return NULL;
}

static const struct tick *tick_in_row(const struct picture *picture, size_t row) {
    const struct axis *axis = &picture->frame.y;
    for (size_t i = 0; i < axis->count; i++) {
        double dot = floor(frame_y(&picture->frame, axis->ticks[i].value) + 0.5);
        if ((size_t)dot / picture->canvas.cell_height == row) return &axis->ticks[i];
    }
    return NULL;
}

static void put_row(struct text *text, const struct picture *picture, size_t row) {
    const struct tick *tick = tick_in_row(picture, row);
    const struct label *label = label_in_row(picture, row);
    const struct pen *pen = pen_of(picture);
    columns_put_right(text, tick ? tick->label : "", picture->gutter - 2, true);
    text_string(text, " ");
    text_string(text, tick ? pen->y_tick : pen->y_line);
    canvas_row(text, &picture->canvas, row, label ? picture->plot : 0, picture->terminal);
    if (label) {
        text_string(text, " ");
        put_label(text, picture, label,
                  picture->terminal.columns - picture->gutter - picture->plot - 1);
    }
    text_string(text, "\n");
}

static size_t tick_column(const struct picture *picture, size_t i) {
    double dot = frame_x(&picture->frame, picture->frame.x.ticks[i].value);
    return (size_t)floor(dot + 0.5) / picture->canvas.cell_width;
}

static void put_x_line(struct text *text, const struct picture *picture) {
    const struct pen *pen = pen_of(picture);
    text_repeat(text, " ", picture->gutter - 1);
    text_string(text, pen->corner);
    for (size_t column = 0, i = 0; column < picture->plot; column++) {
        bool tick = i < picture->frame.x.count && tick_column(picture, i) == column;
        while (i < picture->frame.x.count && tick_column(picture, i) <= column) i++;
        text_string(text, tick ? pen->x_tick : pen->x_line);
    }
    text_string(text, "\n");
}

/* Each label in the middle under its tick; one that would touch its neighbour is left out. */
static void put_x_ticks(struct text *text, const struct picture *picture) {
    const struct axis *axis = &picture->frame.x;
    size_t used = 0; /* columns of the line */
    for (size_t i = 0; i < axis->count; i++) {
        size_t width = strlen(axis->ticks[i].label), most = picture->terminal.columns;
        size_t column = picture->gutter + tick_column(picture, i);
        size_t start = column > width / 2 ? column - width / 2 : 0;
        if (start + width > most) start = most > width ? most - width : 0;
        if (start + width > most || (used && start <= used)) continue;
        text_repeat(text, " ", start - used);
        text_string(text, axis->ticks[i].label);
        used = start + width;
    }
    text_string(text, "\n");
}

/* The labels in lines, as many in each as fit, 3 blanks apart. */
static void put_key(struct text *text, const struct picture *picture) {
    size_t used = 0, most = picture->terminal.columns;
    for (size_t i = 0; i < picture->label_count; i++) {
        size_t width = picture_label_width(&picture->labels[i]) - 1;
        if (width > most) width = most;
        if (used && used + 3 + width > most) {
            text_string(text, "\n");
            used = 0;
        }
        text_string(text, used ? "   " : "");
        put_label(text, picture, &picture->labels[i], width);
        used += width + (used ? 3 : 0);
    }
    if (used) text_string(text, "\n");
}

void figure_draw_terminal(struct text *text, const struct figure *figure, struct terminal terminal,
                          size_t rows) {
    struct picture picture;
    if (picture_init(&picture, figure, terminal, rows)) {
        put_centred(text, &picture, figure->title, true);
        put_y_label(text, &picture);
        for (size_t row = 0; row < picture.rows; row++) put_row(text, &picture, row);
        put_x_line(text, &picture);
        put_x_ticks(text, &picture);
        put_centred(text, &picture, figure->x_label, false);
        if (!picture.is_beside) put_key(text, &picture);
    } else {
        text->failed = true;
    }
    picture_free(&picture);
}
