/* The curves of a run in memory: see history.h. */
#include "command/train/history.h"

#include <stdlib.h>

/* What is read where this was written: the digits of the nearest float as a double. */
static bool read_back(const struct curve_row *row, enum curve_value value, double *number,
                      struct error *error) {
    struct text text = {0};
    text_float(&text, (float)row->values[value]);
    bool done = text_finish(&text, error);
    if (done) *number = strtod(text.data, NULL);
    text_free(&text);
    return done;
}

bool history_add(struct history *history, const struct curve_row *row, struct error *error) {
    struct curve_runs *runs = &history->runs;
    struct curve_key key = {.model = row->model, .score = row->score, .seed = row->seed};
    double loss;
    runs->columns = &curve_value_names[CURVE_EVAL_LOSS];
    runs->column_count = 1;
    struct curve_run *run = curve_runs_find(runs, &key, error);
    if (!run) return false;
    for (size_t l = 0; l < CURVE_LEVELS; l++) {
        enum curve_value level = (enum curve_value)(CURVE_UNIFORM_LOSS + l);
        if (!read_back(row, level, &run->levels[l], error)) return false;
    }
    return read_back(row, CURVE_EVAL_LOSS, &loss, error) &&
           curve_run_add(runs, run, (double)row->step, &loss, error);
}

void history_free(struct history *history) {
    curve_runs_free(&history->runs);
}
