/* plot: curves of files as a figure, in the terminal or as SVG. */
#include "base/file.h"
#include "command/command.h"
#include "command/output.h"
#include "command/plot/curve_figure.h"
#include "command/plot/plot_columns.h"
#include "command/plot/plot_model.h"
#include "draw/figure_svg.h"
#include "draw/figure_terminal.h"
#include "train/curves_read.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What a picture may measure: pixels of the SVG; columns and rows in a terminal. */
struct measure {
    const char *option;
    uint64_t least, most;
};

static const struct measure svg_measures[] = {{"width", 320, 10000}, {"height", 200, 10000}};
static const struct measure terminal_measures[] = {{"width", 20, 160}, {"height", 5, 60}};

static bool check_size(const struct settings *settings, struct error *error) {
    const struct measure *measures = settings->output ? svg_measures : terminal_measures;
    const uint64_t sizes[] = {settings->plot_width, settings->plot_height};
    for (int i = 0; i < 2; i++) {
        const struct measure *measure = &measures[i];
        if (!sizes[i] || (sizes[i] >= measure->least && sizes[i] <= measure->most)) continue;
        return error_set(error, STATUS_USAGE, "--%s: it must be from %llu to %llu %s",
                         measure->option, (unsigned long long)measure->least,
                         (unsigned long long)measure->most,
                         settings->output ? "pixels with -o" : "characters in the terminal");
    }
    return true;
}

/* A picture among the curves lacks its -o. */
static bool check_name(const char *file, struct error *error) {
    const char *ending = strrchr(file, '.');
    if (!ending || strcmp(ending, ".svg") != 0) return true;
    return error_set(error, STATUS_USAGE,
                     "%s is a picture, not a file of curves: say -o %s to write it", file, file);
}

static bool check_files(const struct invocation *invocation, struct error *error) {
    for (size_t i = 0; i < invocation->argument_count; i++) {
        if (!check_name(invocation->arguments[i], error)) return false;
        for (size_t k = 0; k < i; k++) {
            if (strcmp(invocation->arguments[i], invocation->arguments[k]) != 0) continue;
            return error_set(error, STATUS_USAGE, "%s stands twice",
                             file_input_name(invocation->arguments[i]));
        }
    }
    return true;
}

static bool read_files(const struct invocation *invocation, struct curve_runs *runs,
                       struct error *error) {
    for (size_t i = 0; i < invocation->argument_count; i++) {
        if (!curves_read(runs, invocation->arguments[i], i, error)) return false;
    }
    return true;
}

/* What the picture leaves out is said, on standard error. */
static void tell_left_out(const struct curve_runs *runs, const struct curve_figure *figure) {
    if (runs->not_finite) {
        fprintf(stderr, "left out: %zu value%s not finite\n", runs->not_finite,
                runs->not_finite == 1 ? " that is" : "s that are");
    }
    if (figure->not_positive) {
        fprintf(stderr, "left out: %zu point%s not above 0, on a logarithmic axis\n",
                figure->not_positive, figure->not_positive == 1 ? " that is" : "s that are");
    }
    if (figure->is_short_of_levels) {
        fprintf(stderr, "left out: levels of a reference loss that has more than %d values\n",
                CURVE_FIGURE_LEVELS / CURVE_LEVELS);
    }
}

static bool draw(const struct settings *settings, const struct figure *figure,
                 struct error *error) {
    struct text text = {0};
    const char *path = settings->output ? settings->output : "-";
    if (settings->output) {
        figure_draw_svg(&text, figure);
    } else {
        struct terminal terminal = terminal_detect(STDOUT_FILENO);
        uint64_t rows = settings->plot_height;
        if (settings->plot_width) terminal.columns = (size_t)settings->plot_width;
        figure_draw_terminal(&text, figure, terminal, rows ? (size_t)rows : FIGURE_ROWS);
    }
    bool done = output_text(path, &text, error);
    text_free(&text);
    return done;
}

static bool plot(const struct invocation *invocation, const struct curve_runs *runs,
                 struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct curve_choice choice = {.title = settings->title,
                                  .files = invocation->arguments,
                                  .file_count = invocation->argument_count,
                                  .is_log = settings->log,
                                  .width = (double)settings->plot_width,
                                  .height = (double)settings->plot_height};
    struct curve_figure figure;
    bool done =
        curve_figure_init(&figure, runs, &choice, error) && draw(settings, &figure.figure, error);
    if (done && !settings->quiet) tell_left_out(runs, &figure);
    curve_figure_free(&figure);
    return done;
}

static bool run(const struct invocation *invocation, struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct plot_columns columns;
    if (!output_check_svg(settings->output, error)) return false;
    if (plot_has_model(invocation)) return plot_model(invocation, error);
    if (!check_size(settings, error) || !plot_refuse_examples(invocation, error) ||
        !check_files(invocation, error) || !plot_columns_read(&columns, settings->columns, error)) {
        return false;
    }
    struct curve_runs runs = {.columns = columns.names, .column_count = columns.count};
    bool done = output_check_writable(settings->output, error) &&
                read_files(invocation, &runs, error) && plot(invocation, &runs, error);
    curve_runs_free(&runs);
    plot_columns_free(&columns);
    return done;
}

const struct command command_plot = {
    .name = "plot",
    .arguments = "CURVES.csv... | MODEL.safetensors",
    .summary = "draws curves, or what a model looks for, in the terminal or as SVG with -o",
    .least_arguments = 1,
    .most_arguments = SIZE_MAX,
    .groups = GROUP_PLOT,
    .options = (const char *const[]){"output", "quiet", "examples", "seed", NULL},
    .defaults = (const char *const[][2]){{"examples", "10000"}, {NULL, NULL}},
    .told =
        (const char *const[][2]){{"width", "760; its width"}, {"height", "440; 21"}, {NULL, NULL}},
    .more =
        "Files are those of train --csv, train --out and sweep --curves. Columns are eval_loss,\n"
        "train_loss, eval_accuracy, answer_weight, attention_entropy, grad_norm, learning_rate, "
        "or\n"
        "others with numbers. Several seeds of a model in one file become their median, with a\n"
        "band from the 10 % to the 90 % quantile of those that have a value. Dashed lines are\n"
        "ln C and the floors, where all columns are losses. A legend below adds to the height.\n"
        "\n"
        "Of a model it draws heat maps: for every query letter and key letter the mean weight (on\n"
        "--examples fresh examples of --seed, as in eval) and the mean score, and W_Q^T W_K.\n"
        "\n"
        "examples:\n"
        "  attnlearn plot runs/compare/curves.csv --log -o loss.svg\n"
        "  attnlearn plot a.csv b.csv --y eval_accuracy,answer_weight\n"
        "  attnlearn plot runs/compare/attention.safetensors -o match.svg\n",
    .files = ".csv .safetensors",
    .output = ".svg",
    .run = run,
};
