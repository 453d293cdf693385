/* Tests of logarithmic axes, bands and sizes of figures. */
#include "draw/figure_svg.h"
#include "draw/figure_terminal.h"
#include "support.h"
#include "support_svg.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void check_axis(const struct axis *axis, struct range range) {
    cr_assert(axis->is_log && axis->min > 0 && axis->min < axis->max && isfinite(axis->max));
    cr_assert(axis->count >= 2 && axis->count <= AXIS_TICKS, "%zu ticks", axis->count);
    cr_assert(axis->min <= fmax(range.min, 1e-300) && axis->max >= range.max, "%g..%g: %g..%g",
              range.min, range.max, axis->min, axis->max);
    for (size_t i = 0; i < axis->count; i++) {
        const struct tick *tick = &axis->ticks[i];
        cr_assert(tick->value >= axis->min && tick->value <= axis->max);
        cr_assert(i == 0 || tick->value > tick[-1].value);
        cr_expect(fabs(strtod(tick->label, NULL) / tick->value - 1) < 1e-9, "%s of %g", tick->label,
                  tick->value);
        cr_expect(i == 0 || axis_fraction(axis, tick->value) > axis_fraction(axis, tick[-1].value));
    }
    cr_expect(axis_fraction(axis, axis->min) == 0 && axis_fraction(axis, axis->max) == 1);
    cr_expect(axis_fraction(axis, 0) == 0 && axis_fraction(axis, -1) == 0);
}

Test(draw_log, every_range_has_an_axis) {
    static const double ends[] = {5e-324, 1e-300, 1e-12,    7.5e-5,   0.003, 0.1,     0.3,
                                  1,      1.4,    1.472313, 2.302585, 2.35,  5,       100,
                                  1999,   2000,   1e6,      1e15,     1e300, DBL_MAX, 1 + 1e-12};
    for (size_t a = 0; a < COUNT(ends); a++) {
        for (size_t b = 0; b < COUNT(ends); b++) {
            for (size_t most = 0; most < 15; most++) {
                struct axis axis;
                struct range range = {fmin(ends[a], ends[b]), fmax(ends[a], ends[b])};
                axis_init_log(&axis, range, most);
                check_axis(&axis, range);
                cr_expect(axis.count <= (most < 5 ? 5 : most));
            }
        }
    }
}

static void expect_labels(double min, double max, size_t most, const char *expected) {
    struct axis axis;
    char labels[256] = "";
    axis_init_log(&axis, (struct range){min, max}, most);
    for (size_t i = 0; i < axis.count; i++) {
        snprintf(labels + strlen(labels), sizeof labels - strlen(labels), "%s%s", i ? " " : "",
                 axis.ticks[i].label);
    }
    cr_expect_str_eq(labels, expected, "%g..%g: %s", min, max, labels);
}

Test(draw_log, labels_as_people_write_them) {
    expect_labels(0.0003, 2.35, 8, "0.001 0.01 0.1 1");
    expect_labels(1, 100, 8, "1 2 5 10 20 50 100");
    expect_labels(1, 100, 5, "1 10 100");
    expect_labels(0.02, 2.3, 8, "0.02 0.05 0.1 0.2 0.5 1 2");
    expect_labels(1e-12, 1, 8, "1e-12 1e-10 1e-8 1e-6 1e-4 1e-2 1e0");
    expect_labels(1.4, 1.7, 8, "1.40 1.45 1.50 1.55 1.60 1.65 1.70");
    expect_labels(2.3, 2.3, 8, "1 2 5");
    expect_labels(INFINITY, -INFINITY, 8, "1 2 5 10");
}

Test(draw_log, equal_factors_are_equally_far_apart) {
    struct axis axis;
    axis_init_log(&axis, (struct range){0.001, 1}, 8);
    for (int i = 0; i <= 3; i++) {
        cr_expect(fabs(axis_fraction(&axis, 0.001 * pow(10, i)) - i / 3.0) < 1e-12);
    }
}

Test(draw_log, minor_ticks_are_the_other_digits) {
    struct axis axis;
    double value, last = 0;
    size_t inside = 0;
    axis_init_log(&axis, (struct range){0.01, 10}, 5);
    for (size_t i = 0; axis_minor(&axis, i, &value); i++) {
        cr_expect(value > last);
        inside += value >= axis.min;
        last = value;
    }
    cr_expect(inside == 24 && last == 9, "%zu, %g", inside, last);
    axis_init_log(&axis, (struct range){1, 20}, 8);
    cr_expect(!axis_minor(&axis, 0, &value), "1, 2 and 5 have labels already");
}

static const double odd[][6] = {
    {0, 0, 0, 0, 0, 0},
    {NAN, NAN, NAN, NAN, NAN, NAN},
    {INFINITY, -INFINITY, NAN, 1, 2, 3},
    {-1, -2, 0, 5, 1e-300, 2},
    {1e308, DBL_MAX, 1e-300, 5e-324, 1, 0},
    {2.3, 2.3, 2.3, 2.3, 2.3, 2.3},
    {1, NAN, 2, NAN, 3, NAN},
    {-DBL_MAX, DBL_MAX, 0, 1, -1, 2},
};

