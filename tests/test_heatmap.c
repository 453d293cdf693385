/* Tests of heat maps: known colours, exact rows, and any sizes and numbers. */
#include "draw/colours.h"
#include "draw/heat_key.h"
#include "draw/heatmap.h"
#include "support.h"
#include "support_picture.h"
#include "support_svg.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- colours ---- */

/* Tenths of the published colour map. */
static const struct colour tenths[] = {
    {0x44, 0x01, 0x54}, {0x48, 0x24, 0x75}, {0x41, 0x44, 0x87}, {0x35, 0x5f, 0x8d},
    {0x2a, 0x78, 0x8e}, {0x21, 0x91, 0x8c}, {0x22, 0xa8, 0x84}, {0x44, 0xbf, 0x70},
    {0x7a, 0xd1, 0x51}, {0xbd, 0xdf, 0x26}, {0xfd, 0xe7, 0x25},
};

static bool is_near(int a, int b) {
    return abs(a - b) <= 2;
}

Test(colours, viridis_as_published) {
    for (size_t i = 0; i < COUNT(tenths); i++) {
        struct colour colour = colours_viridis((double)i / 10);
        cr_expect(is_near(colour.red, tenths[i].red) && is_near(colour.green, tenths[i].green) &&
                      is_near(colour.blue, tenths[i].blue),
                  "%zu tenths: %d %d %d", i, colour.red, colour.green, colour.blue);
    }
}

/* The relative luminance of sRGB, as the standard has it. */
static double luminance(struct colour colour) {
    const int bytes[] = {colour.red, colour.green, colour.blue};
    static const double parts[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (size_t i = 0; i < 3; i++) {
        double x = bytes[i] / 255.0;
        sum += parts[i] * (x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4));
    }
    return sum;
}

Test(colours, lightness_tells_the_number) {
    for (int i = 1; i <= 100; i++) {
        double part = i / 100.0;
        cr_expect(luminance(colours_viridis(part)) > luminance(colours_viridis(part - 0.01)));
        double nearer = luminance(colours_two_sided(0.5 + (part - 0.01) / 2));
        cr_expect(luminance(colours_two_sided(0.5 + part / 2)) < nearer);
        nearer = luminance(colours_two_sided(0.5 - (part - 0.01) / 2));
        cr_expect(luminance(colours_two_sided(0.5 - part / 2)) < nearer);
    }
    struct colour white = colours_two_sided(0.5);
    cr_expect(white.red == 255 && white.green == 255 && white.blue == 255);
}

/* The ink has a contrast of 4.5 to 1 or more on every colour: what people with weak sight need. */
Test(colours, ink_stands_out) {
    for (int i = 0; i <= 1000; i++) {
        const struct colour colours[] = {colours_viridis(i / 1000.0),
                                         colours_two_sided(i / 1000.0)};
        for (size_t c = 0; c < COUNT(colours); c++) {
            double light = luminance(colours[c]);
            double contrast =
                colour_is_dark(colours[c]) ? 1.05 / (light + 0.05) : (light + 0.05) / 0.05;
            cr_expect(contrast >= 4.5, "%d: %g", i, contrast);
        }
    }
}

Test(colours, outside_and_nan_are_the_ends) {
    cr_expect_eq(colours_viridis(-3).red, 0x44);
    cr_expect_eq(colours_viridis(7).red, 0xfd);
    cr_expect_eq(colours_viridis(NAN).red, 0x44);
    cr_expect_eq(colours_viridis(INFINITY).green, colours_viridis(1).green);
}

Test(colours, nearest_of_a_terminal) {
    static const int levels[] = {0, 95, 135, 175, 215, 255};
    for (int byte = 0; byte < 256; byte++) {
        int nearest = 0;
        for (int i = 1; i < 6; i++) {
            if (abs(levels[i] - byte) < abs(levels[nearest] - byte)) nearest = i;
        }
        int shown = colour_of_256((struct colour){0, byte, 255}) - 16 - 5;
        cr_expect_eq(abs(levels[shown / 6] - byte), abs(levels[nearest] - byte), "%d", byte);
    }
}

/* ---- numbers ---- */

