/* A learner's step: the gradient of a batch, and the optimiser. See learner.h. */
#include "base/elementary.h"
#include "model/fast/engine.h"
#include "model/fast/learner.h"
#include "model/fast/shape.h"

#include <math.h>
#include <string.h>

/* Packs a block of the source's examples, the default task's by the kernel. */
static void pack(const struct learner *learner, struct source *source, uint64_t first, size_t live,
                 uint32_t *block) {
    uint64_t key[2];
    bool quick = live == PACK_LANES && source_is_default_task(source, key) &&
                 learner->kernel->draw_default_task(key, first, block);
    if (!quick) source_pack(source, first, live, block);
}

/* Draws the dropout of the examples first .. first+15. */
static void draw_dropout(const struct learner *learner, uint64_t first, float *keep) {
    size_t count = learner->shape.dropout ? learner->shape.heads * learner->shape.pairs : 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t e = 0; e < PACK_LANES; e++) {
            keep[i * PACK_LANES + e] = (float)dropout_factor(&learner->dropout, first + e, i);
        }
    }
}

/* Adds the examples first .. first+count-1 to the slot's sums. */
static void accumulate(const struct learner *learner, struct slot *slot, struct source *source,
                       uint64_t first, size_t count, float scale) {
    struct fast_block block = learner_block(slot->block);
    float scales[PACK_LANES];
    for (size_t e = 0; e < PACK_LANES; e++) scales[e] = scale;
    for (size_t at = 0; at < count; at += PACK_LANES) {
        size_t live = count - at < PACK_LANES ? count - at : PACK_LANES;
        for (size_t e = live; e < PACK_LANES; e++) scales[e] = 0;
        pack(learner, source, first + at, live, slot->block);
        draw_dropout(learner, first + at, slot->keep);
        learner->method->accumulate(&learner->shape, learner->weights, learner->tables, &block,
                                    scales, slot->keep, slot->sums, slot->scratch);
    }
}

/* Adds stretch number i of what is left of the batch to its slot. */
static void accumulate_slot(struct learner *learner, struct source *source, uint64_t first,
                            size_t left, size_t i, float scale) {
    struct slot *slot = &learner->slots[i];
    size_t at = i * STRETCH, size = left - at < STRETCH ? left - at : STRETCH;
    accumulate(learner, slot, slot->source ? slot->source : source, first + at, size, scale);
}

/* Adds stretches of the batch to the first `count` slots, side by side. */
static void accumulate_slots(struct learner *learner, struct source *source, uint64_t first,
                             size_t left, size_t count, float scale) {
    if (count == 1) {
        accumulate_slot(learner, source, first, left, 0, scale);
        return;
    }
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads((int)learner->threads)
#endif
    for (long i = 0; i < (long)count; i++) {
        accumulate_slot(learner, source, first, left, (size_t)i, scale);
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
    learner_prepare(learner);
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
    if (learner->method->finish) {
        learner->method->finish(&learner->shape, learner->weights, learner->tables, slots[0].sums,
                                learner->gradient);
    }
    learner->prepared = false;
    return loss / (double)batch;
}

void fast_gradient(struct learner *learner, struct source *source, uint64_t first, size_t batch,
                   double *gradient, double *loss) {
    *loss = batch_gradient(learner, source, first, batch);
    learner_to_model(learner, learner->gradient, gradient);
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
    if (settings->optimizer == &optimizer_sgd) {
        return learner->kernel->sgd(&numbers, n, learner->weights, learner->gradient,
                                    learner->moments, learner->new_weights);
    }
    numbers.rate = (float)(step->rate / (1 - elementary_power(0.9, step->number)));
    numbers.second_factor = (float)(1 / (1 - elementary_power(0.999, step->number)));
    return learner->kernel->adam(&numbers, n, learner->weights, learner->gradient, learner->moments,
                                 learner->moments + n, learner->new_weights);
}

static void swap_weights(struct learner *learner) {
    float *old = learner->weights;
    learner->weights = learner->new_weights;
    learner->new_weights = old;
    learner->prepared = false;
}

/* The weights whose loss was still finite are those before the last step. */
static bool step_back(struct learner *learner) {
    if (learner->has_before) swap_weights(learner);
    learner->has_before = false;
    return false;
}

bool learner_step(struct learner *learner, struct source *source, const struct step *step,
                  struct step_result *result, struct error *error) {
    result->loss = batch_gradient(learner, source, step->first, step->batch);
    result->grad_norm = norm_of(learner);
    if (!isfinite(result->grad_norm)) {
        not_finite(learner, learner->gradient, "gradient", error);
        return step_back(learner);
    }
    if (!isfinite(result->loss)) {
        error_set(error, STATUS_FAILED, "the loss is not finite");
        return step_back(learner);
    }
    if (!update(learner, step, result->grad_norm)) {
        return not_finite(learner, learner->new_weights, "update", error);
    }
    swap_weights(learner);
    learner->has_before = true;
    return true;
}
