/* What training tells at its end: see train_report.h. */
#include "command/train/train_report.h"

#include "command/plot/curve_figure.h"
#include "command/settings.h"
#include "draw/figure_svg.h"
#include "draw/figure_terminal.h"
#include "draw/table.h"
#include "model/kind.h"
#include "train/verdict.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

bool train_report_svg(struct text *text, const struct history *history, struct error *error) {
    struct curve_figure figure;
    bool done = curve_figure_init(&figure, &history->runs, &(struct curve_choice){0}, error);
    if (done) figure_draw_svg(text, &figure.figure);
    curve_figure_free(&figure);
    return done;
}

static bool append_curves(struct text *text, const struct history *history,
                          struct terminal terminal, struct error *error) {
    struct curve_figure figure;
    bool done = curve_figure_init(&figure, &history->runs, &(struct curve_choice){0}, error);
    if (done) figure_draw_terminal(text, &figure.figure, terminal, FIGURE_ROWS);
    curve_figure_free(&figure);
    return done;
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

/* "attention: retrieval learned (0.0028 nats, 1.4695 below the blind floor)". */
static void append_verdict(struct text *text, const struct trainee *trainee,
                           const struct floors *floors) {
    double loss = trainee->metrics.loss, above = loss - floors->blind;
    enum verdict verdict = verdict_of(loss, trainee->metrics.examples, floors);
    text_format(text, "%s: %s", trainee->model->kind->name, verdict_sentences[verdict]);
    if (verdict == VERDICT_CHANCE) {
        text_format(text, " (%.4f nats; chance is %.4f", loss, floors->chance);
    } else {
        text_format(text, " (%.4f nats, %.4f %s the blind floor", loss, fabs(above),
                    above < 0 ? "below" : "above");
    }
    bool doubtful = verdict_is_in_doubt(verdict, loss, floors);
    text_string(text, doubtful ? ": " VERDICT_DOUBT ")\n" : ")\n");
}

bool train_report(struct text *text, const struct training *training, const struct history *history,
                  struct terminal terminal, struct error *error) {
    if (!append_curves(text, history, terminal, error)) return false;
    text_string(text, "\n");
    append_table(text, training);
    text_string(text, "\n");
    for (size_t i = 0; i < training->count; i++) {
        append_verdict(text, &training->trainees[i], &training->floors);
    }
    return true;
}
