/* The fast engine: single precision, 16 lanes, threads over stretches of large batches.
 *
 * A batch is cut into stretches of STRETCH examples, whatever the threads; each has sums of its
 * own, which are added in their order. */
#include "model/fast/engine.h"

#include "base/elementary.h"
#include "base/memory.h"
#include "model/fast/choose.h"
#include "model/fast/shape.h"
#include "model/kind.h"
#include "task/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STRETCH = 1024, MOST_SLOTS = 16, ALIGNMENT = 64 };

/* Evaluation examples are packed once and kept, up to so many numbers. */
enum { MOST_KEPT = 4 << 20 };

/* What one stretch needs for itself. */
struct slot {
    float *sums, *scratch;
    uint32_t *block;
    struct source *source; /* a copy of the training source, or NULL: that one itself */
};

/* Packed examples 0 .. 16*blocks-1 of a source. */
struct kept {
    const struct source *source;
    uint32_t *blocks;
    size_t count, capacity; /* in blocks */
};

struct learner {
    const struct model *model;
    struct optimizer_settings optimizer;
    unsigned threads;
    struct fast_shape shape;
    const struct kernel *kernel;
    const struct fast_method *method;
    struct fast_sizes sizes;
    bool prepared; /* the tables are those of the weights */
    void *memory;
    float *weights, *new_weights, *gradient, *moments, *tables;
    struct slot slots[MOST_SLOTS];
    size_t slot_count;
    struct kept kept;
};

static size_t numbers_per_slot(const struct fast_sizes *sizes, size_t block) {
    return size_add(size_add(sizes->sums, sizes->scratch), (block + 15) / 16 * 16);
}

static size_t slots_for(const struct learner_settings *settings) {
    size_t stretches = settings ? (settings->batch + STRETCH - 1) / STRETCH : 1;
    return stretches < 1 ? 1 : stretches < MOST_SLOTS ? stretches : MOST_SLOTS;
}

static size_t moment_count(const struct learner_settings *settings) {
    return settings ? settings->optimizer.optimizer->moments : 0;
}

