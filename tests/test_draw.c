/* Tests of draw/: properties over tables of ranges and figures, and exact rows. */
#include "draw/bars.h"
#include "draw/columns.h"
#include "draw/figure_svg.h"
#include "draw/figure_terminal.h"
#include "draw/labels.h"
#include "draw/palette.h"
#include "draw/table.h"
#include "draw/terminal.h"
#include "support_picture.h"
#include "support_svg.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- ticks ---- */

static const double ends[] = {
    0,     1,       -1,       0.003,   2.35,    2.302585, 1.472313, 1.68934,  100,    101,
    2000,  1999,    1e6,      1000001, 123456,  -5,       7.5e-5,   1e-12,    1e-300, 5e-324,
    1e300, DBL_MAX, -DBL_MAX, 1e308,   -1e-300, 0.1,      0.3,      1 + 1e-9, 1e15,   3e15,
};

/* 1, 2 or 5 times a power of ten. */
static bool is_nice(double step) {
    char digits[40];
    snprintf(digits, sizeof digits, "%.8e", step);
    return strncmp(digits, "1.00000000", 10) == 0 || strncmp(digits, "2.00000000", 10) == 0 ||
           strncmp(digits, "5.00000000", 10) == 0;
}

static void check_axis(const struct axis *axis, struct range range) {
    cr_assert(isfinite(axis->min) && isfinite(axis->max) && axis->min < axis->max);
    cr_assert(axis->count >= 2 && axis->count <= AXIS_TICKS, "%zu ticks", axis->count);
    cr_assert(axis->min <= range.min && axis->max >= range.max);
    double first = axis->ticks[0].value, step = axis->ticks[1].value - first;
    double size = fmax(fabs(axis->min), fabs(axis->max));
    if (step > size * 1e-6)
        cr_expect(is_nice(step), "step %g of %g..%g", step, range.min, range.max);
    for (size_t i = 0; i < axis->count; i++) {
        const struct tick *tick = &axis->ticks[i];
        cr_assert(tick->value >= axis->min && tick->value <= axis->max);
        cr_assert(i == 0 || tick->value > tick[-1].value);
        cr_expect(fabs(tick->value / 2 - (first / 2 + (double)i * (step / 2))) <= 1e-9 * size);
        cr_expect(fabs(strtod(tick->label, NULL) / 2 - tick->value / 2) <= 1e-9 * size, "%s",
                  tick->label);
        cr_expect(i == 0 || strcmp(tick->label, tick[-1].label) != 0);
    }
}

Test(draw_ticks, every_range_has_an_axis) {
    for (size_t a = 0; a < COUNT(ends); a++) {
        for (size_t b = 0; b < COUNT(ends); b++) {
            for (size_t most = 0; most < 20; most++) {
                struct range range = range_empty();
                struct axis axis;
                range_include(&range, ends[a]);
                range_include(&range, ends[b]);
                axis_init(&axis, range, most);
                check_axis(&axis, range);
                if (most >= 5 && most <= AXIS_TICKS) cr_assert(axis.count <= most);
            }
        }
    }
}

Test(draw_ticks, many_random_ranges) {
    uint64_t state = 1;
    for (int i = 0; i < 20000; i++) {
        struct range range = range_empty();
        struct axis axis;
        for (int end = 0; end < 2; end++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            double mantissa = (double)(state >> 40) / (1 << 24) - 0.5;
            range_include(&range, ldexp(mantissa, (int)(state >> 33 & 63) - 32));
        }
        axis_init(&axis, range, 4 + (size_t)i % 9);
        check_axis(&axis, range);
    }
}

Test(draw_ticks, labels_as_people_write_them) {
    static const struct {
        double min, max;
        size_t most;
        const char *labels;
    } cases[] = {
        {0.003, 2.35, 7, "0.0 0.5 1.0 1.5 2.0 2.5"},
        {0, 2.2, 6, "0.0 0.5 1.0 1.5 2.0"},
        {0, 2000, 6, "0 500 1000 1500 2000"},
        {0, 1, 6, "0.0 0.2 0.4 0.6 0.8 1.0"},
        {1.47, 2.37, 6, "1.6 1.8 2.0 2.2 2.4"},
        {0, 1000000, 6, "0 200000 400000 600000 800000 1000000"},
        {0, 2.5e8, 6, "0 5e7 1e8 1.5e8 2e8 2.5e8"},
        {0, 1e-300, 6, "0 2e-301 4e-301 6e-301 8e-301 1e-300"},
        {-1, 1, 5, "-1.0 -0.5 0.0 0.5 1.0"},
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        struct axis axis;
        struct text text = {0};
        axis_init(&axis, (struct range){cases[c].min, cases[c].max}, cases[c].most);
        for (size_t i = 0; i < axis.count; i++) {
            text_format(&text, "%s%s", i ? " " : "", axis.ticks[i].label);
        }
        cr_expect_str_eq(text.data, cases[c].labels);
        text_free(&text);
    }
}