Test(heat_key, numbers_as_people_write_them) {
    static const struct {
        enum heat_scale scale;
        double values[2];
        int decimals;
        const char *first, *second;
    } cases[] = {
        {HEAT_WEIGHTS, {0.6443, 1}, 2, "0.64", "1.00"},
        {HEAT_WEIGHTS, {-0.001, NAN}, 2, "0.00", "nan"},
        {HEAT_WEIGHTS, {1e300, INFINITY}, 2, "1.0e300", "inf"},
        {HEAT_RANGE, {2.3026, -INFINITY}, 2, "2.30", "-inf"},
        {HEAT_RANGE, {9.999, 1}, 2, "10.0", "1.0"},
        {HEAT_RANGE, {123.456, 0.5}, 2, "123", "0"},
        {HEAT_RANGE, {123.456, 0.5}, 4, "123.46", "0.50"},
        {HEAT_SIGNED, {-0.0512, 0.01}, 2, "-0.051", "0.010"},
        {HEAT_SIGNED, {1e308, 0}, 2, "1.0e308", "0"},
        {HEAT_SIGNED, {1.5e-300, -2e-300}, 2, "1.5e-300", "-2.0e-300"},
        {HEAT_RANGE, {0, 0}, 3, "0.000", "0.000"},
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        struct heatmap map = {.rows = 1, .columns = 2, .values = cases[c].values};
        struct heat_group group = {NULL, cases[c].scale, &map, 1, NULL};
        struct heat_key key;
        char number[HEAT_NUMBER_SIZE];
        heat_key_init(&key, &group, cases[c].decimals);
        cr_expect_str_eq(heat_key_number(&key, cases[c].values[0], number), cases[c].first);
        cr_expect_str_eq(heat_key_number(&key, cases[c].values[1], number), cases[c].second);
        size_t first = strlen(cases[c].first), second = strlen(cases[c].second);
        cr_expect_eq(key.width, first > second ? first : second);
    }
}

Test(heat_key, the_scale_is_as_it_is_said) {
    const double values[] = {-1, 3};
    struct heatmap map = {.rows = 1, .columns = 2, .values = values};
    struct heat_key key;
    heat_key_init(&key, &(struct heat_group){NULL, HEAT_WEIGHTS, &map, 1, NULL}, 2);
    cr_expect(key.axis.min == 0 && key.axis.max == 1, "weights are always on 0 to 1");
    heat_key_init(&key, &(struct heat_group){NULL, HEAT_RANGE, &map, 1, NULL}, 2);
    cr_expect(key.axis.min == -1 && key.axis.max == 3);
    heat_key_init(&key, &(struct heat_group){NULL, HEAT_SIGNED, &map, 1, NULL}, 2);
    cr_expect(key.axis.min == -3 && key.axis.max == 3);
    cr_expect_eq(heat_key_fraction(&key, 0), 0.5);
    const bool masked[] = {false, true};
    map.masked = masked;
    heat_key_init(&key, &(struct heat_group){NULL, HEAT_SIGNED, &map, 1, NULL}, 2);
    cr_expect(key.axis.max == 1, "a masked number is not on the scale");
}

Test(heat_key, the_widest_number_has_room_wherever_it_stands) {
    const double values[][3] = {
        {0.5, 0.25, 42.5}, {0.5, 0.25, 12345}, {0.5, -0.5, 0}, {1, 0, 0.5}, {0.5, 1e12, 0}};
    for (size_t i = 0; i < COUNT(values); i++) {
        struct heatmap map = {.rows = 1, .columns = 3, .values = values[i]};
        struct heat_key key;
        char number[HEAT_NUMBER_SIZE];
        size_t widest = 0;
        heat_key_init(&key, &(struct heat_group){NULL, HEAT_RANGE, &map, 1, NULL}, 2);
        for (size_t j = 0; j < 3; j++) {
            size_t width = strlen(heat_key_number(&key, values[i][j], number));
            if (width > widest) widest = width;
        }
        cr_expect_eq(key.width, widest, "row %zu: %zu, not %zu", i, key.width, widest);
    }
}

/* ---- terminals ---- */

static const double weights[] = {1, 0, 0, 0.25, 0.75, 0, 0.6443, 0.3177, 0.0381};
static const bool causal[] = {false, true, true, false, false, true, false, false, false};
static const char *const tokens[] = {"the", "cat", "sat"};

