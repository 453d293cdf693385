/* What the steps of explain share: see explain.h. */
#include "command/explain/explain.h"
#include "command/question.h"
#include "model/kind.h"

#include <stdarg.h>
#include <stdio.h>

static void append_formatted(struct text *text, const char *format, va_list arguments) {
    char line[256];
    vsnprintf(line, sizeof line, format, arguments);
    text_string(text, line);
}

void explain_step(struct explain *explain, const char *format, ...) {
    va_list arguments;
    text_format(explain->text, "\n%zu. ", ++explain->step);
    va_start(arguments, format);
    append_formatted(explain->text, format, arguments);
    va_end(arguments);
    text_string(explain->text, "\n");
}

void explain_number(struct explain *explain, double number, const char *after, const char *format,
                    ...) {
    va_list arguments;
    text_string(explain->text, "   ");
    va_start(arguments, format);
    append_formatted(explain->text, format, arguments);
    va_end(arguments);
    text_string(explain->text, " = ");
    grid_number(explain->text, number, EXPLAIN_DECIMALS);
    text_format(explain->text, "%s\n", after);
}

/* --- names of rows ----------------------------------------------------------------------------- */

static void pair_row(const void *context, size_t row, char name[GRID_NAME_SIZE]) {
    char pair[PAIR_NAME_SIZE];
    const struct explain *explain = context;
    snprintf(name, GRID_NAME_SIZE, "%zu %s", row + 1,
             question_pair_name(explain->explanation->example, row, pair));
}

static void digit_row(const void *context, size_t row, char name[GRID_NAME_SIZE]) {
    (void)context;
    snprintf(name, GRID_NAME_SIZE, "%zu", row);
}

static void entry_row(const void *context, size_t row, char name[GRID_NAME_SIZE]) {
    (void)context;
    snprintf(name, GRID_NAME_SIZE, "%zu", row + 1);
}

static void named_row(const void *context, size_t row, char name[GRID_NAME_SIZE]) {
    (void)row;
    snprintf(name, GRID_NAME_SIZE, "%s", (const char *)context);
}

/* --- grids ------------------------------------------------------------------------------------- */

struct grid explain_pairs_grid(const struct explain *explain, const char *corner) {
    const struct example *example = explain->explanation->example;
    return (struct grid){.corner = corner,
                         .row_count = example->count,
                         .row_name = pair_row,
                         .context = explain,
                         .marked = example->query,
                         .mark = "<- asked",
                         .decimals = EXPLAIN_DECIMALS};
}

struct grid explain_digits_grid(const struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    return (struct grid){.corner = "c",
                         .row_count = explanation->model->task.digits,
                         .row_name = digit_row,
                         .marked = example_answer(explanation->example),
                         .mark = "<- answer",
                         .decimals = EXPLAIN_DECIMALS};
}

struct grid explain_entries_grid(const struct explain *explain, size_t count) {
    const struct model *model = explain->explanation->model;
    bool headed = pass_heads(model) > 1 && count == model->width;
    return (struct grid){.corner = "j",
                         .row_count = count,
                         .row_name = entry_row,
                         .marked = GRID_NONE,
                         .group = headed ? model_head_width(model) : 0,
                         .decimals = EXPLAIN_ENTRY_DECIMALS,
                         .alike = true};
}

void explain_add_pairs(const struct explain *explain, struct grid *grid, const char *name,
                       const double *numbers, size_t width) {
    const struct example *example = explain->explanation->example;
    for (size_t i = 0; i < example->count; i++) {
        char pair[PAIR_NAME_SIZE];
        if (!grid_shows(i, example->count, example->query)) {
            grid->columns_left_out++;
            continue;
        }
        grid_add(grid, numbers + i * width, 1, "%s_%zu %s", name, i + 1,
                 question_pair_name(example, i, pair));
    }
}

void explain_draw(struct explain *explain, const struct grid *grid) {
    grid_draw(explain->text, grid, explain->width);
}

void explain_row(struct explain *explain, const char *name, const char *corner,
                 const double *vector, size_t count, size_t first) {
    struct grid grid = {.corner = corner,
                        .row_count = 1,
                        .row_name = named_row,
                        .context = name,
                        .marked = GRID_NONE,
                        .decimals = EXPLAIN_ENTRY_DECIMALS,
                        .alike = true};
    for (size_t j = 0; j < count; j++) {
        if (grid_shows(j, count, GRID_NONE)) {
            grid_add(&grid, vector + j, 0, "%zu", first + j);
        } else {
            grid.columns_left_out++;
        }
    }
    explain_draw(explain, &grid);
}

void explain_heads(struct explain *explain, void (*part)(struct explain *, size_t h)) {
    size_t heads = pass_heads(explain->explanation->model);
    for (size_t h = 0; h < heads; h++) {
        if (!grid_shows(h, heads, GRID_NONE)) continue;
        if (heads > 1) text_format(explain->text, "%s   head %zu\n", h ? "\n" : "", h + 1);
        part(explain, h);
    }

    size_t left_out = grid_left_out(heads, GRID_NONE);
    if (left_out) text_format(explain->text, "   ... %zu more heads\n", left_out);
}
