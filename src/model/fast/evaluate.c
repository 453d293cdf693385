/* A learner's evaluation. See learner.h. */
#include "base/memory.h"
#include "model/fast/learner.h"
#include "model/kind.h"

#include <math.h>
#include <string.h>

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

void learner_evaluate(struct learner *learner, struct source *source, uint64_t first, size_t count,
                      struct example_result *results) {
    struct fast_result found;
    learner_prepare(learner);
    for (size_t at = 0; at < count; at += PACK_LANES) {
        size_t live = count - at < PACK_LANES ? count - at : PACK_LANES;
        struct fast_block block = learner_block(get_block(learner, source, first + at, live));
        learner->method->evaluate(&learner->shape, learner->weights, learner->tables, &block,
                                  &found, learner->slots[0].scratch);
        for (size_t e = 0; e < live; e++) {
            results[at + e] = make_result(learner, &block, &found, e);
        }
    }
}