Test(draw_ticks, where_an_axis_begins) {
    struct axis axis;
    axis_init(&axis, (struct range){0.9, 2.3}, 6);
    cr_expect_eq(axis.min, 0, "from 0 where the minimum is small");
    axis_init(&axis, (struct range){2.0, 2.3}, 6);
    cr_expect_gt(axis.min, 1.9, "not where it is large");
    axis_init(&axis, (struct range){2.3, 2.3}, 6);
    cr_expect(axis.min == 0 && axis.max >= 2.3);
    axis_init(&axis, range_empty(), 6);
    cr_expect(axis.min == 0 && axis.max == 1);
}

Test(draw_ticks, labels_fit_into_their_room) {
    struct axis axis;
    for (size_t room = 0; room < 200; room++) {
        axis_init_in(&axis, (struct range){0, 1000000}, 10, room);
        bool fits = axis.count * (axis_label_width(&axis) + 2) <= room;
        cr_expect(fits || axis.count <= 3, "%zu ticks in %zu", axis.count, room);
    }
}

Test(draw_ticks, a_fraction_is_never_outside) {
    struct axis axis;
    axis_init(&axis, (struct range){-DBL_MAX, DBL_MAX}, 6);
    cr_expect_float_eq(axis_fraction(&axis, 0), 0.5, 1e-12);
    cr_expect_eq(axis_fraction(&axis, -DBL_MAX), 0);
    cr_expect_eq(axis_fraction(&axis, INFINITY), 1);
    cr_expect(axis_fraction(&axis, NAN) >= 0);
}

/* ---- labels ---- */

Test(draw_labels, spread_keeps_gap_order_and_ends) {
    uint64_t state = 3;
    for (size_t count = 0; count <= 20; count++) {
        struct label labels[20] = {0};
        for (size_t i = 0; i < count; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            labels[i].index = i;
            labels[i].at = (double)(state >> 60); /* 0..15: many are equal */
        }
        cr_assert(labels_spread(labels, count, 0.5, 2, 12));
        for (size_t i = 0; i < count; i++) {
            cr_expect(labels[i].at >= 2 && labels[i].at <= 12 + 1e-9);
            cr_expect(i == 0 || labels[i].at - labels[i - 1].at > 0.5 - 1e-9);
        }
        cr_expect(count < 2 || !labels_spread(labels, count, 20, 0, 19), "too many");
    }
}

Test(draw_labels, spread_moves_no_label_that_has_room) {
    struct label labels[] = {{.at = 9}, {.at = 2}, {.at = 5}, {.at = 5}};
    cr_assert(labels_spread(labels, 4, 1, 0, 19));
    cr_expect(labels[0].at == 2 && labels[3].at == 9);
    cr_expect(labels[1].at == 4.5 && labels[2].at == 5.5);
}

/* ---- figures ---- */

enum { POINTS = 101 };

struct curves {
    double x[POINTS], y[3][POINTS];
    struct series series[3];
    struct level levels[3];
    struct figure figure;
};

static void make_curves(struct curves *c) {
    for (size_t i = 0; i < POINTS; i++) {
        double step = 20 * (double)i;
        c->x[i] = step;
        c->y[0][i] = 0.003 + 2.347 / (1 + exp((step - 130) / 22));
        c->y[1][i] = 1.69 + 0.66 * exp(-step / 150);
        c->y[2][i] = 1.48 + 0.87 * exp(-step / 300);
    }
    const char *names[] = {"attention", "average", "mlp"};
    for (size_t s = 0; s < 3; s++)
        c->series[s] = (struct series){.label = names[s], .x = c->x, .y = c->y[s], .count = POINTS};
    c->levels[0] = (struct level){"chance (ln 10) 2.303", 2.302585};
    c->levels[1] = (struct level){"average floor 1.689", 1.689340};
    c->levels[2] = (struct level){"blind floor 1.472", 1.472313};
    c->figure = (struct figure){.title = "Loss <on> fresh & new",
                                .x_label = "step",
                                .y_label = "loss",
                                .series = c->series,
                                .series_count = 3,
                                .levels = c->levels,
                                .level_count = 3};
}

