/* What attend prints: see attend_output.h. */
#include "command/attend/attend_output.h"

#include "command/attend/attend_figure.h"
#include "command/heat_output.h"
#include "command/json_output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct gradient_name {
    const char *key, *title;
} gradient_names[LAYER_INPUTS] = {
    [LAYER_QUERY] = {"grad_query", "gradient of the queries"},
    [LAYER_KEY] = {"grad_key", "gradient of the keys"},
    [LAYER_VALUE] = {"grad_value", "gradient of the values"},
};

static void json_matrix(struct text *text, const struct matrix *matrix) {
    text_string(text, "[");
    for (size_t i = 0; i < matrix->rows; i++) {
        text_string(text, i ? ",\n    " : "");
        json_numbers(text, matrix_row(matrix, i), matrix->columns);
    }
    text_string(text, "]");
}

void attend_json(struct text *text, const struct attend_result *result) {
    json_begin(text);
    json_key(text, "weights");
    for (size_t h = 0; h < result->inputs->layer.attention.heads; h++) {
        struct matrix weights = attend_head_weights(result, h);
        text_string(text, h ? ",\n   " : "[");
        json_matrix(text, &weights);
    }
    text_string(text, "]");
    json_key(text, "output");
    json_matrix(text, &result->pass.output);
    for (int i = 0; i < LAYER_INPUTS; i++) {
        if (!result->gradients[i].x) continue;
        json_key(text, gradient_names[i].key);
        json_matrix(text, &result->gradients[i]);
    }
    json_finish(text);
}

enum { CELL_SIZE = 32 };

/* Six decimals where they show the matrix well, an exponent where they do not. */
static bool needs_exponent(const struct matrix *matrix) {
    double largest = 0;
    for (size_t i = 0; i < matrix->rows * matrix->columns; i++) {
        largest = fmax(largest, fabs(matrix->x[i]));
    }
    return largest != 0 && (largest < 1e-3 || largest >= 1e9);
}

/* The number as text, without the sign of a zero; returns its length. */
static size_t format_number(char cell[CELL_SIZE], double x, bool has_exponent) {
    snprintf(cell, CELL_SIZE, has_exponent ? "%.6e" : "%.6f", x);
    bool is_zero = strspn(cell, "-0.") == strlen(cell);
    if (is_zero && cell[0] == '-') memmove(cell, cell + 1, strlen(cell));
    return strlen(cell);
}

/* A title, and below it a line a row, with the row's number first. */
static void append_matrix(struct text *text, const char *title, const struct matrix *matrix) {
    char cell[CELL_SIZE];
    bool has_exponent = needs_exponent(matrix);
    size_t count = matrix->rows * matrix->columns, width = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = format_number(cell, matrix->x[i], has_exponent);
        if (length > width) width = length;
    }
    int label = snprintf(cell, sizeof cell, "%zu", matrix->rows);
    text_format(text, "\n%s\n", title);
    for (size_t i = 0; i < count; i++) {
        if (i % matrix->columns == 0) text_format(text, "  %*zu", label, i / matrix->columns + 1);
        format_number(cell, matrix->x[i], has_exponent);
        text_format(text, "  %*s", (int)width, cell);
        if ((i + 1) % matrix->columns == 0) text_string(text, "\n");
    }
}

/* Says how many of the weights that are not masked dropout left out. */
static void append_dropout(struct text *text, const struct attend_result *result) {
    const struct attention *attention = &result->inputs->layer.attention;
    size_t keys = result->pass.a.columns, seen = 0, dropped = 0;
    for (size_t row = 0; row < result->pass.a.rows; row++) {
        size_t n = attention_seen(attention, row % result->pass.output.rows, keys);
        for (size_t j = 0; j < n; j++) dropped += attention->keep[row * keys + j] == 0;
        seen += n;
    }
    text_format(text, "\ndropout leaves %zu of these %zu weights out of the output\n", dropped,
                seen);
}

/* One matrix that is queries, keys and values has one gradient. */
static const char *gradient_title(const struct attend_result *result, int i) {
    bool is_of_all = i == LAYER_QUERY && !result->gradients[LAYER_KEY].x;
    return is_of_all ? "gradient of X, which is queries, keys and values" : gradient_names[i].title;
}

bool attend_text(struct text *text, const struct attend_result *result, struct terminal terminal,
                 struct error *error) {
    struct attend_figure figure;
    bool done = attend_figure_init(&figure, result, error);
    if (done) {
        figure.figure.count = 1; /* the output stands below, with more digits */
        heat_draw_terminal(text, &figure.figure, terminal);
        if (result->inputs->keep) append_dropout(text, result);
        append_matrix(text, "output", &result->pass.output);
        for (int i = 0; i < LAYER_INPUTS; i++) {
            const struct matrix *gradient = &result->gradients[i];
            if (gradient->x) append_matrix(text, gradient_title(result, i), gradient);
        }
    }
    attend_figure_free(&figure);
    return done;
}

bool attend_picture(const char *path, const struct attend_result *result, struct error *error) {
    struct attend_figure figure;
    bool done =
        attend_figure_init(&figure, result, error) && heat_output(path, &figure.figure, error);
    attend_figure_free(&figure);
    return done;
}