static void assert_text(const struct heat_figure *figure, struct terminal terminal,
                        const char *expected) {
    struct text text = {0};
    heat_draw_terminal(&text, figure, terminal);
    check_lines(&text, terminal);
    cr_expect_str_eq(text.data, expected);
    text_free(&text);
}

Test(heatmap_terminal, exact_rows) {
    const struct heatmap map = {"head 1", "query", "key", tokens, NULL, 3, 3, weights, causal};
    const struct heat_group group = {"weight", HEAT_WEIGHTS, &map, 1, NULL};
    const struct heat_figure figure = {"Attention", &group, 1};
    assert_text(&figure, (struct terminal){80, false, false},
                "Attention\n\n"
                "head 1\n"
                "      key\n"
                "query      1       2       3\n"
                "the   1.0000       -       -\n"
                "cat   0.2500  0.7500       -\n"
                "sat   0.6443  0.3177  0.0381\n");
    assert_text(&figure, (struct terminal){80, true, false},
                "Attention\n\n"
                "head 1\n"
                "      key\n"
                "query      1       2       3\n"
                "the   1.0000█      ·       ·\n"
                "cat   0.2500▂ 0.7500▆      ·\n"
                "sat   0.6443▅ 0.3177▃ 0.0381\n");
}

Test(heatmap_terminal, blocks_of_signed_numbers_grow_from_0) {
    const double values[] = {-2, -0.5, 0, 1, 2};
    const struct heatmap map = {NULL, NULL, NULL, NULL, NULL, 1, 5, values, NULL};
    const struct heat_group group = {NULL, HEAT_SIGNED, &map, 1, NULL};
    assert_text(&(struct heat_figure){NULL, &group, 1}, (struct terminal){80, true, false},
                "        1        2        3        4        5\n"
                "1 -2.0000█ -0.5000▂  0.0000   1.0000▄  2.0000█\n");
}

Test(heatmap_terminal, colours_stand_behind_the_numbers) {
    const double values[] = {0, 1, NAN};
    const struct heatmap map = {NULL, NULL, NULL, NULL, NULL, 1, 3, values, NULL};
    const struct heat_group group = {NULL, HEAT_WEIGHTS, &map, 1, NULL};
    assert_text(
        &(struct heat_figure){NULL, &group, 1}, (struct terminal){80, true, true},
        "       1       2       3\n"
        "1\033[48;5;53;38;5;231m 0.0000 \033[0m\033[48;5;220;38;5;16m 1.0000 \033[0m    nan\n");
}

Test(heatmap_terminal, heads_stand_side_by_side_where_they_fit) {
    const struct heatmap maps[] = {{"head 1", NULL, NULL, NULL, NULL, 2, 2, weights, NULL},
                                   {"head 2", NULL, NULL, NULL, NULL, 1, 2, weights + 2, NULL}};
    const struct heat_group group = {NULL, HEAT_WEIGHTS, maps, 2, NULL};
    const struct heat_figure figure = {NULL, &group, 1};
    assert_text(&figure, (struct terminal){38, false, false},
                "head 1              head 2\n"
                "       1       2           1       2\n"
                "1 1.0000  0.0000    1 0.0000  0.2500\n"
                "2 0.0000  0.2500\n");
    assert_text(&figure, (struct terminal){36, false, false},
                "head 1\n"
                "       1       2\n"
                "1 1.0000  0.0000\n"
                "2 0.0000  0.2500\n"
                "\n"
                "head 2\n"
                "       1       2\n"
                "1 0.0000  0.2500\n");
}

Test(heatmap_terminal, decimals_go_before_a_map_is_folded) {
    const struct heatmap map = {NULL, "q", NULL, NULL, NULL, 1, 9, weights, NULL};
    const struct heat_group group = {"weight", HEAT_WEIGHTS, &map, 1, NULL};
    const struct heat_figure figure = {NULL, &group, 1};
    assert_text(&figure, (struct terminal){64, false, false},
                "weight\n"
                "q     1      2      3      4      5      6      7      8      9\n"
                "1 1.000  0.000  0.000  0.250  0.750  0.000  0.644  0.318  0.038\n");
    assert_text(&figure, (struct terminal){40, false, false},
                "weight\n"
                "q    1     2     3     4     5\n"
                "1 1.00  0.00  0.00  0.25  0.75\n"
                "\n"
                "q    6     7     8     9\n"
                "1 0.00  0.64  0.32  0.04\n");
}