/* The values of the degenerate figures, used as x and y of curves and as a level. */
static const double odd[][4] = {
    {0, 0, 0, 0},
    {NAN, NAN, NAN, NAN},
    {INFINITY, -INFINITY, NAN, INFINITY},
    {1e308, -1e308, 0, DBL_MAX},
    {DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX},
    {1e-300, 2e-300, 5e-324, 0},
    {2.3, 2.3, 2.3, 2.3},
    {-7, -7, -7, -7},
    {1, NAN, 2, NAN},
    {3, 1, 2, 0},
    {1e15, 1e15 + 1, 1e15, 1e15},
};

/* Calls what with every degenerate figure. */
static void each_odd_figure(void (*check)(const struct figure *figure)) {
    for (size_t a = 0; a < COUNT(odd); a++) {
        for (size_t b = 0; b < COUNT(odd); b++) {
            for (size_t count = 0; count <= 4; count++) {
                const char *name = hostile_names[(a + 3 * b + count) % HOSTILE_NAMES];
                struct series series[] = {{.label = name, .x = odd[a], .y = odd[b], .count = count},
                                          {.label = name, .x = odd[b], .y = odd[a], .count = 1}};
                struct level levels[] = {{name, odd[a][0]}, {name, odd[b][1]}};
                struct figure figure = {.title = name,
                                        .x_label = name,
                                        .y_label = name,
                                        .series = series,
                                        .series_count = count % 3,
                                        .levels = levels,
                                        .level_count = count % 2 + 1};
                check(&figure);
            }
        }
    }
}

static void check_in_terminals(const struct figure *figure) {
    static const size_t columns[] = {0, 1, 20, 33, 80, 120, 500};
    static const size_t rows[] = {0, 21, 1000};
    for (size_t i = 0; i < COUNT(columns) * COUNT(rows) * 4; i++) {
        struct terminal terminal = {columns[i / 12 % COUNT(columns)], i & 1, i & 2};
        struct text text = {0};
        figure_draw_terminal(&text, figure, terminal, rows[i / 4 % COUNT(rows)]);
        check_lines(&text, terminal);
        text_free(&text);
    }
}

Test(draw_terminal, odd_figures_stay_inside_the_columns, .timeout = 120) {
    each_odd_figure(check_in_terminals);
}

Test(draw_terminal, curves_stay_inside_the_columns) {
    struct curves curves;
    make_curves(&curves);
    check_in_terminals(&curves.figure);
}

static char *draw_curves(const struct figure *figure, struct terminal terminal) {
    struct text text = {0};
    figure_draw_terminal(&text, figure, terminal, 21);
    cr_assert(text_finish(&text, NULL));
    return text.data;
}

Test(draw_terminal, every_name_is_there_beside_or_below) {
    struct curves curves;
    make_curves(&curves);
    for (size_t columns = 24; columns <= 160; columns++) {
        for (int unicode = 0; unicode < 2; unicode++) {
            char *picture = draw_curves(&curves.figure, (struct terminal){columns, unicode, false});
            for (size_t i = 0; i < 3; i++) {
                cr_assert(strstr(picture, curves.series[i].label));
                cr_assert(strstr(picture, curves.levels[i].label));
            }
            cr_assert(strstr(picture, "Loss <on> fresh & new") && strstr(picture, "step\n"));
            free(picture);
        }
    }
}

