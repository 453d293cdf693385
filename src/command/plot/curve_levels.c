/* The reference losses as levels: see curve_levels.h. */
#include "command/plot/curve_levels.h"

#include "base/elementary.h"

#include <math.h>
#include <stdio.h>

enum { MOST = CURVE_FIGURE_LEVELS / CURVE_LEVELS };

/* "chance (ln 10)" where the loss is the logarithm of a whole number. */
static void name_chance(char *name, size_t size, double loss) {
    double digits = floor(elementary_exp(loss) + 0.5);
    bool is_whole = digits < 1e6 && fabs(elementary_log(digits) - loss) < 1e-6 * (1 + loss);
    snprintf(name, size, is_whole ? "chance (ln %.0f)" : "chance", digits);
}

static void name_level(char *name, size_t size, int which, double loss) {
    static const char *const names[CURVE_LEVELS] = {NULL, "average floor", "blind floor"};
    char chance[32];
    name_chance(chance, sizeof chance, loss);
    snprintf(name, size, "%s %.4f", names[which] ? names[which] : chance, loss);
}

static bool is_there(const struct curve_figure *figure, size_t from, double loss) {
    for (size_t l = from; l < figure->level_count; l++) {
        if (figure->levels[l].y == loss) return true;
    }
    return false;
}

static void add_kind(struct curve_figure *figure, const struct curve_runs *runs, int which) {
    size_t from = figure->level_count;
    for (size_t r = 0; r < runs->count; r++) {
        double loss = runs->runs[r].levels[which];
        bool is_shown = isfinite(loss) && (loss > 0 || !figure->figure.is_log);
        if (!is_shown || is_there(figure, from, loss)) continue;
        if (figure->level_count - from == MOST) {
            figure->level_count = from;
            figure->is_short_of_levels = true;
            return;
        }
        size_t l = figure->level_count++;
        name_level(figure->level_names[l], sizeof *figure->level_names, which, loss);
        figure->levels[l] = (struct level){figure->level_names[l], loss};
    }
}

void curve_levels_add(struct curve_figure *figure, const struct curve_runs *runs) {
    for (int which = 0; which < CURVE_LEVELS; which++) add_kind(figure, runs, which);
}