Test(heatmap_terminal, a_hundred_columns_are_folded_and_all_there) {
    enum { SIDE = 100 };
    double *values = calloc(SIDE * SIDE, sizeof *values);
    for (size_t i = 0; i < SIDE; i++) values[i * SIDE + (i * 37) % SIDE] = 0.5;
    struct heatmap map = {NULL, NULL, NULL, NULL, NULL, SIDE, SIDE, values, NULL};
    struct heat_group group = {NULL, HEAT_WEIGHTS, &map, 1, NULL};
    struct text text = {0};
    heat_draw_terminal(&text, &(struct heat_figure){NULL, &group, 1},
                       (struct terminal){80, false, false});
    check_lines(&text, (struct terminal){80, false, false});
    cr_expect_eq(occurrences(text.data, "0.50"), SIDE);
    cr_expect_eq(occurrences(text.data, "0.00"), SIDE * SIDE - SIDE);
    free(values);
    text_free(&text);
}

/* ---- SVG ---- */

static char *draw(const struct heat_figure *figure) {
    struct text text = {0}, again = {0};
    heat_draw_svg(&text, figure);
    heat_draw_svg(&again, figure);
    cr_assert(text_finish(&text, NULL) && text_finish(&again, NULL));
    cr_assert_str_eq(text.data, again.data);
    assert_sound_svg(text.data);
    text_free(&again);
    return text.data;
}

static char *draw_one(struct heatmap map, enum heat_scale scale) {
    struct heat_group group = {"weight", scale, &map, 1, NULL};
    return draw(&(struct heat_figure){"Attention", &group, 1});
}

/* The fill of a number on the scale, as the picture has it. */
static const char *fill_of(struct colour colour) {
    static char fill[32];
    snprintf(fill, sizeof fill, "<path fill=\"#%02x%02x%02x\"", (unsigned)colour.red,
             (unsigned)colour.green, (unsigned)colour.blue);
    return fill;
}

Test(heatmap_svg, names_numbers_and_colours) {
    const double values[] = {0, 1};
    char *svg = draw_one(
        (struct heatmap){"head <1>", "query", "key", tokens, tokens + 1, 1, 2, values, NULL},
        HEAT_WEIGHTS);
    cr_expect(strstr(svg, "<title>Attention</title>\n<desc>Heat map of the weight: head &lt;1&gt;, "
                          "1 rows of query by 2 columns of key; the largest is 1 in row the, "
                          "column sat. </desc>"));
    cr_expect(strstr(svg, ">head &lt;1&gt;</text>") && strstr(svg, ">query</text>") &&
              strstr(svg, ">key</text>") && strstr(svg, ">the</text>") &&
              strstr(svg, ">cat</text>") && strstr(svg, ">weight</text>"));
    cr_expect(strstr(svg, " fill=\"#ffffff\">0.00</text>"), "white on the dark end");
    cr_expect(strstr(svg, "\">1.00</text>") && !strstr(svg, " fill=\"#ffffff\">1.00</text>"),
              "black on the light end");
    cr_expect(strstr(svg, fill_of(tenths[0])) && strstr(svg, fill_of(tenths[10])));
    cr_expect(strstr(svg, ">0.0</text>") && strstr(svg, ">1.0</text>"), "ticks of the bar");
    free(svg);
}

Test(heatmap_svg, weights_have_one_scale_whatever_they_are) {
    const double half = 0.5, masked_values[] = {0.5, 0.9};
    const bool masked[] = {false, true};
    char *svg = draw_one((struct heatmap){.rows = 1, .columns = 1, .values = &half}, HEAT_WEIGHTS);
    cr_expect(strstr(svg, fill_of(colours_viridis(128 / 255.0))));
    free(svg);
    svg = draw_one(
        (struct heatmap){.rows = 1, .columns = 2, .values = masked_values, .masked = masked},
        HEAT_WEIGHTS);
    cr_expect(strstr(svg, ">0.50</text>") && !strstr(svg, ">0.90</text>"));
    cr_expect(strstr(svg, "hatched: masked") && occurrences(svg, "stroke=\"#c4c4c4\"") == 1);
    free(svg);
    const bool none_masked[] = {false, false};
    svg = draw_one(
        (struct heatmap){.rows = 1, .columns = 2, .values = masked_values, .masked = none_masked},
        HEAT_WEIGHTS);
    cr_expect(strstr(svg, ">0.90</text>") && !strstr(svg, "masked"), "no mask, no word of it");
    free(svg);
}