/* Equal curves on one level: the names take a row each, and both marks are seen. */
Test(draw_terminal, equal_curves_are_both_seen) {
    double x[] = {0, 1000}, y[] = {1.5, 1.5};
    struct series series[] = {{.label = "one", .x = x, .y = y, .count = 2},
                              {.label = "two", .x = x, .y = y, .count = 2}};
    struct level level = {"floor", 1.5};
    struct figure figure = {.title = "",
                            .x_label = "",
                            .y_label = "",
                            .series = series,
                            .series_count = 2,
                            .levels = &level,
                            .level_count = 1};
    char *picture = draw_curves(&figure, (struct terminal){80, false, false});
    cr_expect(strstr(picture, "**++**++") && strstr(picture, "* one\n") &&
              strstr(picture, "+ two\n") && strstr(picture, "- floor\n"));
    free(picture);
    picture = draw_curves(&figure, (struct terminal){80, true, false});
    size_t seen[2] = {0};
    for (size_t s = 0; s < 2; s++) {
        const char *mark = palette_style(s)->mark;
        for (const char *at = picture; (at = strstr(at, mark)); at++) seen[s]++;
    }
    cr_expect(seen[0] > 2 && seen[1] > 2, "%zu and %zu marks", seen[0], seen[1]);
    free(picture);
}

/* A small picture as it stands, with a gap at the middle. */
Test(draw_terminal, exact_picture) {
    double x[] = {0, 1, 2, 3, 4}, y[] = {4, 2, NAN, 1, 0};
    struct series series[] = {{.label = "one", .x = x, .y = y, .count = 5}};
    struct level level = {"floor 1", 1};
    struct figure figure = {.title = "title",
                            .x_label = "x",
                            .y_label = "y",
                            .series = series,
                            .series_count = 1,
                            .levels = &level,
                            .level_count = 1};
    struct text text = {0};
    figure_draw_terminal(&text, &figure, (struct terminal){30, false, false}, 9);
    cr_expect_str_eq(text.data, "         title\n"
                                "  y\n"
                                "4 +*\n"
                                "  | *\n"
                                "  |  *\n"
                                "  |   *\n"
                                "2 +    *\n"
                                "  |\n"
                                "  |- - - - - - * - - - floor 1\n"
                                "  |             **\n"
                                "0 +               ** * one\n"
                                "  ++-------+-------+\n"
                                "   0       2       4\n"
                                "           x\n");
    text_free(&text);
}

Test(draw_terminal, series_have_their_colours) {
    struct curves curves;
    make_curves(&curves);
    char *picture = draw_curves(&curves.figure, (struct terminal){80, true, true});
    for (size_t s = 0; s < 3; s++) {
        char colour[32];
        snprintf(colour, sizeof colour, "\033[38;5;%dm", palette_style(s)->colour);
        cr_expect(strstr(picture, colour));
    }
    free(picture);
}

/* ---- SVG ---- */

static char *draw_svg(const struct figure *figure) {
    struct text text = {0};
    figure_draw_svg(&text, figure);
    cr_assert(text_finish(&text, NULL));
    return text.data;
}

static void check_svg(const struct figure *figure) {
    char *svg = draw_svg(figure), *again = draw_svg(figure);
    cr_assert_str_eq(svg, again);
    assert_sound_svg(svg);
    cr_assert(!strstr(svg, "nan") && !strstr(svg, "inf"));
    free(svg);
    free(again);
}

Test(draw_svg, odd_figures_are_sound, .timeout = 120) {
    each_odd_figure(check_svg);
}

Test(draw_svg, curves_are_sound_and_named) {
    struct curves curves;
    make_curves(&curves);
    check_svg(&curves.figure);
    char *svg = draw_svg(&curves.figure);
    for (size_t i = 0; i < 3; i++) {
        cr_expect(strstr(svg, curves.series[i].label) && strstr(svg, curves.levels[i].label));
        cr_expect(strstr(svg, palette_style(i)->line));
    }
    cr_expect(strstr(svg, "<title>Loss &lt;on&gt; fresh &amp; new</title>\n<desc>"));
    cr_expect(strstr(svg, "role=\"img\"") && strstr(svg, "stroke-dasharray"));
    cr_expect(!strstr(svg, "<script") && !strstr(svg, "href") && !strstr(svg, " id="));
    free(svg);
}

Test(draw_svg, many_series_get_a_legend) {
    double x[] = {0, 1}, y[100][2];
    char labels[100][16];
    struct series series[100];
    for (size_t s = 0; s < 100; s++) {
        snprintf(labels[s], sizeof labels[s], "series %zu", s);
        y[s][0] = y[s][1] = (double)s;
        series[s] = (struct series){.label = labels[s], .x = x, .y = y[s], .count = 2};
    }
    struct figure figure = {.title = "many",
                            .x_label = "x",
                            .y_label = "y",
                            .series = series,
                            .series_count = 100,
                            .levels = NULL,
                            .level_count = 0};
    check_svg(&figure);
    char *svg = draw_svg(&figure);
    for (size_t s = 0; s < 100; s++) cr_expect(strstr(svg, labels[s]));
    free(svg);
    check_in_terminals(&figure);
}

