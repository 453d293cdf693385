/* The forward pass of explain, from the inputs to the loss. */
#include "base/elementary.h"
#include "command/explain/explain.h"
#include "model/kind.h"
#include "task/letter.h"

#include <math.h>
#include <stdio.h>

/* --- inputs ------------------------------------------------------------------------------------ */

/* Appends "x_2 = (e_c, u_7)" to the line, or begins a new one. */
static void append_pair_input(struct explain *explain, size_t i, size_t *column) {
    char input[64], letter[LETTER_SIZE];
    const struct example *example = explain->explanation->example;
    int length = snprintf(input, sizeof input, "   x_%zu = (e_%s, u_%u)", i + 1,
                          letter_name(example->letters[i], letter), (unsigned)example->digits[i]);
    if (*column + (size_t)length > explain->width) {
        text_string(explain->text, "\n");
        *column = 0;
    }
    text_string(explain->text, input);
    *column += (size_t)length;
}

static void explain_inputs(struct explain *explain) {
    size_t column = 0;
    char letter[LETTER_SIZE];
    const struct example *example = explain->explanation->example;
    explain_step(explain, "the inputs, one-hot: e_letter is 1 at its letter, u_digit at its digit");
    text_format(explain->text, "   x_query = e_%s\n",
                letter_name(example->letters[example->query], letter));
    for (size_t i = 0; i < example->count; i++) {
        if (grid_shows(i, example->count, example->query)) append_pair_input(explain, i, &column);
    }
    text_string(explain->text, "\n");

    size_t left_out = grid_left_out(example->count, example->query);
    if (left_out) text_format(explain->text, "   ... %zu more pairs\n", left_out);
}

/* --- attention --------------------------------------------------------------------------------- */

static void explain_rows_of_heads(struct explain *explain) {
    const struct model *model = explain->explanation->model;
    if (pass_heads(model) == 1) return;
    text_format(explain->text,
                "   the heads share the rows: each has d_h = d/H = %zu of them, head 1 the first\n",
                model_head_width(model));
}

static void explain_queries_and_keys(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    const struct pass *pass = &explanation->pass;
    size_t d = explanation->model->width;
    char letter[LETTER_SIZE], first[LETTER_SIZE];
    const struct example *example = explanation->example;
    if (model_scores_inputs(explanation->model)) return;
    explain_step(explain, "the query and the keys: q = W_Q x_query, k_i = W_K x_i");
    text_format(explain->text,
                "   a one-hot picks columns: q = column %s of W_Q, k_1 = columns %s + %u of W_K\n",
                letter_name(example->letters[example->query], letter),
                letter_name(example->letters[0], first), (unsigned)example->digits[0]);
    explain_rows_of_heads(explain);
    struct grid grid = explain_entries_grid(explain, d);
    grid_add(&grid, pass->q, 1, "q");
    explain_add_pairs(explain, &grid, "k", pass->k, d);
    explain_draw(explain, &grid);
}

/* The score additive has a step between. */
static void explain_tanh(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    const struct model *model = explanation->model;
    if (model->score->parameter != SCORE_VECTOR) return;
    explain_step(explain, "t_i = tanh(q + k_i), entry by entry; beside it the model's w_S");
    struct grid grid = explain_entries_grid(explain, model->width);
    grid_add(&grid, model_tensor(model, explanation->weights, W_S), 1, "w_S");
    explain_add_pairs(explain, &grid, "t", explanation->t, model->width);
    explain_draw(explain, &grid);
}

static void explain_scores_of_head(struct explain *explain, size_t h) {
    const struct explanation *explanation = explain->explanation;
    const struct score_part *part;
    size_t row = h * explanation->model->task.pairs;
    struct grid grid = explain_pairs_grid(explain, "i");
    for (size_t p = 0; (part = score_part_of(explanation->model->score, p)); p++) {
        grid_add(&grid, explanation->parts[p] + row, 1, "%s", part->formula);
    }
    grid_add(&grid, explanation->pass.s + row, 1, "s_i");
    grid_add(&grid, explanation->e + row, 1, "e^(s_i - m)");
    grid_add(&grid, explanation->pass.a + row, 1, "a_i");
    explain_draw(explain, &grid);
    explain_number(explain, explanation->m[h], "", "m = max_j s_j");
    explain_number(explain, explanation->sum_e[h], "", "sum_j e^(s_j - m)");
}

