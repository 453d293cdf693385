/* An attention layer: see layer.h. */
#include "attention/layer.h"

#include "attention/positions.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool check_numbers(const char *what, size_t rows, size_t columns, struct error *error) {
    if (size_multiply(rows, columns) <= LAYER_MOST) return true;
    return error_set(error, STATUS_FAILED,
                     "the %s would be %zu times %zu numbers, and at most %d are computed: give "
                     "fewer rows",
                     what, rows, columns, LAYER_MOST);
}

/* Of the products of one input. */
static bool check_rows(const struct layer *layer, enum layer_input input, struct error *error) {
    static const char *const names[] = {"projected queries", "projected keys", "projected values"};
    const struct matrix *P = layer->projections[input], *W = layer->score_matrices[input];
    size_t rows = layer->inputs[input]->rows;
    return (!P || check_numbers(names[input], rows, P->columns, error)) &&
           (!W || check_numbers(names[input], rows, W->rows, error));
}

bool layer_check_size(const struct layer *layer, struct error *error) {
    const struct matrix *P_v = layer->projections[LAYER_VALUE], *P_o = layer->project_output;
    size_t queries = layer->inputs[LAYER_QUERY]->rows, keys = layer->inputs[LAYER_KEY]->rows;
    size_t values = P_v ? P_v->columns : layer->inputs[LAYER_VALUE]->columns;
    for (int i = 0; i < LAYER_INPUTS; i++) {
        if (!check_rows(layer, (enum layer_input)i, error)) return false;
    }
    return check_numbers("weights", size_multiply(layer->attention.heads, queries), keys, error) &&
           check_numbers("output", queries, values, error) &&
           (!P_o || check_numbers("projected output", queries, P_o->columns, error));
}

static bool copy(const struct matrix *from, struct matrix *to, struct error *error) {
    if (!matrix_init(to, from->rows, from->columns, "the matrices", error)) return false;
    memcpy(to->x, from->x, from->rows * from->columns * sizeof(double));
    return true;
}

/* X <- X W, or X <- X W^T; X stays where there is no W. */
static bool replace(struct matrix *X, const struct matrix *W, bool transposed,
                    struct error *error) {
    struct matrix Y;
    if (!W) return true;
    size_t columns = transposed ? W->rows : W->columns;
    if (!matrix_init(&Y, X->rows, columns, "a product of matrices", error)) return false;
    (transposed ? matrix_multiply_transposed : matrix_multiply)(X, W, &Y);
    matrix_free(X);
    *X = Y;
    return true;
}

/* q = (X_q + PE) P_q W_q^T, or k, or v. */
static bool forward_rows(const struct layer *layer, enum layer_input input, struct matrix *rows,
                         struct error *error) {
    if (!copy(layer->inputs[input], rows, error)) return false;
    if (layer->has_positions) positions_add(rows);
    return replace(rows, layer->projections[input], false, error) &&
           replace(rows, layer->score_matrices[input], true, error);
}

static bool check_scores(const struct matrix *s, size_t queries, struct error *error) {
    for (size_t i = 0; i < s->rows * s->columns; i++) {
        size_t row = i / s->columns;
        if (isfinite(s->x[i])) continue;
        return error_set(
            error, STATUS_FAILED,
            "the score of query %zu and key %zu in head %zu is not finite: the numbers "
            "that go into it are too large",
            row % queries + 1, i % s->columns + 1, row / queries + 1);
    }
    return true;
}

bool layer_forward(const struct layer *layer, struct layer_pass *pass, struct error *error) {
    struct matrix *rows = pass->rows;
    *pass = (struct layer_pass){.s = {.x = NULL}};
    for (int i = 0; i < LAYER_INPUTS; i++) {
        if (!forward_rows(layer, (enum layer_input)i, &rows[i], error)) return false;
    }
    size_t queries = rows[LAYER_QUERY].rows, keys = rows[LAYER_KEY].rows;
    size_t weights = size_multiply(layer->attention.heads, queries);
    if (!matrix_init(&pass->s, weights, keys, "the scores", error) ||
        !matrix_init(&pass->a, weights, keys, "the weights", error) ||
        !matrix_init(&pass->output, queries, rows[LAYER_VALUE].columns, "the output", error)) {
        return false;
    }
    attention_forward(&layer->attention, &rows[LAYER_QUERY], &rows[LAYER_KEY], &rows[LAYER_VALUE],
                      &pass->s, &pass->a, &pass->output);
    return check_scores(&pass->s, queries, error) &&
           replace(&pass->output, layer->project_output, false, error) &&
           matrix_check_finite(&pass->output, "output", error);
}