/* A spike of one point among very many is still there, and the path stays short. */
Test(draw_svg, thinning_keeps_extremes) {
    enum { MANY = 200000 };
    double *x = malloc(MANY * sizeof *x), *y = malloc(MANY * sizeof *y);
    for (size_t i = 0; i < MANY; i++) {
        x[i] = (double)i;
        y[i] = i == 123456 ? 10 : i == 77777 ? 0 : 5;
    }
    struct series series = {.label = "spike", .x = x, .y = y, .count = MANY};
    struct figure figure = {.title = "",
                            .x_label = "",
                            .y_label = "",
                            .series = &series,
                            .series_count = 1,
                            .levels = NULL,
                            .level_count = 0};
    check_svg(&figure);
    char *svg = draw_svg(&figure);
    cr_expect_lt(strlen(svg), 60000);
    const char *path = strstr(svg, " d=\"");
    double top = 1e9, bottom = 0;
    for (const char *at = path + 4; *at != '"';) {
        double px, py;
        int used;
        cr_assert(sscanf(at, "%*[ML]%lf %lf%n", &px, &py, &used) == 2);
        top = fmin(top, py);
        bottom = fmax(bottom, py);
        at += used;
    }
    cr_expect(top < 67 && bottom > 383, "%g %g", top, bottom);
    free(svg);
    free(x);
    free(y);
}

Test(draw_svg, a_gap_breaks_the_path) {
    double x[] = {0, 1, 2, 3, 4, 5, 6}, y[] = {1, 2, NAN, 3, INFINITY, 2, 1};
    struct series series = {.label = "gaps", .x = x, .y = y, .count = 7};
    struct figure figure = {.title = "",
                            .x_label = "",
                            .y_label = "",
                            .series = &series,
                            .series_count = 1,
                            .levels = NULL,
                            .level_count = 0};
    char *svg = draw_svg(&figure);
    const char *path = strstr(svg, " d=\"");
    size_t pieces = 0, points = 0;
    for (const char *at = path + 4; *at != '"'; at++) {
        pieces += *at == 'M';
        points += *at == 'M' || *at == 'L';
    }
    cr_expect(pieces == 2 && points == 4, "%zu pieces, %zu points", pieces, points);
    cr_expect(strstr(path, "<circle"), "the point between two gaps");
    free(svg);
}

/* ---- bars, tables, the terminal ---- */

Test(draw_bars, exact_rows) {
    const struct bar rows[] = {{"0", 0, NULL},   {"1", 0.25, "<- answer"}, {"2", 1, NULL},
                               {"3", NAN, NULL}, {"10", 7, NULL},          {"é", 0.0625, NULL}};
    const struct bars bars = {rows, COUNT(rows), 10, 2};
    struct text text = {0};
    bars_draw(&text, &bars, (struct terminal){80, false, false});
    cr_expect_str_eq(text.data, " 0             0.00\n"
                                " 1  ###        0.25 <- answer\n"
                                " 2  ########## 1.00\n"
                                " 3             nan\n"
                                "10  ########## 7.00\n"
                                " ?  #          0.06\n");
    text_free(&text);
    bars_draw(&text, &bars, (struct terminal){80, true, false});
    cr_expect_str_eq(text.data, " 0             0.00\n"
                                " 1  ██▌        0.25 <- answer\n"
                                " 2  ██████████ 1.00\n"
                                " 3             nan\n"
                                "10  ██████████ 7.00\n"
                                " é  ▋          0.06\n");
    text_free(&text);
}

Test(draw_bars, every_length_is_the_nearest) {
    for (size_t i = 0; i <= 1000; i++) {
        double value = (double)i / 1000;
        struct bar row = {NULL, value, NULL};
        struct text text = {0};
        bars_draw(&text, &(struct bars){&row, 1, 25, 3}, (struct terminal){80, false, false});
        size_t drawn = strspn(text.data, "#");
        cr_expect(fabs((double)drawn - value * 25) <= 0.5 + 1e-12, "%g: %zu", value, drawn);
        cr_expect_eq(text.length, 25 + 1 + 5 + 1);
        text_free(&text);
    }
}