static void check_figure(const struct figure *figure) {
    struct text svg = {0}, again = {0}, terminal = {0};
    figure_draw_svg(&svg, figure);
    figure_draw_svg(&again, figure);
    cr_assert(text_finish(&svg, NULL) && strcmp(svg.data, again.data) == 0);
    assert_sound_svg(svg.data);
    for (int i = 0; i < 4; i++) {
        figure_draw_terminal(&terminal, figure, (struct terminal){70, i & 1, i & 2}, 12);
    }
    cr_assert(text_finish(&terminal, NULL));
    text_free(&svg);
    text_free(&again);
    text_free(&terminal);
}

Test(draw_log, odd_figures_with_bands_are_sound, .timeout = 120) {
    static const double x[] = {0, 1, 2, 3, 4, 5};
    static const double sizes[][2] = {{0, 0}, {320, 200}, {10000, 10000}, {320, 10000}};
    for (size_t i = 0; i < COUNT(odd) * COUNT(odd) * COUNT(odd) * 2; i += EVERY) {
        const double *y = odd[i / 2 % COUNT(odd)], *low = odd[i / 16 % COUNT(odd)];
        const double *high = odd[i / 128 % COUNT(odd)], *size = sizes[i % COUNT(sizes)];
        struct series series[] = {
            {.label = "band", .x = x, .y = y, .count = i % 7, .low = low, .high = high},
            {.label = "curve", .x = x, .y = low, .count = 6}};
        struct level level = {"level", y[0]};
        struct figure figure = {.title = "odd",
                                .y_label = "a caption of some length",
                                .series = series,
                                .series_count = 2,
                                .levels = &level,
                                .level_count = 1,
                                .is_log = i % 2,
                                .width = size[0],
                                .height = size[1]};
        check_figure(&figure);
    }
}

/* The area goes out along the upper edge and back along the lower one. */
Test(draw_log, a_band_is_an_area_around_its_curve) {
    static const double x[] = {0, 5, 10}, y[] = {5, 5, 5}, low[] = {0, 2, 0}, high[] = {10, 8, 10};
    struct series series = {.x = x, .y = y, .count = 3, .low = low, .high = high};
    struct figure figure = {.series = &series, .series_count = 1};
    struct text svg = {0};
    double p[12];
    figure_draw_svg(&svg, &figure);
    const char *path = strstr(svg.data, "fill=\"#0072B2\" fill-opacity=\"0.2\" d=\"");
    cr_assert(path);
    cr_assert_eq(sscanf(path,
                        "fill=\"#0072B2\" fill-opacity=\"0.2\" d=\"M%lf %lfL%lf %lfL%lf %lfL%lf "
                        "%lfL%lf %lfL%lf %lfZ",
                        &p[0], &p[1], &p[2], &p[3], &p[4], &p[5], &p[6], &p[7], &p[8], &p[9],
                        &p[10], &p[11]),
                 12, "%.150s", path);
    double width = p[4] - p[0], height = p[11] - p[1];
    cr_expect(width > 0 && height > 0 && p[6] == p[4] && p[10] == p[0] && p[2] == p[8]);
    cr_expect(fabs((p[3] - p[1]) / height - 0.2) < 1e-3 &&
              fabs((p[9] - p[1]) / height - 0.8) < 1e-3);
    text_free(&svg);
}

/* A single low and a single high among very many points are still at the band's edges. */
Test(draw_log, a_thinned_band_keeps_its_extremes) {
    enum { MANY = 50000 };
    double *numbers = malloc(4 * MANY * sizeof *numbers), top = INFINITY, bottom = 0, px, py;
    double *x = numbers, *y = x + MANY, *low = y + MANY, *high = low + MANY;
    for (size_t i = 0; i < MANY; i++) {
        x[i] = (double)i;
        y[i] = 5;
        low[i] = i == 12345 ? 0 : 4;
        high[i] = i == 43210 ? 10 : 6;
    }
    struct series series = {.x = x, .y = y, .count = MANY, .low = low, .high = high};
    struct figure figure = {.series = &series, .series_count = 1};
    struct text svg = {0};
    figure_draw_svg(&svg, &figure);
    const char *at =
        strstr(svg.data, "fill-opacity=\"0.2\" d=\"") + strlen("fill-opacity=\"0.2\" d=\"");
    for (int used; *at != 'Z'; at += used) {
        cr_assert_eq(sscanf(at, "%*[ML]%lf %lf%n", &px, &py, &used), 2, "%.30s", at);
        top = fmin(top, py);
        bottom = fmax(bottom, py);
    }
    cr_expect(top < 67 && bottom > 383, "%g %g", top, bottom);
    cr_expect_lt(svg.length, 60000);
    text_free(&svg);
    free(numbers);
}