static void explain_scores(struct explain *explain) {
    const struct model *model = explain->explanation->model;
    size_t d_h = model_head_width(model);
    explain_step(explain, "scores and weights%s: s_i = %s, a = softmax(s)",
                 pass_heads(model) > 1 ? ", in each head" : "", model->score->formula);
    text_string(explain->text, "   a_i = e^(s_i - m) / sum_j e^(s_j - m)\n");
    if (model->score == &score_scaled_dot) {
        text_format(explain->text, "   sqrt(d_h) = sqrt(%zu) = ", d_h);
        grid_number(explain->text, sqrt((double)d_h), EXPLAIN_DECIMALS);
        text_string(explain->text, "\n");
    }
    if (model_scores_inputs(model)) {
        text_string(explain->text,
                    "   two entries of M are added, both of row q, the query's letter\n");
    }
    explain_heads(explain, explain_scores_of_head);
}

static void explain_equal_weights(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    explain_step(explain, "the weights: a_i = 1/n, n = %zu; the query plays no part",
                 explanation->example->count);
    struct grid grid = explain_pairs_grid(explain, "i");
    grid_add(&grid, explanation->pass.a, 1, "a_i");
    explain_draw(explain, &grid);
}

static void explain_values(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    const struct model *model = explanation->model;
    explain_step(explain,
                 "the values, and their mean by the weights: v_i = W_V x_i, o = sum_i a_i v_i");
    if (pass_heads(model) > 1) {
        text_string(explain->text, "   each head by its own weights, in its own rows\n");
    }

    struct grid grid = explain_entries_grid(explain, model->width);
    explain_add_pairs(explain, &grid, "v", explanation->pass.v, model->width);
    grid_add(&grid, explanation->pass.o, 1, "o");
    explain_draw(explain, &grid);
}

/* --- mlp --------------------------------------------------------------------------------------- */

static void explain_hidden(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    const struct pass *pass = &explanation->pass;
    size_t on = 0;
    for (size_t r = 0; r < pass->hidden; r++) on += pass->h[r] > 0;
    explain_step(explain,
                 "the hidden layer: x = (x_1 .. x_%zu, x_query), z = W_1 x + b_1, "
                 "h = ReLU(z)",
                 explanation->model->task.pairs);
    if (explanation->example->count < explanation->model->task.pairs) {
        text_string(explain->text, "   the x_i of pairs that are not there are 0\n");
    }
    text_format(explain->text, "   %zu of the %zu units are on (z > 0)\n", on, pass->hidden);
    struct grid grid = explain_entries_grid(explain, pass->hidden);
    grid_add(&grid, explanation->z, 1, "z");
    grid_add(&grid, pass->h, 1, "h");
    explain_draw(explain, &grid);
}

/* --- output and loss --------------------------------------------------------------------------- */

static void explain_output(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    const struct pass *pass = &explanation->pass;
    bool weighs = explanation->model->kind->has_weights;
    unsigned prediction = (unsigned)pass_prediction(pass);
    bool right = prediction == example_answer(explanation->example);
    explain_step(explain, "the digits: logits = %s, y = softmax(logits)",
                 weighs ? "W_O o + b_O" : "W_2 h + b_2");
    struct grid grid = explain_digits_grid(explain);
    grid_add(&grid, pass->logits, 1, "logits");
    grid_add(&grid, pass->y, 1, "y");
    explain_draw(explain, &grid);
    text_format(explain->text,
                "   the largest y is that of %u: the model answers %u, which is %s\n", prediction,
                prediction, right ? "right" : "wrong");
}

static void explain_loss(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    const struct pass *pass = &explanation->pass;
    size_t digits = explanation->model->task.digits;
    unsigned answer = (unsigned)example_answer(explanation->example);
    explain_step(explain, "the loss: loss = -ln y[answer], in nats");
    text_format(explain->text, "   loss = -ln y[%u] = -ln ", answer);
    grid_number(explain->text, pass->y[answer], EXPLAIN_DECIMALS);
    text_string(explain->text, " = ");
    grid_number(explain->text, pass->loss, EXPLAIN_DECIMALS);
    text_format(explain->text, "   (chance: ln %zu = ", digits);
    grid_number(explain->text, elementary_log((double)digits), EXPLAIN_DECIMALS);
    text_string(explain->text, ")\n");
}

void explain_forward(struct explain *explain) {
    const struct model_kind *kind = explain->explanation->model->kind;
    text_string(explain->text, "\nFORWARD\n");
    explain_inputs(explain);
    if (kind->has_score) {
        explain_queries_and_keys(explain);
        explain_tanh(explain);
        explain_scores(explain);
    } else if (kind->has_weights) {
        explain_equal_weights(explain);
    } else {
        explain_hidden(explain);
    }
    if (kind->has_weights) explain_values(explain);
    explain_output(explain);
    explain_loss(explain);
}
