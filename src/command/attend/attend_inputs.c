/* What attend reads: see attend_inputs.h. */
#include "command/attend/attend_inputs.h"

#include "attention/dropout.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "command/attend/attend_options.h"
#include "task/source.h"

#include <stdlib.h>
#include <string.h>

/* Reads the files; of self-attention the one X is matrices[MATRIX_QUERY] alone. */
static bool read_matrices(struct attend_inputs *inputs, const struct settings *settings,
                          struct error *error) {
    bool is_self = attend_is_self(settings);
    for (int i = 0; i < MATRIX_COUNT; i++) {
        const char *path = settings->matrices[i];
        if (!path) continue;
        inputs->names[i] = file_input_name(path);
        if (is_self && (i == MATRIX_KEY || i == MATRIX_VALUE)) continue;
        if (!matrix_read(&inputs->matrices[i], path, error)) return false;
    }
    return true;
}

/* The matrix of a file that need not be given, or NULL. */
static const struct matrix *given(const struct attend_inputs *inputs, enum settings_matrix i) {
    return inputs->names[i] ? &inputs->matrices[i] : NULL;
}

static void set_up_layer(struct attend_inputs *inputs, const struct settings *settings) {
    bool is_self = attend_is_self(settings);
    const struct matrix *X = &inputs->matrices[MATRIX_QUERY];
    const struct score *score = score_find(settings->score);
    const double *const w[] = {[SCORE_NO_PARAMETER] = NULL,
                               [SCORE_VECTOR] = inputs->matrices[MATRIX_ADDITIVE_VECTOR].x,
                               [SCORE_MATRIX] = inputs->matrices[MATRIX_BILINEAR].x};
    inputs->layer = (struct layer){.attention = {.score = score,
                                                 .w = w[score->parameter],
                                                 .heads = (size_t)settings->heads,
                                                 .sharpness = settings->sharpness,
                                                 .is_causal = settings->causal},
                                   .inputs = {X, is_self ? X : &inputs->matrices[MATRIX_KEY],
                                              is_self ? X : &inputs->matrices[MATRIX_VALUE]},
                                   .has_positions = settings->positions,
                                   .projections = {given(inputs, MATRIX_PROJECT_QUERY),
                                                   given(inputs, MATRIX_PROJECT_KEY),
                                                   given(inputs, MATRIX_PROJECT_VALUE)},
                                   .score_matrices = {given(inputs, MATRIX_ADDITIVE_QUERY),
                                                      given(inputs, MATRIX_ADDITIVE_KEY), NULL},
                                   .project_output = given(inputs, MATRIX_PROJECT_OUTPUT)};
}

/* Reads length number `i` at `text`, up to the next comma. */
static bool read_length(const char *text, size_t i, size_t keys, size_t *length,
                        struct error *error) {
    char number[32];
    uint64_t value;
    size_t size = strcspn(text, ",");
    if (size >= sizeof number) {
        return error_set(error, STATUS_USAGE, "--valid-lens: length %zu has %zu characters", i + 1,
                         size);
    }
    memcpy(number, text, size);
    number[size] = '\0';
    if (!number_unsigned(number, 0, UINT64_MAX, &value, error)) {
        return error_prefix(error, "--valid-lens: length %zu", i + 1);
    }
    if (value > keys) {
        return error_set(error, STATUS_USAGE,
                         "--valid-lens: length %zu is %s, and there are only %zu keys", i + 1,
                         number, keys);
    }
    *length = (size_t)value;
    return true;
}

static size_t count_lengths(const char *list) {
    size_t count = 1;
    for (; *list; list++) count += *list == ',';
    return count;
}

static bool read_valid_lengths(struct attend_inputs *inputs, const char *list,
                               struct error *error) {
    size_t queries = inputs->layer.inputs[LAYER_QUERY]->rows;
    size_t keys = inputs->layer.inputs[LAYER_KEY]->rows, count = count_lengths(list);
    inputs->valid_lengths = memory_take(queries, sizeof(size_t), "the valid lengths", error);
    if (!inputs->valid_lengths) return false;
    for (size_t i = 0; i < count; i++, list += strcspn(list, ",") + 1) {
        size_t length = 0;
        if (!read_length(list, i, keys, &length, error)) return false;
        for (size_t q = i; q < (count == 1 ? queries : i + 1) && q < queries; q++) {
            inputs->valid_lengths[q] = length;
        }
    }
    inputs->layer.attention.valid_lengths = inputs->valid_lengths;
    if (count == 1 || count == queries) return true;
    return error_set(error, STATUS_USAGE,
                     "--valid-lens has %zu lengths for %zu quer%s: it needs one each, or one for "
                     "all",
                     count, queries, queries == 1 ? "y" : "ies");
}

static bool draw_dropout(struct attend_inputs *inputs, const struct settings *settings,
                         struct error *error) {
    size_t queries = inputs->layer.inputs[LAYER_QUERY]->rows;
    size_t keys = inputs->layer.inputs[LAYER_KEY]->rows, heads = inputs->layer.attention.heads;
    struct dropout dropout = {settings->dropout, random_key(settings->seed, STREAM_DROPOUT)};
    size_t count = size_multiply(size_multiply(heads, queries), keys);
    inputs->keep = memory_take(count, sizeof(double), "dropout", error);
    if (!inputs->keep) return false;
    for (size_t i = 0; i < count; i++) {
        size_t h = i / keys / queries, query = i / keys % queries, key = i % keys;
        inputs->keep[i] = dropout_factor(&dropout, query, h * keys + key);
    }
    inputs->layer.attention.keep = inputs->keep;
    return true;
}

bool attend_inputs_read(struct attend_inputs *inputs, const struct settings *settings,
                        struct error *error) {
    *inputs = (struct attend_inputs){.keep = NULL};
    if (!attend_check_options(settings, error) || !read_matrices(inputs, settings, error)) {
        return false;
    }
    set_up_layer(inputs, settings);
    if (!attend_check_shapes(inputs, error) || !layer_check_size(&inputs->layer, error)) {
        return false;
    }
    if (settings->valid_lens && !read_valid_lengths(inputs, settings->valid_lens, error)) {
        return false;
    }
    return !(settings->dropout > 0) || draw_dropout(inputs, settings, error);
}

void attend_inputs_free(struct attend_inputs *inputs) {
    for (int i = 0; i < MATRIX_COUNT; i++) matrix_free(&inputs->matrices[i]);
    free(inputs->valid_lengths);
    free(inputs->keep);
}
