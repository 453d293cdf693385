/* positions: sines and cosines that say where in the sequence a row stands. */
#include "attention/positions.h"
#include "attention/score.h"
#include "command/demo/demo.h"
#include "draw/heatmap.h"

#include <math.h>
#include <stdio.h>

enum { SHOWN = 16, MOST_WIDTH = 512, LABEL_SIZE = 24 };

static const size_t starts[] = {0, 7, 100, 1000};
static const size_t distances[] = {0, 1, 2, 3, 5, 10, 100};

enum {
    STARTS = sizeof starts / sizeof *starts,
    DISTANCES = sizeof distances / sizeof *distances,
    ROWS = 1000 + 100 + 1 /* the last start and the largest distance */
};

static void append_map(struct text *text, const struct matrix *pe, struct terminal terminal) {
    char numbers[MOST_WIDTH][LABEL_SIZE];
    const char *labels[MOST_WIDTH];
    for (size_t i = 0; i < pe->columns || i < SHOWN; i++) {
        snprintf(numbers[i], LABEL_SIZE, "%zu", i);
        labels[i] = numbers[i];
    }
    const struct heatmap map = {.row_name = "position p",
                                .column_name = "column",
                                .row_labels = labels,
                                .column_labels = labels,
                                .rows = SHOWN,
                                .columns = pe->columns,
                                .values = pe->x};
    const struct heat_group group = {"pe[p]", HEAT_SIGNED, &map, 1, NULL};
    heat_draw_terminal(text, &(struct heat_figure){NULL, &group, 1}, terminal);
}

/* Of the sine and the cosine of the first and of the last pair of columns. */
static void append_wavelengths(struct text *text, size_t d) {
    static const double turn = 0x1.921fb54442d18p+2; /* 2 pi */
    double last = elementary_exp((double)(d - 2) / (double)d * elementary_log(10000));
    text_format(text,
                "\n  Positions in a whole wave: %.2f in columns 0 and 1, %.2f in the last two\n",
                turn, turn * last);
}

static double dot(const struct matrix *pe, size_t p, size_t q) {
    size_t d = pe->columns;
    return score_dot.forward(d, d, matrix_row(pe, p), matrix_row(pe, q), NULL);
}

/* The largest |pe[p] . pe[p+k] - pe[0] . pe[k]| of what the table shows. */
static double largest_difference(const struct matrix *pe) {
    double largest = 0;
    for (size_t i = 0; i < STARTS; i++) {
        for (size_t k = 0; k < DISTANCES; k++) {
            double first = dot(pe, 0, distances[k]);
            double own = dot(pe, starts[i], starts[i] + distances[k]);
            largest = fmax(largest, fabs(own - first));
        }
    }
    return largest;
}

static void append_dots(struct text *text, const struct matrix *pe) {
    text_string(text, "\n  pe[p] . pe[p+k], at several distances k:\n\n        p");
    for (size_t k = 0; k < DISTANCES; k++) {
        char name[24];
        snprintf(name, sizeof name, "k = %zu", distances[k]);
        text_format(text, "%10s", name);
    }
    for (size_t i = 0; i < STARTS; i++) {
        text_format(text, "\n  %7zu", starts[i]);
        for (size_t k = 0; k < DISTANCES; k++) {
            text_format(text, "%10.5f", dot(pe, starts[i], starts[i] + distances[k]));
        }
    }
    text_format(text, "\n\n  largest difference within a column: %.1e\n", largest_difference(pe));
}

static bool check_width(uint64_t width, struct error *error) {
    if (width <= MOST_WIDTH && width % 2 == 0) return true;
    return error_set(error, STATUS_USAGE,
                     "--width must be even and at most %d here: each sine needs its cosine",
                     MOST_WIDTH);
}

static bool compute(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error) {
    struct matrix pe = {0};
    bool done = check_width(settings->width, error) &&
                matrix_init(&pe, ROWS, (size_t)settings->width, "the positions", error);
    if (done) {
        positions_add(&pe);
        append_map(text, &pe, terminal);
        append_wavelengths(text, pe.columns);
        append_dots(text, &pe);
    }
    matrix_free(&pe);
    return done;
}

const struct lesson lesson_positions = {
    .name = "positions",
    .summary = "how sines and cosines tell attention where a row stands",
    .claim = "Attention takes keys and values as a set: reorder them, and the output is the same. "
             "So the order must be in the rows themselves. Each position adds a row of sines and "
             "cosines of many wavelengths; the dot product of two such rows depends on how far "
             "apart the positions are, and not on where they are.",
    .formula = "  pe[p, 2i] = sin(p w_i)   pe[p, 2i+1] = cos(p w_i)   w_i = 1 / 10000^(2i/d)\n"
               "  pe[p] . pe[q] = sum_i sin(p w_i) sin(q w_i) + cos(p w_i) cos(q w_i)\n"
               "                = sum_i cos((p - q) w_i)\n",
    .look = "The first columns swing quickly and tell neighbours apart; the further to the right, "
            "the slower, and those tell far places apart.\n\n"
            "The rows of the second table are one and the same: only k matters. At k = 0 the "
            "product is d/2, its largest, since there all cosines are 1.\n\n"
            "It does not simply fall with the distance: a sum of waves comes and goes. What a "
            "model makes of it is up to W_Q and W_K; a shift by k turns every pair of columns by "
            "the angle k w_i, which is one matrix for all p.",
    .options = (const char *const[][2]){{"width", "8"}, {NULL, NULL}},
    .compute = compute,
};