/* Titles stand beside each other, and a long one is cut before it reaches the next. */
Test(heatmap_svg, heads_stand_side_by_side) {
    struct heatmap maps[4];
    const char *titles[] = {"1 of the heads of this layer", "2 of the heads of this layer",
                            "3 of the heads of this layer", "4 of the heads of this layer"};
    for (size_t h = 0; h < 4; h++) {
        maps[h] = (struct heatmap){titles[h], "query", "key", NULL, NULL, 3, 3, weights, NULL};
    }
    struct heat_group group = {"weight", HEAT_WEIGHTS, maps, 4, NULL};
    char *svg = draw(&(struct heat_figure){NULL, &group, 1});
    double x[4], y[4], end = 0;
    for (size_t h = 0; h < 4; h++) {
        char pattern[32];
        snprintf(pattern, sizeof pattern, ">%.8s", titles[h]);
        const char *at = strstr(strstr(svg, "</desc>"), pattern);
        cr_assert(at);
        size_t length = (size_t)(strchr(at + 1, '<') - at - 1);
        while (strncmp(at, "<text", 5) != 0) at--;
        cr_assert_eq(sscanf(at, "<text x=\"%lf\" y=\"%lf\"", &x[h], &y[h]), 2);
        cr_expect(y[h] == y[0] && x[h] > end, "%g is not behind %g", x[h], end);
        end = x[h] + (double)length * 0.6 * 12.5;
    }
    cr_expect_eq(occurrences(svg, ">0.64</text>"), 4);
    cr_expect_eq(occurrences(svg, ">weight</text>"), 1, "one colour bar");
    free(svg);
}

Test(heatmap_svg, numbers_stand_in_cells_while_they_fit) {
    static double values[64 * 64];
    for (size_t side = 1; side <= 64; side++) {
        char *svg = draw_one((struct heatmap){.rows = side, .columns = side, .values = values},
                             HEAT_WEIGHTS);
        size_t seen = occurrences(svg, ">0.00</text>");
        cr_expect(seen == (side <= 26 ? side * side : 0), "%zu: %zu", side, seen);
        free(svg);
    }
}

/* A thousand by a thousand: a small file, in which the one large number is still seen. */
Test(heatmap_svg, very_large_maps_keep_their_extremes) {
    enum { SIDE = 1000 };
    double *values = malloc(SIDE * SIDE * sizeof *values);
    for (size_t i = 0; i < SIDE * SIDE; i++) values[i] = 0.3 + 1e-7 * (double)i;
    values[123456] = 1;
    char *svg =
        draw_one((struct heatmap){.rows = SIDE, .columns = SIDE, .values = values}, HEAT_WEIGHTS);
    cr_expect_lt(strlen(svg), 400000, "%zu bytes", strlen(svg));
    cr_expect(strstr(svg, fill_of(tenths[10])));
    cr_expect(strstr(svg, "a cell is the largest of 8 x 8"));
    free(svg);
    for (size_t i = 0; i < SIDE * SIDE; i++) values[i] = (double)(i * 2654435761u % 1000) / 999;
    svg = draw_one((struct heatmap){.rows = SIDE, .columns = SIDE, .values = values}, HEAT_SIGNED);
    cr_expect_lt(strlen(svg), 400000, "%zu bytes", strlen(svg));
    free(svg);
    free(values);
}

Test(heatmap_svg, many_maps_stay_small) {
    enum { MAPS = 200, SIDE = 200 };
    double *values = malloc(SIDE * SIDE * sizeof *values);
    struct heatmap maps[MAPS];
    for (size_t i = 0; i < SIDE * SIDE; i++) values[i] = (double)(i * 2654435761u % 1000) / 999;
    for (size_t m = 0; m < MAPS; m++) {
        maps[m] = (struct heatmap){.rows = SIDE, .columns = SIDE, .values = values};
    }
    struct heat_group group = {"weight", HEAT_WEIGHTS, maps, MAPS, NULL};
    char *svg = draw(&(struct heat_figure){NULL, &group, 1});
    cr_expect_lt(strlen(svg), 900000, "%zu bytes", strlen(svg));
    cr_expect(strstr(svg, "the first 64 of 200"));
    free(svg);
    free(values);
}