Test(draw_log, a_band_is_seen_in_the_terminal) {
    static const double x[] = {0, 10}, y[] = {5, 5}, low[] = {0, 0}, high[] = {10, 10};
    struct series series = {.label = "a", .x = x, .y = y, .count = 2, .low = low, .high = high};
    struct figure figure = {.series = &series, .series_count = 1};
    struct text with = {0}, without = {0};
    figure_draw_terminal(&with, &figure, (struct terminal){40, false, false}, 11);
    series.low = series.high = NULL;
    figure_draw_terminal(&without, &figure, (struct terminal){40, false, false}, 11);
    cr_expect(strstr(with.data, "|......") && !strstr(without.data, "|......"), "%s", with.data);
    text_free(&with);
    text_free(&without);
}

Test(draw_log, a_picture_has_the_size_that_is_asked_for) {
    static const double x[] = {0, 10}, y[] = {1, 2};
    struct series series = {.label = "a", .x = x, .y = y, .count = 2};
    struct figure figure = {.series = &series, .series_count = 1, .width = 321, .height = 1234};
    struct text svg = {0};
    figure_draw_svg(&svg, &figure);
    cr_expect(strstr(svg.data, "viewBox=\"0 0 321 1234\" width=\"321\" height=\"1234\""));
    text_free(&svg);
}

/* Where a name stands: about what its letters cover. */
struct name_box {
    double left, top, right, bottom;
};

static struct name_box box_of(const char *svg, const char *name) {
    char pattern[64];
    double x, y;
    snprintf(pattern, sizeof pattern, ">%s</text>", name);
    const char *at = strstr(svg, pattern);
    cr_assert(at, "%s", name);
    while (strncmp(at, "<text", 5) != 0) at--;
    cr_assert_eq(sscanf(at, "<text x=\"%lf\" y=\"%lf\"", &x, &y), 2);
    return (struct name_box){x - 5.5 * (double)strlen(name), y - 8, x, y + 1};
}

static void check_level_names(const char *svg, const struct level *levels, double decades) {
    struct name_box boxes[3];
    for (size_t l = 0; l < 3; l++) boxes[l] = box_of(svg, levels[l].label);
    for (size_t l = 0; l < 3; l++) {
        for (size_t m = 0; m < l; m++) {
            bool apart = boxes[l].right < boxes[m].left || boxes[m].right < boxes[l].left ||
                         boxes[l].bottom < boxes[m].top || boxes[m].bottom < boxes[l].top;
            cr_expect(apart, "%s on %s, %g decades", levels[l].label, levels[m].label, decades);
        }
        for (const char *at = svg; (at = strstr(at, "\" stroke=\"#777777\"")); at++) {
            const char *line = at;
            double y;
            while (strncmp(line, " y1=", 4) != 0) line--;
            cr_assert_eq(sscanf(line, " y1=\"%lf\"", &y), 1);
            cr_expect(y <= boxes[l].top || y >= boxes[l].bottom, "%s on a line, %g decades",
                      levels[l].label, decades);
        }
    }
}

/* However close the levels are, no name lies on another one or on a line. */
Test(draw_log, names_of_levels_lie_on_nothing) {
    static const double floors[][2] = {{1.689340, 1.472313}, {2.141174, 2.108683}, {2.25, 2.2}};
    static const double x[] = {0, 1000}, none[] = {2.3, 2.3};
    for (double decades = 1; decades < 14; decades += 0.5) {
        for (size_t f = 0; f < COUNT(floors); f++) {
            double y[] = {2.3, pow(10, -decades)};
            struct level levels[] = {{"chance 2.30", 2.302585},
                                     {"average floor", floors[f][0]},
                                     {"blind floor", floors[f][1]}};
            struct series series[] = {{.label = "a", .x = x, .y = y, .count = 2},
                                      {.label = "b", .x = x, .y = none, .count = 2}};
            struct figure figure = {.y_label = "loss (nats)",
                                    .series = series,
                                    .series_count = 2,
                                    .levels = levels,
                                    .level_count = 3,
                                    .is_log = true};
            struct text svg = {0};
            figure_draw_svg(&svg, &figure);
            check_level_names(svg.data, levels, decades);
            text_free(&svg);
        }
    }
}

/* Points and gaps by the hundred thousand: the picture stays small and keeps the extremes. */
Test(draw_log, very_many_gaps_are_drawn_in_few_bytes) {
    enum { MANY = 300000 };
    double *x = malloc(MANY * sizeof *x), *y = malloc(MANY * sizeof *y);
    for (size_t every = 2; every <= 4; every++) {
        for (size_t i = 0; i < MANY; i++) {
            x[i] = (double)i;
            y[i] = i == 123456 ? 9 : i % every ? (double)(i % 97) / 97 : NAN;
        }
        struct series series = {.x = x, .y = y, .count = MANY};
        struct figure figure = {.series = &series, .series_count = 1};
        struct text svg = {0};
        figure_draw_svg(&svg, &figure);
        assert_sound_svg(svg.data);
        cr_expect_lt(svg.length, 60000);
        text_free(&svg);
    }
    free(x);
    free(y);
}
