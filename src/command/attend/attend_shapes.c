/* Whether the matrices of attend fit: see attend_inputs.h. */
#include "attention/positions.h"
#include "command/attend/attend_inputs.h"

/* A side of a matrix, as messages name it. */
struct side {
    const char *file;
    size_t length;
    const char *unit; /* "column" or "row" */
};

/* Fails where the sides differ; `why` says what needs them equal. */
static bool check_equal(struct side a, struct side b, const char *why, struct error *error) {
    if (a.length == b.length) return true;
    return error_set(error, STATUS_FAILED, "%s has %zu %s%s, and %s has %zu %s%s: %s", a.file,
                     a.length, a.unit, a.length == 1 ? "" : "s", b.file, b.length, b.unit,
                     b.length == 1 ? "" : "s", why);
}

static struct side rows_of(const struct attend_inputs *inputs, enum settings_matrix i) {
    return (struct side){inputs->names[i], inputs->matrices[i].rows, "row"};
}

static struct side columns_of(const struct attend_inputs *inputs, enum settings_matrix i) {
    return (struct side){inputs->names[i], inputs->matrices[i].columns, "column"};
}

/* The rows and columns of an input, also of self-attention. */
static struct side input_rows(const struct attend_inputs *inputs, enum layer_input i) {
    return (struct side){inputs->names[i], inputs->layer.inputs[i]->rows, "row"};
}

static struct side input_columns(const struct attend_inputs *inputs, enum layer_input i) {
    return (struct side){inputs->names[i], inputs->layer.inputs[i]->columns, "column"};
}

/* The width of an input on its way: of X, or of X W. */
static bool check_projection(const struct attend_inputs *inputs, enum settings_matrix W,
                             struct side *width, struct error *error) {
    if (!inputs->names[W]) return true;
    if (!check_equal(rows_of(inputs, W), *width, "X W needs as many", error)) return false;
    *width = columns_of(inputs, W);
    return true;
}

static bool check_additive(const struct attend_inputs *inputs, struct side q, struct side k,
                           struct error *error) {
    struct side vector = columns_of(inputs, MATRIX_ADDITIVE_VECTOR);
    size_t rows = inputs->matrices[MATRIX_ADDITIVE_VECTOR].rows;
    if (rows != 1 && vector.length != 1) {
        return error_set(error, STATUS_FAILED,
                         "%s has %zu rows and %zu columns: a vector is one row or one column",
                         vector.file, rows, vector.length);
    }
    if (vector.length == 1) vector = rows_of(inputs, MATRIX_ADDITIVE_VECTOR);
    struct side h = rows_of(inputs, MATRIX_ADDITIVE_QUERY);
    return check_equal(columns_of(inputs, MATRIX_ADDITIVE_QUERY), q, "W_q q needs as many",
                       error) &&
           check_equal(columns_of(inputs, MATRIX_ADDITIVE_KEY), k, "W_k k needs as many", error) &&
           check_equal(h, rows_of(inputs, MATRIX_ADDITIVE_KEY), "W_q q + W_k k needs as many",
                       error) &&
           check_equal(vector, h, "w_v . tanh(W_q q + W_k k) needs as many", error);
}

static bool check_bilinear(const struct attend_inputs *inputs, struct side q, struct side k,
                           struct error *error) {
    const char *why = "q^T M k needs as many";
    return check_equal(rows_of(inputs, MATRIX_BILINEAR), q, why, error) &&
           check_equal(columns_of(inputs, MATRIX_BILINEAR), k, why, error);
}

/* Queries and keys, projected, against each other; *width is that which heads share. */
static bool check_score(const struct attend_inputs *inputs, struct side q, struct side k,
                        size_t *width, struct error *error) {
    *width = q.length;
    switch (inputs->layer.attention.score->parameter) {
    case SCORE_VECTOR:
        *width = inputs->matrices[MATRIX_ADDITIVE_QUERY].rows;
        return check_additive(inputs, q, k, error);
    case SCORE_MATRIX:
        return check_bilinear(inputs, q, k, error);
    case SCORE_NO_PARAMETER:
        break;
    }
    return check_equal(q, k, "the score compares queries and keys entry by entry", error);
}

static bool check_heads(size_t heads, const char *what, size_t width, struct error *error) {
    if (width % heads == 0) return true;
    return error_set(error, STATUS_USAGE,
                     "--heads %zu must divide the width of the %s, which is %zu", heads, what,
                     width);
}

static bool check_grad_output(const struct attend_inputs *inputs, struct side width,
                              struct error *error) {
    const char *why = "the gradient is shaped as the output";
    if (!inputs->names[MATRIX_GRAD_OUTPUT]) return true;
    return check_equal(rows_of(inputs, MATRIX_GRAD_OUTPUT), input_rows(inputs, LAYER_QUERY), why,
                       error) &&
           check_equal(columns_of(inputs, MATRIX_GRAD_OUTPUT), width, why, error);
}

static bool check_positions(const struct attend_inputs *inputs, struct error *error) {
    for (int i = 0; i < LAYER_INPUTS && inputs->layer.has_positions; i++) {
        struct side rows = input_rows(inputs, (enum layer_input)i);
        if (rows.length <= POSITIONS_MOST) continue;
        return error_set(error, STATUS_FAILED, "%s has %zu rows: --positions has at most %d",
                         rows.file, rows.length, POSITIONS_MOST);
    }
    return true;
}

bool attend_check_shapes(const struct attend_inputs *inputs, struct error *error) {
    struct side q = input_columns(inputs, LAYER_QUERY), k = input_columns(inputs, LAYER_KEY);
    struct side v = input_columns(inputs, LAYER_VALUE);
    size_t heads = inputs->layer.attention.heads, width;
    return check_positions(inputs, error) &&
           check_equal(input_rows(inputs, LAYER_KEY), input_rows(inputs, LAYER_VALUE),
                       "each key has one value", error) &&
           check_projection(inputs, MATRIX_PROJECT_QUERY, &q, error) &&
           check_projection(inputs, MATRIX_PROJECT_KEY, &k, error) &&
           check_projection(inputs, MATRIX_PROJECT_VALUE, &v, error) &&
           check_score(inputs, q, k, &width, error) &&
           check_heads(heads, "queries and keys", width, error) &&
           check_heads(heads, "values", v.length, error) &&
           check_projection(inputs, MATRIX_PROJECT_OUTPUT, &v, error) &&
           check_grad_output(inputs, v, error);
}
