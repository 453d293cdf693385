/* Bars: see bars.h. */
#include "draw/bars.h"

#include "draw/columns.h"
#include "draw/palette.h"

#include <math.h>
#include <stdio.h>

static const char *const eighths[8] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

/* Draws value * width columns and returns how many began. */
static size_t draw_bar(struct text *text, double value, size_t width, bool unicode) {
    double share = isnan(value) ? 0 : fmax(0, fmin(1, value));
    size_t parts = unicode ? 8 : 1;
    size_t filled = (size_t)floor(share * (double)width * (double)parts + 0.5);
    text_repeat(text, unicode ? "█" : "#", filled / parts);
    text_string(text, eighths[filled % parts]);
    return (filled + parts - 1) / parts;
}

static void draw_row(struct text *text, const struct bar *bar, const struct bars *bars,
                     size_t label_width, struct terminal terminal) {
    char number[400];
    size_t from = text->length;
    columns_put_right(text, bar->label, label_width, terminal.unicode);
    text_string(text, label_width ? "  " : "");
    if (terminal.colour) {
        text_format(text, "\033[38;5;%dm", palette_style(bar->mark ? 1 : 0)->colour);
    }
    size_t drawn = draw_bar(text, bar->value, bars->width, terminal.unicode);
    text_string(text, terminal.colour ? "\033[0m" : "");
    text_repeat(text, " ", bars->width - drawn + 1);
    snprintf(number, sizeof number, "%*.*f", bars->decimals ? bars->decimals + 2 : 1,
             bars->decimals, bar->value);
    text_string(text, isnan(bar->value) ? "nan" : number);
    if (bar->mark) text_string(text, " ");
    columns_put(text, bar->mark, columns_of(bar->mark), terminal.unicode);
    columns_trim(text, from);
    text_string(text, "\n");
}

void bars_draw(struct text *text, const struct bars *bars, struct terminal terminal) {
    size_t label_width = 0;
    for (size_t i = 0; i < bars->count; i++) {
        size_t width = columns_of(bars->bars[i].label);
        if (width > label_width) label_width = width;
    }
    for (size_t i = 0; i < bars->count; i++) {
        draw_row(text, &bars->bars[i], bars, label_width, terminal);
    }
}