Test(draw_table, columns_are_aligned) {
    const struct column columns[] = {{"model", false}, {"loss", true}, {"verdict", false}};
    const char *cells[] = {"attention", "0.0031", "retrieval", "é",   "12.5",
                           NULL,        NULL,     "1",         "x\ny"};
    struct text text = {0};
    table_draw(&text, &(struct table){columns, 3, cells, 3});
    cr_expect_str_eq(text.data, "model        loss  verdict\n"
                                "attention  0.0031  retrieval\n"
                                "é            12.5\n"
                                "                1  x?y\n");
    text_free(&text);
    const struct column bare[] = {{NULL, true}, {NULL, false}};
    table_draw(&text, &(struct table){bare, 2, cells, 2});
    cr_expect_str_eq(text.data, "attention  0.0031\nretrieval  é\n");
    text_free(&text);
}

Test(draw_columns, cut_and_cleaned) {
    static const struct {
        const char *string;
        size_t most;
        bool unicode;
        const char *shown;
    } cases[] = {
        {"abc", 3, true, "abc"},        {"abcd", 3, true, "ab…"},
        {"abcd", 3, false, "ab~"},      {"é↑", 9, false, "??"},
        {"a\033[1m", 9, true, "a?[1m"}, {"\xff\xc2\x9b", 9, true, "??"},
        {"abc", 0, true, ""},           {NULL, 4, true, ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct text text = {0};
        text_string(&text, "");
        size_t used = columns_put(&text, cases[i].string, cases[i].most, cases[i].unicode);
        cr_expect_str_eq(text.data, cases[i].shown);
        cr_expect_eq(used, columns_of(cases[i].shown));
        text_free(&text);
    }
}

Test(draw_detect, columns_from_the_environment) {
    static const struct {
        const char *columns;
        size_t expected;
    } cases[] = {
        {"100", 100}, {"20", 20},   {"1000", 1000}, {"0", 80}, {"1", 80},
        {"19", 80},   {"1001", 80}, {"junk", 80},   {"", 80},  {"99999999999999999999", 80}};
    int ends_of_pipe[2];
    cr_assert_eq(pipe(ends_of_pipe), 0);
    for (size_t i = 0; i < COUNT(cases); i++) {
        setenv("COLUMNS", cases[i].columns, 1);
        cr_expect_eq(terminal_detect(ends_of_pipe[1]).columns, cases[i].expected, "%s",
                     cases[i].columns);
    }
    cr_expect(!terminal_detect(ends_of_pipe[1]).colour, "a pipe has no colours");
}

Test(draw_detect, the_c_locale_is_ascii) {
    setenv("LC_ALL", "C", 1);
    cr_expect(!terminal_detect(1).unicode);
    setenv("LC_ALL", "C.UTF-8", 1);
    cr_expect(terminal_detect(1).unicode);
}

Test(draw_detect, colours_only_where_they_are_wanted) {
    static const struct {
        const char *kind, *refusal;
        bool expected;
    } cases[] = {{"xterm", NULL, true}, {"xterm", "", true}, {"xterm", "1", false},
                 {"dumb", NULL, false}, {"", NULL, false},   {NULL, NULL, false}};
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) cr_skip_test("no terminals");
    int descriptor = open(ptsname(master), O_RDWR | O_NOCTTY);
    cr_assert(isatty(descriptor));
    for (size_t i = 0; i < COUNT(cases); i++) {
        unsetenv("NO_COLOR");
        unsetenv("TERM");
        if (cases[i].kind) setenv("TERM", cases[i].kind, 1);
        if (cases[i].refusal) setenv("NO_COLOR", cases[i].refusal, 1);
        cr_expect_eq(terminal_detect(descriptor).colour, cases[i].expected, "case %zu", i);
    }
    close(descriptor);
    close(master);
}

Test(draw_detect, only_the_characters_follow_the_locale) {
    setenv("LC_ALL", "C.UTF-8", 1);
    terminal_detect(1);
    cr_expect_str_eq(setlocale(LC_NUMERIC, NULL), "C");
    cr_expect_str_eq(setlocale(LC_CTYPE, NULL), "C.UTF-8");
}
