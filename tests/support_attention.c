/* What the tests of attention share: see support_attention.h. */
#include "support_attention.h"

#include "base/random.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t roll(struct random_cursor *cursor, size_t least, size_t most) {
    return least + (size_t)random_below(cursor, most - least + 1);
}

struct matrix *trial_matrix(struct trial *trial, size_t rows, size_t columns, double size) {
    struct error error;
    cr_assert(trial->count < TRIAL_MATRICES);
    struct matrix *matrix = &trial->matrices[trial->count];
    struct random_key key = random_key(trial->seed, 100 + trial->count++);
    cr_assert(matrix_init(matrix, rows, columns, "a matrix", &error), "%s", error.message);
    for (size_t i = 0; i < rows * columns; i++) matrix->x[i] = size * random_normal(key, i);
    return matrix;
}

/* The inputs; sets the width of each, which is `width` where there is no projection. */
static void set_inputs(struct trial *trial, const size_t widths[LAYER_INPUTS], bool is_self) {
    for (int i = 0; i < LAYER_INPUTS; i++) {
        size_t rows = i == LAYER_QUERY ? trial->queries : trial->keys;
        trial->layer.inputs[i] = is_self && i ? trial->layer.inputs[LAYER_QUERY]
                                              : trial_matrix(trial, rows, widths[i], 1);
    }
}

static void set_score(struct trial *trial, size_t d_q, size_t d_k) {
    struct attention *attention = &trial->layer.attention;
    if (attention->score->parameter == SCORE_VECTOR) {
        attention->w = trial_matrix(trial, 1, d_q, 1)->x;
    } else if (attention->score->parameter == SCORE_MATRIX) {
        attention->w = trial_matrix(trial, d_q, d_k, 0.5)->x;
    }
}

static void set_masks(struct trial *trial, unsigned parts, struct random_cursor *cursor) {
    size_t weights = trial->heads * trial->queries * trial->keys;
    trial->lengths = malloc(trial->queries * sizeof *trial->lengths);
    trial->keep = malloc(weights * sizeof *trial->keep);
    cr_assert(trial->lengths && trial->keep);
    for (size_t i = 0; i < trial->queries; i++) trial->lengths[i] = roll(cursor, 0, trial->keys);
    for (size_t i = 0; i < weights; i++) trial->keep[i] = roll(cursor, 0, 2) ? 1.5 : 0;
    trial->layer.attention.is_causal = parts & TRIAL_CAUSAL;
    trial->layer.attention.valid_lengths = parts & TRIAL_LENGTHS ? trial->lengths : NULL;
    trial->layer.attention.keep = parts & TRIAL_DROPOUT ? trial->keep : NULL;
}

void trial_init(struct trial *trial, const struct score *score, size_t heads, unsigned parts,
                uint64_t seed) {
    struct random_cursor cursor = {.key = random_key(seed, 50), .t = parts};
    bool is_self = parts & TRIAL_SELF, projects = parts & TRIAL_PROJECTIONS;
    bool has_vector = score->parameter == SCORE_VECTOR;
    if (score->parameter == SCORE_MATRIX) heads = 1;
    *trial = (struct trial){.seed = seed,
                            .heads = heads,
                            .queries = roll(&cursor, 1, 7),
                            .keys = roll(&cursor, 1, 7),
                            .layer = {.attention = {.score = score, .heads = heads}}};
    if (is_self) trial->keys = trial->queries;
    trial->layer.attention.sharpness = seed % 3 ? 1 : 1.7;
    trial->layer.has_positions = parts & TRIAL_POSITIONS;
    size_t d_q = heads * roll(&cursor, 1, 3), d_k = d_q, d_v = heads * roll(&cursor, 1, 3);
    if (is_self && !projects) d_v = d_q;
    if (score->parameter == SCORE_MATRIX && !is_self) d_k = roll(&cursor, 1, 6);
    bool replaced[] = {projects || has_vector, projects || has_vector, projects};
    size_t widths[] = {d_q, d_k, d_v}, given[LAYER_INPUTS], x = roll(&cursor, 1, 5);
    for (int i = 0; i < LAYER_INPUTS; i++) given[i] = replaced[i] ? roll(&cursor, 1, 5) : widths[i];
    for (int i = 0; i < LAYER_INPUTS && is_self; i++) given[i] = projects ? x : d_v;
    set_inputs(trial, given, is_self);
    for (int i = 0; i < LAYER_INPUTS && projects; i++) {
        size_t to = has_vector && i != LAYER_VALUE ? x : widths[i];
        trial->layer.projections[i] = trial_matrix(trial, given[i], to, 0.7);
        given[i] = to;
    }
    for (int i = 0; i < LAYER_VALUE && has_vector; i++) {
        trial->layer.score_matrices[i] = trial_matrix(trial, d_q, given[i], 0.7);
    }
    set_score(trial, d_q, d_k);
    if (projects) trial->layer.project_output = trial_matrix(trial, d_v, x, 0.7);
    trial->d_output = trial_matrix(trial, trial->queries, projects ? x : d_v, 1);
    set_masks(trial, parts, &cursor);
}

void trial_free(struct trial *trial) {
    for (size_t i = 0; i < trial->count; i++) matrix_free(&trial->matrices[i]);
    free(trial->lengths);
    free(trial->keep);
}

struct layer_pass trial_forward(const struct trial *trial) {
    struct error error;
    struct layer_pass pass;
    cr_assert(layer_forward(&trial->layer, &pass, &error), "%s", error.message);
    return pass;
}

void trial_backward(const struct trial *trial, const struct layer_pass *pass,
                    struct matrix gradients[LAYER_INPUTS]) {
    struct error error;
    cr_assert(layer_backward(&trial->layer, pass, trial->d_output, gradients, &error), "%s",
              error.message);
}

double trial_loss(const struct trial *trial) {
    struct layer_pass pass = trial_forward(trial);
    double loss = 0;
    for (size_t i = 0; i < pass.output.rows * pass.output.columns; i++) {
        loss += trial->d_output->x[i] * pass.output.x[i];
    }
    layer_pass_free(&pass);
    return loss;
}

static void assert_shape(const struct matrix *a, const struct matrix *b, const char *what) {
    cr_assert(a->rows == b->rows && a->columns == b->columns, "%s: %zu x %zu and %zu x %zu", what,
              a->rows, a->columns, b->rows, b->columns);
}

void assert_same(const struct matrix *a, const struct matrix *b, const char *what) {
    assert_shape(a, b, what);
    cr_assert(memcmp(a->x, b->x, a->rows * a->columns * sizeof(double)) == 0, "%s differs", what);
}

void assert_close_matrix(const struct matrix *a, const struct matrix *b, double tolerance,
                         const char *what) {
    double largest = 0;
    assert_shape(a, b, what);
    for (size_t i = 0; i < a->rows * a->columns; i++) largest = fmax(largest, fabs(a->x[i]));
    for (size_t i = 0; i < a->rows * a->columns; i++) {
        assert_near(a->x[i], b->x[i], tolerance * largest, what);
    }
}