/* All floats of a learner, without the alignment. */
static size_t float_count(const struct fast_shape *shape, const struct fast_sizes *sizes,
                          const struct learner_settings *settings) {
    size_t arrays = settings ? 3 + moment_count(settings) : 1;
    size_t weights = size_multiply(arrays, shape->weight_count);
    size_t slots =
        size_multiply(slots_for(settings), numbers_per_slot(sizes, pack_size(shape->pairs)));
    return size_add(size_add(weights, sizes->tables), slots);
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

static size_t memory(const struct model *model, const struct learner_settings *settings) {
    const struct kernel *kernel = kernel_choose();
    struct fast_shape shape = fast_shape_of(model);
    const struct fast_method *method =
        method_of(kernel, model, &shape, batch_of(settings), FAST_CHOOSE);
    struct fast_sizes sizes = sizes_of(kernel, method, &shape);
    return size_multiply(float_count(&shape, &sizes, settings), sizeof(float));
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
    learner->gradient = next(&at, settings ? n : 0);
    learner->moments = next(&at, moment_count(settings) * n);
    learner->tables = next(&at, learner->sizes.tables);
    for (size_t i = 0; i < learner->slot_count; i++) {
        struct slot *slot = &learner->slots[i];
        slot->sums = next(&at, learner->sizes.sums);
        slot->scratch = next(&at, learner->sizes.scratch);
        slot->block = (uint32_t *)next(&at, (pack_size(learner->shape.pairs) + 15) / 16 * 16);
    }
}

static void destroy(struct learner *learner) {
    if (!learner) return;
    for (size_t i = 0; i < learner->slot_count; i++) source_free(learner->slots[i].source);
    free(learner->kept.blocks);
    free(learner->memory);
    free(learner);
}

static bool take_memory(struct learner *learner, const struct learner_settings *settings,
                        struct error *error) {
    size_t count = float_count(&learner->shape, &learner->sizes, settings);
    count = size_add(count, ALIGNMENT / sizeof(float));
    learner->memory = memory_take(count, sizeof(float), "the model", error);
    if (!learner->memory) return false;
    uintptr_t start = ((uintptr_t)learner->memory + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    lay_out(learner, settings, (float *)start);
    return true;
}

struct learner *fast_create(const struct model *model, const struct learner_settings *settings,
                            const struct kernel *kernel, enum fast_method_name method,
                            struct error *error) {
    struct learner *learner = memory_take(1, sizeof *learner, "the model", error);
    if (!learner) return NULL;
    learner->model = model;
    if (settings) learner->optimizer = settings->optimizer;
    learner->threads = settings ? settings->threads : 1;
    learner->shape = fast_shape_of(model);
    learner->kernel = kernel;
    learner->method = method_of(kernel, model, &learner->shape, batch_of(settings), method);
    learner->sizes = sizes_of(kernel, learner->method, &learner->shape);
    learner->slot_count = slots_for(settings);
    if (take_memory(learner, settings, error)) return learner;
    destroy(learner);
    return NULL;
}

const char *fast_method_used(const struct learner *learner) {
    if (learner->method == &learner->kernel->mlp) return "mlp";
    return learner->method == &learner->kernel->tables ? "tables" : "direct";
}

static struct learner *create(const struct model *model, const struct learner_settings *settings,
                              struct error *error) {
    return fast_create(model, settings, kernel_choose(), FAST_CHOOSE, error);
}

static void set_weights(struct learner *learner, const double *weights) {
    for (size_t t = 0; t < learner->model->tensor_count; t++) {
        const struct tensor *tensor = &learner->model->tensors[t];
        for (size_t i = 0; i < tensor->count; i++) {
            learner->weights[fast_place(&learner->shape, tensor, i)] =
                (float)weights[tensor->offset + i];
        }
    }
    learner->prepared = false;
}

static void to_model_order(const struct learner *learner, const float *from, double *to) {
    for (size_t t = 0; t < learner->model->tensor_count; t++) {
        const struct tensor *tensor = &learner->model->tensors[t];
        for (size_t i = 0; i < tensor->count; i++) {
            to[tensor->offset + i] = (double)from[fast_place(&learner->shape, tensor, i)];
        }
    }
}

static void get_weights(const struct learner *learner, double *weights) {
    to_model_order(learner, learner->weights, weights);
}

static void prepare(struct learner *learner) {
    if (learner->prepared) return;
    learner->method->prepare(&learner->shape, learner->weights, learner->tables);
    learner->prepared = true;
}

static struct fast_block view_block(const uint32_t *block) {
    return (struct fast_block){.query = block,
                               .position = block + PACK_LANES,
                               .answer = block + 2 * PACK_LANES,
                               .count = block + 3 * PACK_LANES,
                               .pairs = block + 4 * PACK_LANES};
}

/* Packs a block of the source's examples, the default task's by the kernel. */
static void pack(const struct learner *learner, struct source *source, uint64_t first, size_t live,
                 uint32_t *block) {
    uint64_t key[2];
    bool quick = live == PACK_LANES && source_is_default_task(source, key) &&
                 learner->kernel->draw_default_task(key, first, block);
    if (!quick) source_pack(source, first, live, block);
}

/* Adds the examples first .. first+count-1 to the slot's sums. */
static void accumulate(const struct learner *learner, struct slot *slot, struct source *source,
                       uint64_t first, size_t count, float scale) {
    struct fast_block block = view_block(slot->block);
    for (size_t at = 0; at < count; at += PACK_LANES) {
        size_t live = count - at < PACK_LANES ? count - at : PACK_LANES;
        float scales[PACK_LANES];
        for (size_t e = 0; e < PACK_LANES; e++) scales[e] = e < live ? scale : 0;
        pack(learner, source, first + at, live, slot->block);
        learner->method->accumulate(&learner->shape, learner->weights, learner->tables, &block,
                                    scales, slot->sums, slot->scratch);
    }
}

/* Adds stretches of the batch to the first `count` slots, side by side. */
static void accumulate_slots(struct learner *learner, struct source *source, uint64_t first,
                             size_t left, size_t count, float scale) {
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads((int)learner->threads) if (count > 1)
#endif
    for (long i = 0; i < (long)count; i++) {
        struct slot *slot = &learner->slots[i];
        size_t at = (size_t)i * STRETCH, size = left - at < STRETCH ? left - at : STRETCH;
        accumulate(learner, slot, slot->source ? slot->source : source, first + at, size, scale);
    }
}

static void clear(const struct learner *learner, struct slot *slot) {
    memset(slot->sums, 0, learner->sizes.sums * sizeof(float));
}

/* Takes the losses out of the slot's sums, lane after lane. */
static double take_losses(const struct learner *learner, struct slot *slot) {
    float *losses = slot->sums + learner->sizes.sums - PACK_LANES;
    double sum = 0;
    for (size_t e = 0; e < PACK_LANES; e++) {
        sum += (double)losses[e];
        losses[e] = 0;
    }
    return sum;
}

/* Sets the gradient of the mean loss over the batch; returns that loss. The first slot keeps the
 * sums of all stretches; the others are added to it in their order. */
static double batch_gradient(struct learner *learner, struct source *source, uint64_t first,
                             size_t batch) {
    struct slot *slots = learner->slots;
    double loss = 0;
    prepare(learner);
    clear(learner, &slots[0]);
    for (size_t at = 0; at < batch; at += learner->slot_count * STRETCH) {
        size_t left = batch - at, count = (left + STRETCH - 1) / STRETCH;
        if (count > learner->slot_count) count = learner->slot_count;
        for (size_t i = 1; i < count; i++) clear(learner, &slots[i]);
        accumulate_slots(learner, source, first + at, left, count, 1 / (float)batch);
        for (size_t i = 0; i < count; i++) {
            loss += take_losses(learner, &slots[i]);
            if (i) learner->kernel->add(learner->sizes.sums, slots[0].sums, slots[i].sums);
        }
    }
    learner->method->finish(&learner->shape, learner->weights, learner->tables, slots[0].sums,
                            learner->gradient);
    learner->prepared = false;
    return loss / (double)batch;
}

void fast_gradient(struct learner *learner, struct source *source, uint64_t first, size_t batch,
                   double *gradient, double *loss) {
    *loss = batch_gradient(learner, source, first, batch);
    to_model_order(learner, learner->gradient, gradient);
}

/* The tensor in which a number is not finite. */
static bool not_finite(const struct learner *learner, const float *numbers, const char *what,
                       struct error *error) {
    for (size_t t = 0; t < learner->model->tensor_count; t++) {
        const struct tensor *tensor = &learner->model->tensors[t];
        for (size_t i = 0; i < tensor->count; i++) {
            if (isfinite(numbers[fast_place(&learner->shape, tensor, i)])) continue;
            return error_set(error, STATUS_FAILED, "the %s of %s is not finite", what,
                             tensor->name);
        }
    }
    return error_set(error, STATUS_FAILED, "the %s is not finite", what);
}

/* |g|; where its square does not fit in single precision, in double. */
static double norm_of(const struct learner *learner) {
    size_t n = learner->shape.weight_count;
    float sum = learner->kernel->square_sum(n, learner->gradient);
    if (isfinite(sum)) return sqrt((double)sum);
    double wide = 0;
    for (size_t i = 0; i < n; i++)
        wide += (double)learner->gradient[i] * (double)learner->gradient[i];
    return sqrt(wide);
}

static bool update(struct learner *learner, const struct step *step, double norm) {
    const struct optimizer_settings *settings = &learner->optimizer;
    size_t n = learner->shape.weight_count;
    bool clipped = settings->clip > 0 && norm > settings->clip;
    struct fast_update numbers = {
        .rate = (float)step->rate,
        .momentum = (float)settings->momentum,
        .decay = (float)(step->rate * settings->weight_decay),
        .gradient_factor = clipped ? (float)(settings->clip / norm) : 1,
    };
    if (settings->optimizer->moments == 1) {
        return learner->kernel->sgd(&numbers, n, learner->weights, learner->gradient,
                                    learner->moments, learner->new_weights);
    }
    numbers.rate = (float)(step->rate / (1 - elementary_power(0.9, step->number)));
    numbers.second_factor = (float)(1 / (1 - elementary_power(0.999, step->number)));
    return learner->kernel->adam(&numbers, n, learner->weights, learner->gradient, learner->moments,
                                 learner->moments + n, learner->new_weights);
}

/* Each further slot draws from a source of its own. */
static bool copy_sources(struct learner *learner, struct source *source, struct error *error) {
    for (size_t i = 1; i < learner->slot_count && !learner->slots[i].source; i++) {
        learner->slots[i].source = source_copy(source, error);
        if (!learner->slots[i].source) return false;
    }
    return true;
}

static bool take_step(struct learner *learner, struct source *source, const struct step *step,
                      struct step_result *result, struct error *error) {
    if (!copy_sources(learner, source, error)) return false;
    result->loss = batch_gradient(learner, source, step->first, step->batch);
    result->grad_norm = norm_of(learner);
    if (!isfinite(result->grad_norm)) {
        return not_finite(learner, learner->gradient, "gradient", error);
    }
    if (!isfinite(result->loss)) return error_set(error, STATUS_FAILED, "the loss is not finite");
    if (!update(learner, step, result->grad_norm)) {
        return not_finite(learner, learner->new_weights, "update", error);
    }
    float *old = learner->weights;
    learner->weights = learner->new_weights;
    learner->new_weights = old;
    return true;
}

/* The packed block number i of the source, from what is kept where it can be. */
static const uint32_t *get_block(struct learner *learner, struct source *source, uint64_t first,
                                 size_t live) {
    struct kept *kept = &learner->kept;
    size_t size = pack_size(learner->shape.pairs), i = (size_t)(first / PACK_LANES);
    uint32_t *own = learner->slots[0].block;
    if (kept->source != source) kept->count = 0;
    kept->source = source;
    bool whole = first % PACK_LANES == 0 && live == PACK_LANES;
    if (whole && i < kept->count) return kept->blocks + i * size;
    source_pack(source, first, live, own);
    if (!whole || i != kept->count || size_multiply(i + 1, size) > MOST_KEPT) return own;
    if (kept->count == kept->capacity) {
        size_t capacity = kept->capacity ? 2 * kept->capacity : 128;
        uint32_t *grown =
            memory_grow(kept->blocks, size_multiply(capacity, size), sizeof *grown, "", NULL);
        if (!grown) return own;
        kept->blocks = grown;
        kept->capacity = capacity;
    }
    memcpy(kept->blocks + i * size, own, size * sizeof *own);
    kept->count++;
    return own;
}

static bool in_context(const struct learner *learner, const struct fast_block *block, size_t e,
                       uint32_t prediction) {
    for (size_t i = 0; i < learner->shape.pairs; i++) {
        const uint32_t *pair = block->pairs + 2 * i * PACK_LANES + e;
        bool there = pair[0] < learner->shape.letters && i != block->position[e];
        if (there && pair[PACK_LANES] == prediction) return true;
    }
    return false;
}

static struct example_result make_result(const struct learner *learner,
                                         const struct fast_block *block,
                                         const struct fast_result *from, size_t e) {
    bool weighs = learner->model->kind->has_weights;
    uint32_t prediction = from->prediction[e], answer = block->answer[e];
    return (struct example_result){
        .loss = (double)from->loss[e],
        .answer_probability = (double)from->probability[e],
        .answer_weight = weighs ? (double)from->weight[e] : (double)NAN,
        .entropy = weighs ? (double)from->entropy[e] : (double)NAN,
        .prediction = prediction,
        .answer = answer,
        .in_context = prediction != answer && in_context(learner, block, e, prediction),
    };
}

static void evaluate(struct learner *learner, struct source *source, uint64_t first, size_t count,
                     struct example_result *results) {
    struct fast_result found;
    prepare(learner);
    for (size_t at = 0; at < count; at += PACK_LANES) {
        size_t live = count - at < PACK_LANES ? count - at : PACK_LANES;
        struct fast_block block = view_block(get_block(learner, source, first + at, live));
        learner->method->evaluate(&learner->shape, learner->weights, learner->tables, &block,
                                  &found, learner->slots[0].scratch);
        for (size_t e = 0; e < live; e++) {
            results[at + e] = make_result(learner, &block, &found, e);
        }
    }
}

const struct engine engine_fast = {
    .name = "fast",
    .summary = "single precision, vectors, threads: quick, and the same bytes everywhere",
    .memory = memory,
    .create = create,
    .destroy = destroy,
    .set_weights = set_weights,
    .get_weights = get_weights,
    .step = take_step,
    .evaluate = evaluate,
};
