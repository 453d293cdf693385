/* A model's sizes as metadata: see model_metadata.h. */
#include "model/model_metadata.h"

#include "base/number.h"
#include "model/kind.h"

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
_Static_assert(SIZE_KEY_COUNT + 2 == MODEL_METADATA_COUNT, "the sizes, model and score");

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

bool model_metadata_read(const struct safetensors *file, struct model *model, struct error *error) {
    memset(model, 0, sizeof *model);
    if (!read_names(file, model, error)) return false;
    for (size_t i = 0; i < SIZE_KEY_COUNT; i++) {
        if (!read_size(file, &size_keys[i], model, error)) return false;
    }
    if (model_init(model, error)) return true;
    error->status = STATUS_FAILED;
    return error_prefix(error, "%s: the metadata contradict each other", file->name);
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

void model_metadata_make(const struct model *model,
                         struct safetensors_pair pairs[MODEL_METADATA_COUNT]) {
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
}
