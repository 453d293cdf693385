/* Doing a run of a sweep again: see sweep_repeat.h. */
#include "command/sweep/sweep_repeat.h"

#include "base/signals.h"
#include "command/expense.h"
#include "train/evaluation.h"
#include "train/sweep_row.h"

#include <stdio.h>
#include <string.h>

/* In multiplications: about a second of the reference engine's. */
static const double SHORT_WORK = 1e9;

static bool is_short(const struct sweep_point *point) {
    const struct train_settings *training = &point->training;
    double evaluations = 1 + (double)training->steps / (double)training->eval_every;
    double examples = (double)training->steps * (double)training->batch +
                      evaluations * (double)train_eval_count(training);
    return expense_of_step(&point->model, training->engine, examples) < SHORT_WORK;
}

static bool goes_on(void *context, uint64_t steps) {
    (void)context;
    (void)steps;
    return !signals_caught();
}

/* "seed 1, width 4, ..." */
static void append_name(struct text *text, const struct sweep *sweep, size_t run) {
    for (size_t column = 0; column < sweep_row_columns(sweep); column++) {
        text_format(text, "%s%s ", column ? ", " : "", sweep_column_name(sweep, column));
        sweep_column_text(text, sweep, run, column);
    }
}

static bool compare(const struct sweep *sweep, size_t run, const struct sweep_result *kept,
                    const struct sweep_result *found, const char *path, struct error *error) {
    struct text old = {0}, new = {0}, name = {0};
    sweep_row_text(&old, sweep, run, kept);
    sweep_row_text(&new, sweep, run, found);
    append_name(&name, sweep, run);
    bool done = text_finish(&old, error) && text_finish(&new, error) && text_finish(&name, error);
    if (done && strcmp(old.data, new.data) != 0) {
        fprintf(stderr,
                "attnlearn: %s: these settings give another row of %s: if those before were made "
                "with other settings, take another file\n",
                path, name.data);
    }
    text_free(&old);
    text_free(&new);
    text_free(&name);
    return done;
}

bool tell_other_settings(const struct sweep *sweep, const struct sweep_result *results,
                         const char *path, struct error *error) {
    struct sweep_result found;
    size_t run = sweep->first;
    while (run < sweep->end && !results[run - sweep->first].done) run++;
    if (run == sweep->end || !is_short(sweep_point_of(sweep, run))) return true;
    if (!sweep_train(sweep, run, NULL, goes_on, NULL, &found, error)) return signals_caught();
    return compare(sweep, run, &results[run - sweep->first], &found, path, error);
}
