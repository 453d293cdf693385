/* The learned match as heat maps: see plot_model.h. */
#include "command/plot/plot_model.h"

#include "base/file.h"
#include "base/memory.h"
#include "command/heat_output.h"
#include "command/output.h"
#include "model/kind.h"
#include "model/match.h"
#include "model/model_file.h"
#include "task/letter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3, LABEL_SIZE = 24, TITLE_SIZE = 96 };

/* The figure, and all that it points to. */
struct match_figure {
    struct match match;
    char (*names)[LABEL_SIZE]; /* [L+C] letters, then digits */
    const char **labels;       /* the same */
    char (*titles)[TITLE_SIZE];
    struct heatmap *maps; /* [PARTS][H] */
    struct heat_group groups[PARTS];
    struct heat_figure figure;
};

static bool is_model(const char *path) {
    static const char ending[] = ".safetensors";
    size_t length = strlen(path), end = sizeof ending - 1;
    return length > end && strcmp(path + length - end, ending) == 0;
}

bool plot_has_model(const struct invocation *invocation) {
    for (size_t i = 0; i < invocation->argument_count; i++) {
        if (is_model(invocation->arguments[i])) return true;
    }
    return false;
}

bool plot_refuse_examples(const struct invocation *invocation, struct error *error) {
    static const char *const names[] = {"examples", "seed"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!invocation_gave(invocation, names[i])) continue;
        return error_set(error, STATUS_USAGE, "--%s is for the picture of a model, not of curves",
                         names[i]);
    }
    return true;
}

static bool check_usage(const struct invocation *invocation, struct error *error) {
    if (invocation->argument_count > 1) {
        return error_set(error, STATUS_USAGE,
                         "a model has a picture of its own: give one .safetensors file alone");
    }
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        bool of_curves = setting->groups & GROUP_PLOT && strcmp(setting->name, "title") != 0;
        if (!of_curves || !invocation->given[i]) continue;
        return error_set(error, STATUS_USAGE, "--%s is for curves, not for the picture of a model",
                         setting->name);
    }
    return true;
}

static bool take_arrays(struct match_figure *figure, struct error *error) {
    size_t labels = figure->match.letters + figure->match.digits;
    size_t maps = PARTS * figure->match.heads;
    figure->names = memory_take(labels, sizeof *figure->names, "a figure", error);
    figure->labels = memory_take(labels, sizeof *figure->labels, "a figure", error);
    figure->titles = memory_take(maps, sizeof *figure->titles, "a figure", error);
    figure->maps = memory_take(maps, sizeof *figure->maps, "a figure", error);
    return figure->names && figure->labels && figure->titles && figure->maps;
}

static void name_letters_and_digits(struct match_figure *figure) {
    const struct match *match = &figure->match;
    for (size_t i = 0; i < match->letters + match->digits; i++) {
        if (i < match->letters) {
            letter_name((uint32_t)i, figure->names[i]);
        } else {
            snprintf(figure->names[i], LABEL_SIZE, "%zu", i - match->letters);
        }
        figure->labels[i] = figure->names[i];
    }
}

/* A part is a group with a map a head: [H][L][columns] numbers. */
struct part {
    const char *name, *value_name, *column_name;
    enum heat_scale scale;
    const double *values; /* NULL: the model does not have it */
    size_t columns;
};

static void add_part(struct match_figure *figure, const struct part *part) {
    size_t heads = figure->match.heads, letters = figure->match.letters;
    if (!part->values) return;
    struct heat_group *group = &figure->groups[figure->figure.count];
    struct heatmap *maps = figure->maps + figure->figure.count * heads;
    *group = (struct heat_group){part->value_name, part->scale, maps, heads, NULL};
    for (size_t h = 0; h < heads; h++) {
        char *title = figure->titles[(size_t)(maps - figure->maps) + h];
        snprintf(title, TITLE_SIZE, heads > 1 ? "%s, head %zu" : "%s", part->name, h + 1);
        maps[h] = (struct heatmap){.title = title,
                                   .row_name = "query",
                                   .column_name = part->column_name,
                                   .row_labels = figure->labels,
                                   .column_labels = figure->labels,
                                   .rows = letters,
                                   .columns = part->columns,
                                   .values = part->values + h * letters * part->columns};
    }
    figure->figure.count++;
}

static void add_parts(struct match_figure *figure, const struct model *model) {
    const struct match *match = &figure->match;
    size_t letters = match->letters, pair = letters + match->digits;
    size_t squares = match->heads * letters * letters, products = match->heads * letters * pair;
    const char *product = model->score && model_scores_inputs(model) ? "M" : "W_Q^T W_K";
    const struct part parts[PARTS] = {
        {"mean weight", "weight", "key", HEAT_WEIGHTS, match->weight, letters},
        {"mean score", "score", "key", heat_scale_of(match->score, squares), match->score, letters},
        {product, "entry", "key: letter, digit", heat_scale_of(match->product, products),
         match->product, pair},
    };
    for (size_t i = 0; i < PARTS; i++) add_part(figure, &parts[i]);
}

static bool figure_init(struct match_figure *figure, const struct model *model,
                        const double *weights, const struct invocation *invocation,
                        struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct source *source = source_stream(&model->task, settings->seed, STREAM_EVAL, error);
    bool done = source &&
                match_init(&figure->match, model, weights, source, settings->examples, error) &&
                take_arrays(figure, error);
    source_free(source);
    if (!done) return error_prefix(error, "%s", file_input_name(invocation->arguments[0]));
    figure->figure.groups = figure->groups;
    name_letters_and_digits(figure);
    add_parts(figure, model);
    return true;
}

static void figure_free(struct match_figure *figure) {
    match_free(&figure->match);
    free(figure->names);
    free(figure->labels);
    free(figure->titles);
    free(figure->maps);
}

bool plot_model(const struct invocation *invocation, struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct match_figure figure = {.figure = {.count = 0}};
    struct model model;
    double *weights = NULL;
    char title[TITLE_SIZE];
    bool done = check_usage(invocation, error) &&
                model_file_read(invocation->arguments[0], &model, &weights, error) &&
                output_check_writable(settings->output, error) &&
                figure_init(&figure, &model, weights, invocation, error);
    if (done) {
        snprintf(title, sizeof title, "What %s looks for%s%s", model.kind->name,
                 model.kind->has_score ? ", by the score " : "",
                 model.kind->has_score ? model.score->name : "");
        figure.figure.title = settings->title ? settings->title : title;
        done = heat_output(settings->output, &figure.figure, error);
    }
    figure_free(&figure);
    free(weights);
    return done;
}
