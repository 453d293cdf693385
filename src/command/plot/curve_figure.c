/* The figure of curves: see curve_figure.h. */
#include "command/plot/curve_figure.h"

#include "base/memory.h"
#include "command/plot/curve_groups.h"
#include "command/plot/curve_levels.h"
#include "command/plot/curve_words.h"

#include <math.h>
#include <stdlib.h>

static bool is_loss(const struct curve_runs *runs) {
    for (size_t c = 0; c < runs->column_count; c++) {
        if (!curve_words_of(runs->columns[c]).is_loss) return false;
    }
    return true;
}

/* What is not above 0 becomes a gap. */
static void leave_out(struct curve_figure *figure, struct curve_band *band) {
    for (size_t i = 0; i < band->count; i++) {
        if (!isfinite(band->median[i]) || band->median[i] > 0) continue;
        band->median[i] = NAN;
        figure->not_positive++;
    }
}

static bool add_series(struct curve_figure *figure, const struct curve_groups *groups, size_t g,
                       size_t column, struct error *error) {
    const struct curve_group *group = &groups->groups[g];
    size_t s = figure->count++;
    struct curve_band *band = &figure->bands[s];
    struct text *name = &figure->names[s];
    if (!curve_band_init(band, group->runs, group->run_count, column, error)) return false;
    if (figure->figure.is_log) leave_out(figure, band);
    curve_groups_name(name, groups, g, column, band);
    figure->series[s] = (struct series){.label = name->data,
                                        .x = band->steps,
                                        .y = band->median,
                                        .count = band->count,
                                        .low = band->low,
                                        .high = band->high};
    return text_finish(name, error);
}

static bool add_all_series(struct curve_figure *figure, const struct curve_groups *groups,
                           struct error *error) {
    size_t columns = groups->all->column_count, count = size_multiply(groups->count, columns);
    if (count > CURVE_FIGURE_SERIES) {
        return error_set(error, STATUS_FAILED,
                         "%zu curves are more than a figure can show, which is %d", count,
                         CURVE_FIGURE_SERIES);
    }
    figure->bands = memory_take(count, sizeof *figure->bands, "a figure", error);
    figure->series = memory_take(count, sizeof *figure->series, "a figure", error);
    figure->names = memory_take(count, sizeof *figure->names, "a figure", error);
    if (!figure->bands || !figure->series || !figure->names) return false;
    for (size_t i = 0; i < count; i++) {
        if (!add_series(figure, groups, i / columns, i % columns, error)) return false;
    }
    return true;
}

static void set_figure(struct curve_figure *figure, const struct curve_groups *groups,
                       const struct curve_choice *choice) {
    const struct curve_runs *runs = groups->all;
    curve_words_title(&figure->title, runs->columns, runs->column_count);
    curve_groups_title(&figure->title, groups);
    curve_words_axis(&figure->axis, runs->columns, runs->column_count);
    curve_groups_caption(&figure->axis, groups);
    figure->figure = (struct figure){.title = choice->title ? choice->title : figure->title.data,
                                     .x_label = "step",
                                     .y_label = figure->axis.data,
                                     .is_log = choice->is_log,
                                     .width = choice->width,
                                     .height = choice->height};
    if (is_loss(runs)) curve_levels_add(figure, runs);
}

static bool fill(struct curve_figure *figure, const struct curve_groups *groups,
                 const struct curve_choice *choice, struct error *error) {
    set_figure(figure, groups, choice);
    if (!add_all_series(figure, groups, error)) return false;
    figure->figure.series = figure->series;
    figure->figure.series_count = figure->count;
    figure->figure.levels = figure->levels;
    figure->figure.level_count = figure->level_count;
    return text_finish(&figure->title, error) && text_finish(&figure->axis, error);
}

bool curve_figure_init(struct curve_figure *figure, const struct curve_runs *runs,
                       const struct curve_choice *choice, struct error *error) {
    struct curve_groups groups;
    *figure = (struct curve_figure){.count = 0};
    bool done =
        curve_groups_init(&groups, runs, choice, error) && fill(figure, &groups, choice, error);
    curve_groups_free(&groups);
    return done;
}

void curve_figure_free(struct curve_figure *figure) {
    for (size_t i = 0; i < figure->count; i++) {
        curve_band_free(&figure->bands[i]);
        text_free(&figure->names[i]);
    }
    free(figure->bands);
    free(figure->series);
    free(figure->names);
    text_free(&figure->title);
    text_free(&figure->axis);
    *figure = (struct curve_figure){.count = 0};
}
