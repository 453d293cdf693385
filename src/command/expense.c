/* A word before long work: see expense.h. */
#include "command/expense.h"

#include "base/text.h"
#include "model/kind.h"

#include <stdio.h>

static const double MANY_MULTIPLICATIONS = 5e8, MANY_BYTES = 1e9;

double expense_of_pass(const struct model *model) {
    double columns = (double)(model->kind->has_weights ? model->width : model->hidden);
    return (double)model->task.pairs * columns + (double)model->task.digits;
}

double expense_of_step(const struct model *model, const struct engine *engine, double examples) {
    double work = examples * expense_of_pass(model) + 10 * (double)model->parameter_count;
    return engine == engines[0] ? work : 20 * work; /* the others are about so much slower */
}

/* 3e9 as "3 billion". */
static void append_count(struct text *text, double count) {
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1e12, "trillion"}, {1e9, "billion"}, {0, "million"}};
    size_t u = 0;
    while (count < units[u].unit) u++;
    text_format(text, "%.3g %s", count / (units[u].unit > 0 ? units[u].unit : 1e6), units[u].name);
}

void expense_note(const char *what, double multiplications, size_t bytes, bool quiet) {
    struct text text = {0};
    if (quiet || (multiplications < MANY_MULTIPLICATIONS && (double)bytes < MANY_BYTES)) return;
    append_count(&text, multiplications);
    text_string(&text, " multiplications or more");
    if ((double)bytes >= MANY_BYTES) text_format(&text, " and %.1f GB", (double)bytes / 1e9);
    if (!text.failed) fprintf(stderr, "attnlearn: %s may take a while: %s\n", what, text.data);
    text_free(&text);
}