void layer_pass_free(struct layer_pass *pass) {
    for (int i = 0; i < LAYER_INPUTS; i++) matrix_free(&pass->rows[i]);
    matrix_free(&pass->s);
    matrix_free(&pass->a);
    matrix_free(&pass->output);
}

bool layer_is_self(const struct layer *layer) {
    const struct matrix *const *inputs = layer->inputs;
    return inputs[LAYER_QUERY] == inputs[LAYER_KEY] && inputs[LAYER_KEY] == inputs[LAYER_VALUE];
}

/* What the backward pass of attention needs besides its results. */
struct scratch {
    struct matrix d_o;
    double *da, *ds, *dw;
};

static bool scratch_init(struct scratch *scratch, const struct layer *layer,
                         const struct layer_pass *pass, const struct matrix *d_output,
                         struct error *error) {
    const struct matrix *q = &pass->rows[LAYER_QUERY], *k = &pass->rows[LAYER_KEY];
    size_t parameter = score_parameter_size(layer->attention.score, q->columns, k->columns);
    *scratch =
        (struct scratch){.da = memory_take(k->rows, sizeof(double), "the gradients", error),
                         .ds = memory_take(k->rows, sizeof(double), "the gradients", error),
                         .dw = memory_take(parameter, sizeof(double), "the gradients", error)};
    return scratch->da && scratch->ds && scratch->dw && copy(d_output, &scratch->d_o, error) &&
           /* output = o P_o  =>  do = doutput P_o^T */
           replace(&scratch->d_o, layer->project_output, true, error);
}

static void scratch_free(struct scratch *scratch) {
    matrix_free(&scratch->d_o);
    free(scratch->da);
    free(scratch->ds);
    free(scratch->dw);
}

/* Sets the gradients of q, k and v. */
static bool backward_attention(const struct layer *layer, const struct layer_pass *pass,
                               const struct matrix *d_output, struct matrix *gradients,
                               struct error *error) {
    struct scratch scratch;
    bool done = scratch_init(&scratch, layer, pass, d_output, error);
    for (int i = 0; i < LAYER_INPUTS && done; i++) {
        const struct matrix *rows = &pass->rows[i];
        done = matrix_init(&gradients[i], rows->rows, rows->columns, "the gradients", error);
    }
    if (done) {
        struct attention_gradient gradient = {.o = &scratch.d_o,
                                              .a = scratch.da,
                                              .s = scratch.ds,
                                              .q = &gradients[LAYER_QUERY],
                                              .k = &gradients[LAYER_KEY],
                                              .v = &gradients[LAYER_VALUE],
                                              .w = scratch.dw};
        attention_backward(&layer->attention, &pass->rows[LAYER_QUERY], &pass->rows[LAYER_KEY],
                           &pass->rows[LAYER_VALUE], &pass->a, &gradient);
    }
    scratch_free(&scratch);
    return done;
}

/* q = (X_q + PE) P_q W_q^T  =>  dX_q = dq W_q P_q^T, or of k, or of v. */
static bool backward_rows(const struct layer *layer, enum layer_input input,
                          struct matrix *gradient, struct error *error) {
    return replace(gradient, layer->score_matrices[input], false, error) &&
           replace(gradient, layer->projections[input], true, error);
}

/* One X in three places: dX = dX_q + dX_k + dX_v. */
static void join(struct matrix gradients[LAYER_INPUTS]) {
    for (int i = LAYER_KEY; i < LAYER_INPUTS; i++) {
        matrix_add(&gradients[LAYER_QUERY], &gradients[i]);
        matrix_free(&gradients[i]);
    }
}

bool layer_backward(const struct layer *layer, const struct layer_pass *pass,
                    const struct matrix *d_output, struct matrix gradients[LAYER_INPUTS],
                    struct error *error) {
    static const char *const names[] = {"gradient of the query", "gradient of the key",
                                        "gradient of the value"};
    for (int i = 0; i < LAYER_INPUTS; i++) gradients[i] = (struct matrix){.x = NULL};
    if (!backward_attention(layer, pass, d_output, gradients, error)) return false;
    for (int i = 0; i < LAYER_INPUTS; i++) {
        if (!backward_rows(layer, (enum layer_input)i, &gradients[i], error)) return false;
    }
    if (layer_is_self(layer)) join(gradients);
    for (int i = 0; i < LAYER_INPUTS; i++) {
        if (!matrix_check_finite(&gradients[i], names[i], error)) return false;
    }
    return true;
}
