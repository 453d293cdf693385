/* The figure of curves: what train, its run folder and plot draw.
 *
 * A curve for each model and score of each file, and each column; several seeds of it become their
 * median with a band. It is named by just what tells it from the others of model, score, column,
 * number of seeds and file. Reference losses are levels where all columns are losses. */
#ifndef COMMAND_CURVE_FIGURE_H
#define COMMAND_CURVE_FIGURE_H

#include "base/text.h"
#include "draw/figure.h"
#include "train/curve_band.h"

/* What to draw, besides the columns, which the runs have. */
struct curve_choice {
    const char *title;        /* NULL: of the columns */
    const char *const *files; /* their names, by number; NULL: one file */
    size_t file_count;
    bool is_log;
    double width, height; /* as in struct figure */
};

enum { CURVE_FIGURE_SERIES = 500, CURVE_FIGURE_LEVELS = 9 };

struct curve_figure {
    struct figure figure;
    struct text title, axis;
    struct curve_band *bands; /* [series] */
    struct series *series;
    struct text *names; /* [series] */
    size_t count;
    struct level levels[CURVE_FIGURE_LEVELS];
    char level_names[CURVE_FIGURE_LEVELS][48];
    size_t level_count;
    size_t not_positive;     /* values that a logarithmic axis cannot show */
    bool is_short_of_levels; /* a reference loss has more values than levels are drawn */
};

/* Sets the figure up; the runs and the choice must outlive it. STATUS_FAILED where there would be
 * more than CURVE_FIGURE_SERIES curves. Give it back with curve_figure_free, also when this fails. */
bool curve_figure_init(struct curve_figure *figure, const struct curve_runs *runs,
                       const struct curve_choice *choice, struct error *error);
void curve_figure_free(struct curve_figure *figure);

#endif
