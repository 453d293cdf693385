/* Pieces of SVG: see svg.h. */
#include "draw/svg.h"

#include "base/utf8.h"
#include "draw/columns.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* What stands for a character of one byte; NULL: itself. */
static const char *escape(char c) {
    static const struct {
        char c;
        const char *entity;
    } entities[] = {{'&', "&amp;"},  {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"},
                    {'\'', "&#39;"}, {'\n', " "},   {'\t', " "},   {'\x7f', "\uFFFD"}};
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        if (entities[i].c == c) return entities[i].entity;
    }
    return (unsigned char)c < 0x20 ? "\uFFFD" : NULL;
}

/* C1 controls, U+FFFE and U+FFFF. */
static bool is_forbidden(const char *bytes, size_t length) {
    const unsigned char *b = (const unsigned char *)bytes;
    if (length == 2) return b[0] == 0xc2 && b[1] < 0xa0;
    return length == 3 && b[0] == 0xef && b[1] == 0xbf && b[2] >= 0xbe;
}

/* Appends the next character escaped; returns its bytes. */
static size_t put_character(struct text *text, const char *string, size_t left) {
    size_t length = utf8_length(string, left);
    const char *instead = length == 1 ? escape(*string) : NULL;
    if (!length || is_forbidden(string, length)) instead = "\uFFFD";
    text_append(text, instead ? instead : string, instead ? strlen(instead) : length);
    return length ? length : 1;
}

void svg_string(struct text *text, const char *string, size_t most) {
    size_t left = string ? strlen(string) : 0, count = columns_of(string);
    bool cut = count > most;
    for (size_t i = 0; i + cut < (cut ? most : count); i++) {
        size_t length = put_character(text, string, left);
        string += length;
        left -= length;
    }
    if (cut && most) text_string(text, "…");
}

size_t svg_room(double width, double size) {
    return width > 0 ? (size_t)floor(width / (0.6 * size)) : 0;
}

double svg_width(size_t characters, double size) {
    return (double)characters * 0.6 * size;
}

void svg_line(struct text *text, struct segment s, const char *attributes) {
    text_format(text, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\"%s/>\n", s.x0, s.y0,
                s.x1, s.y1, attributes);
}

void svg_caption(struct text *text, const struct caption *c) {
    if (!c->string || !*c->string) return;
    text_format(text, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.2f\" text-anchor=\"%s\"%s>", c->x,
                c->y, c->size, c->anchor, c->attributes);
    svg_string(text, c->string, c->most);
    svg_string(text, c->note, SIZE_MAX);
    text_string(text, "</text>\n");
}
