/* Model files: see model_file.h. */
#include "model/model_file.h"

#include "base/memory.h"
#include "base/number.h"
#include "model/kind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The metadata that are sizes, and the range a file may give them. */
static const struct size_key {
    const char *key;
    size_t offset;
    uint64_t max;
} size_keys[] = {
    {"digits", offsetof(struct model, task.digits), TASK_MAX_DIGITS},
    {"heads", offsetof(struct model, heads), MODEL_MAX_WIDTH},
    {"hidden", offsetof(struct model, hidden), MODEL_MAX_HIDDEN},
    {"letters", offsetof(struct model, task.letters), TASK_MAX_LETTERS},
    {"min_pairs", offsetof(struct model, task.min_pairs), TASK_MAX_PAIRS},
    {"pairs", offsetof(struct model, task.pairs), TASK_MAX_PAIRS},
    {"width", offsetof(struct model, width), MODEL_MAX_WIDTH},
};

enum { SIZE_KEY_COUNT = sizeof size_keys / sizeof *size_keys };

static size_t *size_field(struct model *model, const struct size_key *key) {
    return (size_t *)(void *)((char *)model + key->offset);
}

static const char *require(const struct safetensors *file, const char *key, struct error *error) {
    const char *value = safetensors_metadata(file, key);
    if (!value) {
        error_set(error, STATUS_FAILED, "%s: its metadata have no '%s': not a model of attnlearn",
                  file->name, key);
    }
    return value;
}

static bool read_size(const struct safetensors *file, const struct size_key *key,
                      struct model *model, struct error *error) {
    uint64_t number;
    const char *value = require(file, key->key, error);
    if (!value) return false;
    if (!number_unsigned(value, 1, key->max, &number, error)) {
        error->status = STATUS_FAILED;
        return error_prefix(error, "%s: metadata '%s'", file->name, key->key);
    }
    *size_field(model, key) = (size_t)number;
    return true;
}

static bool read_names(const struct safetensors *file, struct model *model, struct error *error) {
    const char *kind = require(file, "model", error), *score;
    if (!kind || !(score = require(file, "score", error))) return false;
    model->kind = model_kind_find(kind);
    model->score = score_find(score);
    if (!model->kind) {
        return error_set(error, STATUS_FAILED, "%s: unknown model '%s'", file->name, kind);
    }
    if (!model->score) {
        return error_set(error, STATUS_FAILED, "%s: unknown score '%s'", file->name, score);
    }
    return true;
}

static bool read_metadata(const struct safetensors *file, struct model *model,
                          struct error *error) {
    memset(model, 0, sizeof *model);
    if (!read_names(file, model, error)) return false;
    for (size_t i = 0; i < SIZE_KEY_COUNT; i++) {
        if (!read_size(file, &size_keys[i], model, error)) return false;
    }
    if (model_init(model, error)) return true;
    error->status = STATUS_FAILED;
    return error_prefix(error, "%s: the metadata contradict each other", file->name);
}

static bool has_shape(const struct safetensors_entry *entry, const struct tensor *tensor) {
    if (entry->dimensions != (tensor->is_vector ? 1U : 2U)) return false;
    return entry->shape[0] == tensor->rows &&
           (tensor->is_vector || entry->shape[1] == tensor->columns);
}

static void shape_text(struct text *text, const struct tensor *tensor) {
    text_format(text, "[%zu", tensor->rows);
    if (!tensor->is_vector) text_format(text, ",%zu", tensor->columns);
    text_string(text, "]");
}

static bool shape_error(const struct safetensors *file, const struct tensor *tensor,
                        const char *what, struct error *error) {
    struct text shape = {0};
    shape_text(&shape, tensor);
    error_set(error, STATUS_FAILED, "%s: tensor '%s' %s: its metadata make it %s", file->name,
              tensor->name, what, shape.failed ? "another" : shape.data);
    text_free(&shape);
    return false;
}

/* All tensors of the model are there and well-shaped, before any memory is taken for them. */
static bool check_tensors(const struct safetensors *file, const struct model *model,
                          struct error *error) {
    for (size_t t = 0; t < model->tensor_count; t++) {
        const struct tensor *tensor = &model->tensors[t];
        const struct safetensors_entry *entry = safetensors_find(file, tensor->name);
        if (!entry) return shape_error(file, tensor, "is missing", error);
        if (!has_shape(entry, tensor)) {
            return shape_error(file, tensor, "has the wrong shape", error);
        }
    }
    for (size_t i = 0; i < file->entry_count; i++) {
        if (model_find_tensor(model, file->entries[i].name)) continue;
        return error_set(error, STATUS_FAILED, "%s: tensor '%s' does not belong to the model %s",
                         file->name, file->entries[i].name, model->kind->name);
    }
    return true;
}

