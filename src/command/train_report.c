/* What training tells at its end: see train_report.h. */
#include "command/train_report.h"

#include "draw/figure_svg.h"
#include "draw/figure_terminal.h"
#include "draw/table.h"
#include "model/kind.h"
#include "train/verdict.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { LEVEL_COUNT = 3, LABEL_SIZE = 64 };

/* The figure and all that it points to. */
struct picture_parts {
    struct series series[SETTINGS_MAX_MODELS];
    struct level levels[LEVEL_COUNT];
    char labels[LEVEL_COUNT][LABEL_SIZE];
};

static void set_level(struct picture_parts *parts, size_t i, const char *name, double y) {
    snprintf(parts->labels[i], LABEL_SIZE, "%s %.4f", name, y);
    parts->levels[i] = (struct level){parts->labels[i], y};
}

static struct figure make_figure(struct picture_parts *parts, const struct training *training,
                                 const struct history *history) {
    const struct floors *floors = &training->floors;
    char chance[LABEL_SIZE / 2];
    snprintf(chance, sizeof chance, "chance (ln %zu)", training->trainees[0].model->task.digits);
    set_level(parts, 0, chance, floors->chance);
    set_level(parts, 1, "average floor", floors->average);
    set_level(parts, 2, "blind floor", floors->blind);
    for (size_t i = 0; i < history->count; i++) {
        const struct curve *curve = &history->curves[i];
        parts->series[i] = (struct series){
            .label = curve->model, .x = curve->steps, .y = curve->losses, .count = curve->count};
    }
    return (struct figure){.title = training->settings.eval_data
                                        ? "Cross-entropy on the evaluation examples"
                                        : "Cross-entropy on examples that were not trained on",
                           .x_label = "step",
                           .y_label = "loss (nats)",
                           .series = parts->series,
                           .series_count = history->count,
                           .levels = parts->levels,
                           .level_count = LEVEL_COUNT};
}

void train_report_svg(struct text *text, const struct training *training,
                      const struct history *history) {
    struct picture_parts parts;
    struct figure figure = make_figure(&parts, training, history);
    figure_draw_svg(text, &figure);
}

enum { COLUMN_COUNT = 6, CELL_SIZE = 32 };

static void fill_row(char cells[COLUMN_COUNT][CELL_SIZE], const struct trainee *trainee) {
    const struct metrics *metrics = &trainee->metrics;
    snprintf(cells[0], CELL_SIZE, "%s", trainee->model->kind->name);
    snprintf(cells[1], CELL_SIZE, "%zu", trainee->model->parameter_count);
    snprintf(cells[2], CELL_SIZE, "%.4f", metrics->loss);
    snprintf(cells[3], CELL_SIZE, "%.2f %%", 100 * metrics->accuracy);
    snprintf(cells[4], CELL_SIZE, "-");
    snprintf(cells[5], CELL_SIZE, "-");
    if (trainee->model->kind->has_weights) {
        snprintf(cells[4], CELL_SIZE, "%.4f", metrics->answer_weight);
    }
    if (trainee->steps_to_99 != UINT64_MAX) {
        snprintf(cells[5], CELL_SIZE, "%" PRIu64, trainee->steps_to_99);
    }
}

static void append_table(struct text *text, const struct training *training) {
    static const struct column columns[COLUMN_COUNT] = {
        {"model", false},
        {"parameters", true},
        {"final loss", true},
        {"accuracy", true},
        {"attention on the answer", true},
        {"steps to 99 %", true},
    };
    char cells[SETTINGS_MAX_MODELS][COLUMN_COUNT][CELL_SIZE];
    const char *pointers[SETTINGS_MAX_MODELS * COLUMN_COUNT];
    for (size_t i = 0; i < training->count; i++) {
        fill_row(cells[i], &training->trainees[i]);
        for (size_t c = 0; c < COLUMN_COUNT; c++) pointers[i * COLUMN_COUNT + c] = cells[i][c];
    }
    struct table table = {columns, COLUMN_COUNT, pointers, training->count};
    table_draw(text, &table);
}

/* "attention: retrieval learned: 0.0028 nats, 1.4695 below the blind floor". */
static void append_verdict(struct text *text, const struct trainee *trainee,
                           const struct floors *floors) {
    double loss = trainee->metrics.loss, above = loss - floors->blind;
    enum verdict verdict = verdict_of(loss, trainee->metrics.examples, floors);
    text_format(text, "%s: %s", trainee->model->kind->name, verdict_sentences[verdict]);
    if (verdict == VERDICT_CHANCE) {
        text_format(text, " (%.4f nats; chance is %.4f)\n", loss, floors->chance);
    } else {
        text_format(text, " (%.4f nats, %.4f %s the blind floor)\n", loss, fabs(above),
                    above < 0 ? "below" : "above");
    }
}

void train_report(struct text *text, const struct training *training, const struct history *history,
                  struct terminal terminal) {
    struct picture_parts parts;
    struct figure figure = make_figure(&parts, training, history);
    figure_draw_terminal(text, &figure, terminal, FIGURE_ROWS);
    text_string(text, "\n");
    append_table(text, training);
    text_string(text, "\n");
    for (size_t i = 0; i < training->count; i++) {
        append_verdict(text, &training->trainees[i], &training->floors);
    }
}
