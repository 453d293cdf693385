/* The curves of a run in memory: see history.h. */
#include "command/history.h"

#include <stdlib.h>

/* What is read where this was written: the digits of the nearest float as a double. */
static double in_file(const struct curve_row *row, enum curve_value value) {
    struct text text = {0};
    text_float(&text, (float)row->values[value]);
    double number = text.failed ? row->values[value] : strtod(text.data, NULL);
    text_free(&text);
    return number;
}

bool history_add(struct history *history, const struct curve_row *row, struct error *error) {
    struct curve_runs *runs = &history->runs;
    struct curve_key key = {.model = row->model, .score = row->score, .seed = row->seed};
    double loss = in_file(row, CURVE_EVAL_LOSS);
    runs->columns = &curve_value_names[CURVE_EVAL_LOSS];
    runs->column_count = 1;
    struct curve_run *run = curve_runs_find(runs, &key, error);
    if (!run) return false;
    for (size_t l = 0; l < CURVE_LEVELS; l++) {
        run->levels[l] = in_file(row, (enum curve_value)(CURVE_UNIFORM_LOSS + l));
    }
    return curve_run_add(runs, run, (double)row->step, &loss, error);
}

void history_free(struct history *history) {
    curve_runs_free(&history->runs);
}