static bool read_tensor(const struct safetensors *file, const struct tensor *tensor,
                        double *weights, struct error *error) {
    const struct safetensors_entry *entry = safetensors_find(file, tensor->name);
    for (size_t i = 0; i < tensor->count; i++) {
        weights[tensor->offset + i] = safetensors_number(file, entry, i);
        if (isfinite(weights[tensor->offset + i])) continue;
        return error_set(error, STATUS_FAILED, "%s: number %zu of tensor '%s' is not finite",
                         file->name, i, tensor->name);
    }
    return true;
}

static bool read_tensors(const struct safetensors *file, const struct model *model,
                         double **weights, struct error *error) {
    double *all = memory_take(model->parameter_count, sizeof *all, "the model's weights", error);
    if (!all) return false;
    for (size_t t = 0; t < model->tensor_count; t++) {
        if (read_tensor(file, &model->tensors[t], all, error)) continue;
        free(all);
        return false;
    }
    *weights = all;
    return true;
}

bool model_file_read(const char *path, struct model *model, double **weights, struct error *error) {
    struct safetensors *file = memory_take(1, sizeof *file, "a model file", error);
    if (!file) return false;
    bool done = safetensors_open(file, path, error);
    if (done) {
        done = read_metadata(file, model, error) && check_tensors(file, model, error) &&
               read_tensors(file, model, weights, error);
        safetensors_close(file);
    }
    free(file);
    return done;
}

static struct safetensors_pair name_pair(const char *key, const char *value) {
    struct safetensors_pair pair;
    snprintf(pair.key, sizeof pair.key, "%s", key);
    snprintf(pair.value, sizeof pair.value, "%s", value);
    return pair;
}

static int compare_keys(const void *a, const void *b) {
    return strcmp(((const struct safetensors_pair *)a)->key,
                  ((const struct safetensors_pair *)b)->key);
}

/* Sets the pairs, sorted by key; returns how many. */
static size_t make_metadata(const struct model *model,
                            struct safetensors_pair pairs[SIZE_KEY_COUNT + 2]) {
    size_t count = 0;
    pairs[count++] = name_pair("model", model->kind->name);
    pairs[count++] = name_pair("score", model->score->name);
    for (size_t i = 0; i < SIZE_KEY_COUNT; i++) {
        struct model copy = *model;
        pairs[count] = name_pair(size_keys[i].key, "");
        snprintf(pairs[count].value, sizeof pairs[count].value, "%zu",
                 *size_field(&copy, &size_keys[i]));
        count++;
    }
    qsort(pairs, count, sizeof *pairs, compare_keys);
    return count;
}

static struct safetensors_entry make_entry(const struct tensor *tensor,
                                           enum safetensors_type type) {
    struct safetensors_entry entry = {.type = type,
                                      .dimensions = tensor->is_vector ? 1 : 2,
                                      .shape = {tensor->rows, tensor->columns},
                                      .count = tensor->count};
    snprintf(entry.name, sizeof entry.name, "%s", tensor->name);
    return entry;
}

static void model_text(struct text *text, const struct model *model, enum safetensors_type type,
                       const double *numbers) {
    struct safetensors_pair metadata[SIZE_KEY_COUNT + 2];
    struct safetensors_entry entries[TENSOR_COUNT];
    size_t count = make_metadata(model, metadata);
    for (size_t t = 0; t < model->tensor_count; t++) {
        entries[t] = make_entry(&model->tensors[t], type);
    }
    safetensors_header(text, metadata, count, entries, model->tensor_count);
    for (size_t i = 0; i < model->parameter_count; i++) safetensors_append(text, type, numbers[i]);
}

bool model_file_append(struct file *file, const struct model *model, enum safetensors_type type,
                       const double *numbers, struct error *error) {
    struct text text = {0};
    model_text(&text, model, type, numbers);
    bool done = text_finish(&text, error) && file_append(file, text.data, text.length, error);
    text_free(&text);
    return done;
}

bool model_file_write(const char *path, const struct model *model, enum safetensors_type type,
                      const double *numbers, struct error *error) {
    struct text text = {0};
    model_text(&text, model, type, numbers);
    bool done = text_finish(&text, error) && file_write(path, text.data, text.length, error);
    text_free(&text);
    return done;
}
