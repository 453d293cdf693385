/* A learner's memory and weights: see learner.h. */
#include "model/fast/learner.h"

#include "base/memory.h"
#include "model/fast/choose.h"
#include "model/fast/engine.h"
#include "model/fast/shape.h"
#include "model/kind.h"

#include <stdlib.h>

/* Factors of dropout that a block needs. */
static size_t keep_count(const struct fast_shape *shape) {
    return shape->dropout ? size_multiply(16, size_multiply(shape->heads, shape->pairs)) : 0;
}

static size_t numbers_per_slot(const struct fast_shape *shape, const struct fast_sizes *sizes) {
    size_t block = (pack_size(shape->pairs) + 15) / 16 * 16;
    size_t floats = size_add(size_add(sizes->sums, sizes->scratch), keep_count(shape));
    return size_add(floats, block);
}

static size_t slots_for(const struct learner_settings *settings) {
    size_t stretches = settings ? (settings->batch + STRETCH - 1) / STRETCH : 1;
    return stretches < 1 ? 1 : stretches < MOST_SLOTS ? stretches : MOST_SLOTS;
}

static size_t moment_count(const struct learner_settings *settings) {
    return settings ? settings->optimizer.optimizer->moments : 0;
}

/* All floats of a learner, without the alignment. */
static size_t float_count(const struct fast_shape *shape, const struct fast_method *method,
                          const struct fast_sizes *sizes, const struct learner_settings *settings) {
    size_t gradient = method->finish ? 1 : 0;
    size_t arrays = settings ? 2 + gradient + moment_count(settings) : 1;
    size_t weights = size_multiply(arrays, shape->weight_count);
    size_t slots = size_multiply(slots_for(settings), numbers_per_slot(shape, sizes));
    return size_add(size_add(weights, sizes->tables), slots);
}

static struct fast_shape shape_for(const struct model *model,
                                   const struct learner_settings *settings) {
    struct fast_shape shape = fast_shape_of(model);
    shape.dropout = settings && settings->dropout.rate > 0 && model->kind->has_weights;
    return shape;
}

static const struct fast_method *method_of(const struct kernel *kernel, const struct model *model,
                                           const struct fast_shape *shape, size_t batch,
                                           enum fast_method_name name) {
    if (!model->kind->has_weights) return &kernel->mlp;
    bool tables = name == FAST_TABLES || (name == FAST_CHOOSE && fast_prefers_tables(shape, batch));
    return tables ? &kernel->tables : &kernel->direct;
}

static struct fast_sizes sizes_of(const struct kernel *kernel, const struct fast_method *method,
                                  const struct fast_shape *shape) {
    if (method == &kernel->tables) return fast_table_sizes(shape);
    return method == &kernel->direct ? fast_direct_sizes(shape) : fast_mlp_sizes(shape);
}

static size_t batch_of(const struct learner_settings *settings) {
    return settings ? settings->batch : STRETCH;
}

/* Threads draw from sources of their own. */
static unsigned threads_of(const struct learner_settings *settings) {
    return settings && settings->source ? settings->threads : 1;
}

size_t learner_memory(const struct model *model, const struct learner_settings *settings) {
    const struct kernel *kernel = kernel_choose();
    struct fast_shape shape = shape_for(model, settings);
    const struct fast_method *method =
        method_of(kernel, model, &shape, batch_of(settings), FAST_CHOOSE);
    struct fast_sizes sizes = sizes_of(kernel, method, &shape);
    size_t copies = settings && settings->threads > 1 ? slots_for(settings) - 1 : 0;
    return size_add(size_multiply(float_count(&shape, method, &sizes, settings), sizeof(float)),
                    size_multiply(copies, source_memory(&model->task)));
}

static float *next(float **at, size_t count) {
    float *array = *at;
    *at += count;
    return array;
}

static void lay_out(struct learner *learner, const struct learner_settings *settings, float *at) {
    size_t n = learner->shape.weight_count;
    learner->weights = next(&at, n);
    learner->new_weights = next(&at, settings ? n : 0);
    bool finishes = learner->method->finish != NULL;
    learner->gradient = next(&at, settings && finishes ? n : 0);
    learner->moments = next(&at, moment_count(settings) * n);
    learner->tables = next(&at, learner->sizes.tables);
    for (size_t i = 0; i < learner->slot_count; i++) {
        struct slot *slot = &learner->slots[i];
        slot->sums = next(&at, learner->sizes.sums);
        slot->scratch = next(&at, learner->sizes.scratch);
        slot->keep = next(&at, keep_count(&learner->shape));
        if (i == 0 && !finishes) learner->gradient = slot->sums;
        slot->block = (uint32_t *)next(&at, (pack_size(learner->shape.pairs) + 15) / 16 * 16);
    }
}

