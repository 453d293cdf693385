/* Model files: see model_file.h. */
#include "model/model_file.h"

#include "base/memory.h"
#include "model/kind.h"
#include "model/model_metadata.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
        done = model_metadata_read(file, model, error) && check_tensors(file, model, error) &&
               read_tensors(file, model, weights, error);
        safetensors_close(file);
    }
    free(file);
    return done;
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
    struct safetensors_pair metadata[MODEL_METADATA_COUNT];
    struct safetensors_entry entries[TENSOR_COUNT];
    model_metadata_make(model, metadata);
    for (size_t t = 0; t < model->tensor_count; t++) {
        entries[t] = make_entry(&model->tensors[t], type);
    }
    safetensors_header(text, metadata, MODEL_METADATA_COUNT, entries, model->tensor_count);
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
