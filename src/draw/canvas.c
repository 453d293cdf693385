/* A canvas: see canvas.h. */
#include "draw/canvas.h"

#include "base/memory.h"
#include "draw/palette.h"

#include <math.h>
#include <stdlib.h>

/* Bits of the braille dots [y][x]. */
static const uint8_t braille[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

bool canvas_init(struct canvas *canvas, size_t columns, size_t rows, bool unicode) {
    *canvas = (struct canvas){columns, rows, unicode ? 2 : 1, unicode ? 4 : 1, NULL};
    canvas->cells =
        memory_take(size_multiply(columns, rows), sizeof *canvas->cells, "a figure", NULL);
    return canvas->cells;
}

void canvas_free(struct canvas *canvas) {
    free(canvas->cells);
    *canvas = (struct canvas){0};
}

/* The cell of a dot, and the dot's bit in it; NULL outside. */
static struct cell *find_cell(const struct canvas *canvas, double x, double y, uint8_t *bit) {
    double column = floor(x + 0.5), row = floor(y + 0.5);
    if (!(column >= 0 && column < (double)(canvas->columns * canvas->cell_width))) return NULL;
    if (!(row >= 0 && row < (double)(canvas->rows * canvas->cell_height))) return NULL;
    size_t i = (size_t)column, j = (size_t)row;
    *bit = braille[j % canvas->cell_height][i % canvas->cell_width];
    return &canvas->cells[j / canvas->cell_height * canvas->columns + i / canvas->cell_width];
}

/* Curves that meet take turns of 2 columns: curve c has one turn in c+1. */
static bool has_turn(const struct canvas *canvas, const struct cell *cell, size_t curve) {
    size_t column = (size_t)(cell - canvas->cells) % canvas->columns;
    return column / 2 % (curve + 1) == curve;
}

static void draw_dot(struct canvas *canvas, double x, double y, size_t curve) {
    uint8_t bit;
    struct cell *cell = find_cell(canvas, x, y, &bit);
    if (!cell) return;
    cell->dots |= bit;
    if (!cell->owner || has_turn(canvas, cell, curve)) cell->owner = (uint32_t)curve + 1;
}

void canvas_line(struct canvas *canvas, struct segment s, size_t curve) {
    double steps = ceil(fmax(fabs(s.x1 - s.x0), fabs(s.y1 - s.y0)));
    for (double i = 0; i <= steps; i++) {
        double part = steps > 0 ? i / steps : 0;
        draw_dot(canvas, s.x0 + part * (s.x1 - s.x0), s.y0 + part * (s.y1 - s.y0), curve);
    }
}

void canvas_next_line(struct canvas *canvas, struct cover *cover, struct segment s, size_t curve) {
    double column = floor(s.x1 + 0.5);
    double low = fmin(floor(s.y0 + 0.5), floor(s.y1 + 0.5));
    double high = fmax(floor(s.y0 + 0.5), floor(s.y1 + 0.5));
    bool stays = column == cover->column && column == floor(s.x0 + 0.5);
    if (stays && low >= cover->low && high <= cover->high) return;
    canvas_line(canvas, s, curve);
    bool touches = stays && low <= cover->high + 1 && high >= cover->low - 1;
    if (!touches) *cover = (struct cover){column, floor(s.y1 + 0.5), floor(s.y1 + 0.5)};
    if (touches) *cover = (struct cover){column, fmin(low, cover->low), fmax(high, cover->high)};
}

/* Every other pair of dots, in ASCII every other cell. */
void canvas_level(struct canvas *canvas, double y) {
    for (size_t x = 0; x < canvas->columns * canvas->cell_width; x++) {
        uint8_t bit;
        struct cell *cell = find_cell(canvas, (double)x, y, &bit);
        if (cell && x / canvas->cell_width % 2 == 0) cell->level |= bit;
    }
}

void canvas_band(struct canvas *canvas, double x, double y0, double y1, size_t curve) {
    double column = floor(x + 0.5);
    for (double row = floor(y0 + 0.5); row <= floor(y1 + 0.5); row++) {
        uint8_t bit;
        struct cell *cell = find_cell(canvas, column, row, &bit);
        bool drawn = canvas->cell_width == 1 || fmod(column + 2 * row, 4) == 0;
        if (!cell || !drawn) continue;
        cell->band |= bit;
        cell->band_owner = (uint32_t)curve + 1;
    }
}

void canvas_mark(struct canvas *canvas, double x, double y, size_t curve) {
    uint8_t bit;
    struct cell *cell = find_cell(canvas, x, y, &bit);
    if (cell && !cell->mark) cell->mark = (uint32_t)curve + 1;
}

/* U+2800 + dots in UTF-8. */
static void put_braille(struct text *text, uint8_t dots) {
    char bytes[3] = {(char)0xe2, (char)(0xa0 | dots >> 6), (char)(0x80 | (dots & 0x3f))};
    text_append(text, bytes, sizeof bytes);
}

static bool is_empty(const struct cell *cell) {
    return !cell->dots && !cell->level && !cell->band && !cell->mark;
}

static void put_cell(struct text *text, const struct cell *cell, bool unicode) {
    if (is_empty(cell)) {
        text_string(text, " ");
    } else if (cell->mark) {
        text_string(text, palette_style(cell->mark - 1)->mark);
    } else if (unicode) {
        put_braille(text, cell->dots ? cell->dots : (uint8_t)(cell->level | cell->band));
    } else {
        const char *behind = cell->level ? "-" : ".";
        text_append(text, cell->dots ? &palette_style(cell->owner - 1)->ascii : behind, 1);
    }
}

/* The colour of what put_cell shows; -1 for a blank, which has none. */
static int cell_colour(const struct cell *cell) {
    if (is_empty(cell)) return -1;
    uint32_t owner = cell->mark ? cell->mark : cell->owner;
    if (!owner && !cell->level) owner = cell->band_owner;
    return owner ? palette_style(owner - 1)->colour : PALETTE_GREY;
}

void canvas_row(struct text *text, const struct canvas *canvas, size_t row, size_t width,
                struct terminal terminal) {
    const struct cell *cells = &canvas->cells[row * canvas->columns];
    size_t count = canvas->columns;
    int colour = -1;
    while (count > width && is_empty(&cells[count - 1])) count--;
    for (size_t i = 0; i < count; i++) {
        int wanted = terminal.colour ? cell_colour(&cells[i]) : -1;
        if (wanted != -1 && wanted != colour) text_format(text, "\033[38;5;%dm", colour = wanted);
        put_cell(text, &cells[i], terminal.unicode);
    }
    if (colour != -1) text_string(text, "\033[0m");
}
