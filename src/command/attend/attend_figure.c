/* The heat maps of attend: see attend_figure.h. */
#include "command/attend/attend_figure.h"

#include "base/memory.h"
#include "command/heat_output.h"

#include <stdio.h>
#include <stdlib.h>

static void set_masked(struct attend_figure *figure, const struct attend_result *result) {
    size_t queries = result->pass.output.rows, keys = result->pass.a.columns;
    for (size_t i = 0; i < queries; i++) {
        size_t seen = attention_seen(&result->inputs->layer.attention, i, keys);
        for (size_t j = seen; j < keys; j++) figure->masked[i * keys + j] = true;
    }
}

static void append_title(struct text *text, const struct attend_result *result) {
    const struct attention *attention = &result->inputs->layer.attention;
    size_t queries = result->pass.output.rows, keys = result->pass.a.columns;
    text_format(text, "attention weights of %zu quer%s over %zu key%s, %s", queries,
                queries == 1 ? "y" : "ies", keys, keys == 1 ? "" : "s", attention->score->name);
    if (attention->sharpness != 1) text_format(text, ", sharpness %g", attention->sharpness);
}

static void set_maps(struct attend_figure *figure, const struct attend_result *result) {
    size_t heads = result->inputs->layer.attention.heads;
    const struct matrix *output = &result->pass.output;
    for (size_t h = 0; h < heads; h++) {
        struct matrix weights = attend_head_weights(result, h);
        snprintf(figure->titles[h], ATTEND_TITLE_SIZE, "head %zu", h + 1);
        figure->maps[h] = (struct heatmap){.title = heads > 1 ? figure->titles[h] : NULL,
                                           .row_name = "query",
                                           .column_name = "key",
                                           .rows = weights.rows,
                                           .columns = weights.columns,
                                           .values = weights.x,
                                           .masked = figure->masked};
    }
    figure->maps[heads] = (struct heatmap){.title = "output",
                                           .row_name = "query",
                                           .column_name = "column",
                                           .rows = output->rows,
                                           .columns = output->columns,
                                           .values = output->x};
}

bool attend_figure_init(struct attend_figure *figure, const struct attend_result *result,
                        struct error *error) {
    size_t heads = result->inputs->layer.attention.heads, keys = result->pass.a.columns;
    const struct matrix *output = &result->pass.output;
    *figure = (struct attend_figure){.masked = NULL};
    figure->masked = memory_take(output->rows * keys, sizeof(bool), "a figure", error);
    figure->maps = memory_take(heads + 1, sizeof *figure->maps, "a figure", error);
    figure->titles = memory_take(heads, sizeof *figure->titles, "a figure", error);
    if (!figure->masked || !figure->maps || !figure->titles) return false;
    append_title(&figure->title, result);
    set_masked(figure, result);
    set_maps(figure, result);
    figure->groups[0] = (struct heat_group){"weight", HEAT_WEIGHTS, figure->maps, heads, NULL};
    figure->groups[1] =
        (struct heat_group){"output", heat_scale_of(output->x, output->rows * output->columns),
                            figure->maps + heads, 1, NULL};
    figure->figure = (struct heat_figure){figure->title.data, figure->groups, 2};
    return text_finish(&figure->title, error);
}

void attend_figure_free(struct attend_figure *figure) {
    text_free(&figure->title);
    free(figure->titles);
    free(figure->masked);
    free(figure->maps);
}