void learner_destroy(struct learner *learner) {
    if (!learner) return;
    for (size_t i = 0; i < learner->slot_count; i++) source_free(learner->slots[i].source);
    free(learner->kept.blocks);
    free(learner->memory);
    free(learner);
}

static bool take_memory(struct learner *learner, const struct learner_settings *settings,
                        struct error *error) {
    size_t count = float_count(&learner->shape, learner->method, &learner->sizes, settings);
    count = size_add(count, ALIGNMENT / sizeof(float));
    learner->memory = memory_take(count, sizeof(float), "the model", error);
    if (!learner->memory) return false;
    uintptr_t start = ((uintptr_t)learner->memory + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    lay_out(learner, settings, (float *)start);
    return true;
}

/* Each further slot draws from a source of its own where several are at work at once. */
static bool copy_source(struct learner *learner, const struct source *source, struct error *error) {
    for (size_t i = 1; learner->threads > 1 && i < learner->slot_count; i++) {
        learner->slots[i].source = source_copy(source, error);
        if (!learner->slots[i].source) return false;
    }
    return true;
}

struct learner *fast_create(const struct model *model, const struct learner_settings *settings,
                            const struct kernel *kernel, enum fast_method_name method,
                            struct error *error) {
    if (!fast_knows(model, settings ? settings->optimizer.optimizer : NULL, error)) return NULL;
    struct learner *learner = memory_take(1, sizeof *learner, "the model", error);
    if (!learner) return NULL;
    learner->model = model;
    if (settings) {
        learner->optimizer = settings->optimizer;
        learner->dropout = settings->dropout;
    }
    learner->threads = threads_of(settings);
    learner->shape = shape_for(model, settings);
    learner->kernel = kernel;
    learner->method = method_of(kernel, model, &learner->shape, batch_of(settings), method);
    learner->sizes = sizes_of(kernel, learner->method, &learner->shape);
    learner->slot_count = slots_for(settings);
    if (take_memory(learner, settings, error) &&
        copy_source(learner, settings ? settings->source : NULL, error)) {
        return learner;
    }
    learner_destroy(learner);
    return NULL;
}

const char *fast_method_used(const struct learner *learner) {
    if (learner->method == &learner->kernel->mlp) return "mlp";
    return learner->method == &learner->kernel->tables ? "tables" : "direct";
}

struct learner *learner_create(const struct model *model, const struct learner_settings *settings,
                               struct error *error) {
    return fast_create(model, settings, kernel_choose(), FAST_CHOOSE, error);
}

/* Numbers in the model's order to the fast layout. */
static void from_model(const struct learner *learner, const double *from, float *to) {
    for (size_t t = 0; t < learner->model->tensor_count; t++) {
        const struct tensor *tensor = &learner->model->tensors[t];
        for (size_t i = 0; i < tensor->count; i++) {
            to[fast_place(&learner->shape, tensor, i)] = (float)from[tensor->offset + i];
        }
    }
}

void learner_set_weights(struct learner *learner, const double *weights) {
    from_model(learner, weights, learner->weights);
    learner->prepared = false;
}

void learner_to_model(const struct learner *learner, const float *from, double *to) {
    for (size_t t = 0; t < learner->model->tensor_count; t++) {
        const struct tensor *tensor = &learner->model->tensors[t];
        for (size_t i = 0; i < tensor->count; i++) {
            to[tensor->offset + i] = (double)from[fast_place(&learner->shape, tensor, i)];
        }
    }
}

void learner_get_weights(const struct learner *learner, double *weights) {
    learner_to_model(learner, learner->weights, weights);
}

static float *state_array(const struct learner *learner, size_t array) {
    if (array == ARRAY_WEIGHTS) return learner->weights;
    if (array == ARRAY_BEFORE) return learner->new_weights;
    return learner->moments + (array - ARRAY_MOMENTS) * learner->shape.weight_count;
}

void learner_get_state(const struct learner *learner, size_t array, double *numbers) {
    learner_to_model(learner, state_array(learner, array), numbers);
}

void learner_set_state(struct learner *learner, size_t array, const double *numbers) {
    from_model(learner, numbers, state_array(learner, array));
    learner->has_before = learner->has_before || array == ARRAY_BEFORE;
    learner->prepared = false;
}

void learner_prepare(struct learner *learner) {
    if (learner->prepared) return;
    learner->method->prepare(&learner->shape, learner->weights, learner->tables);
    learner->prepared = true;
}

struct fast_block learner_block(const uint32_t *block) {
    return (struct fast_block){.query = block,
                               .position = block + PACK_LANES,
                               .answer = block + 2 * PACK_LANES,
                               .count = block + 3 * PACK_LANES,
                               .pairs = block + 4 * PACK_LANES};
}