/* ---- any sizes and numbers ---- */

static const double odd[] = {0,       1,      NAN,      INFINITY, -INFINITY, 1e308, -1e308, DBL_MAX,
                             -1e-300, 5e-324, -DBL_MAX, 0.5,      2.3,       -7,    1e15,   1e-5};

static const size_t sizes[][2] = {{1, 1}, {1, 7},   {7, 1},   {0, 0},   {0, 5},  {5, 0},
                                  {3, 4}, {1, 300}, {300, 1}, {40, 30}, {150, 9}};

static void check_figure(const struct heat_figure *figure) {
    static const size_t columns[] = {0, 20, 33, 80, 200};
    for (size_t i = 0; i < COUNT(columns) * 4; i++) {
        struct terminal terminal = {columns[i / 4], i & 1, i & 2};
        struct text text = {0};
        heat_draw_terminal(&text, figure, terminal);
        check_lines(&text, terminal);
        text_free(&text);
    }
    free(draw(figure));
}

/* Two maps of `count` odd numbers repeated, from number `first` on, under hostile names. */
static void check_odd(size_t size, size_t first, size_t count, enum heat_scale scale) {
    enum { MOST = 1500 };
    static double values[MOST];
    static bool masked[MOST];
    const char *labels[300];
    const char *name = hostile_names[(first + size) % HOSTILE_NAMES];
    for (size_t i = 0; i < MOST; i++) {
        values[i] = odd[(first + i % count) % COUNT(odd)];
        masked[i] = i * 2654435761u % 7 < first % 7;
    }
    for (size_t i = 0; i < COUNT(labels); i++) labels[i] = hostile_names[i % HOSTILE_NAMES];
    size_t rows = sizes[size][0], columns = sizes[size][1];
    const struct heatmap maps[] = {
        {name, name, name, labels, labels, rows, columns, values, masked},
        {NULL, NULL, NULL, NULL, NULL, 2, 3, values, NULL}};
    const struct heat_group groups[] = {{name, scale, maps, 2, NULL},
                                        {NULL, scale, maps, size % 2, name}};
    check_figure(&(struct heat_figure){name, groups, 2});
}

Test(heatmap_any, sizes_and_numbers_are_sound, .timeout = 120) {
    for (size_t size = 0; size < COUNT(sizes); size++) {
        for (size_t first = 0; first < COUNT(odd); first += EVERY) {
            for (int scale = HEAT_WEIGHTS; scale <= HEAT_SIGNED; scale++) {
                check_odd(size, first, 1 + first % 3, (enum heat_scale)scale);
            }
        }
    }
}

Test(heatmap_any, an_empty_figure_is_sound) {
    check_figure(&(struct heat_figure){"nothing", NULL, 0});
}

/* Other programs take the pictures too. */
Test(heatmap_any, the_tools_accept_it) {
    const struct heatmap maps[] = {
        {hostile_names[4], "query", hostile_names[6], tokens, NULL, 3, 3, weights, causal},
        {hostile_names[7], NULL, NULL, hostile_names, NULL, 1, COUNT(odd), odd, NULL}};
    const struct heat_group groups[] = {{"weight", HEAT_WEIGHTS, maps, 2, NULL},
                                        {hostile_names[8], HEAT_SIGNED, maps, 2, hostile_names[8]}};
    char *svg = draw(&(struct heat_figure){hostile_names[10], groups, 2});
    const char *path = write_string("heat.svg", svg);
    free(svg);
    struct outcome outcome = run("command -v xmllint rsvg-convert >/dev/null || exit 77; "
                                 "xmllint --noout %s && rsvg-convert -o $T/heat.png %s",
                                 path, path);
    bool missing = outcome.status == 77;
    cr_expect(missing || (outcome.status == 0 && outcome.err_size == 0), "%s", outcome.err);
    outcome_free(&outcome);
    if (missing) cr_skip_test("xmllint or rsvg-convert is not installed");
}
