/* A learner of the fast engine: what is inside, for the files of this folder only.
 *
 * A batch is cut into stretches of STRETCH examples, whatever the threads; each has sums of its
 * own, which are added in their order. */
#ifndef MODEL_FAST_LEARNER_H
#define MODEL_FAST_LEARNER_H

#include "model/engine.h"
#include "model/fast/kernel.h"
#include "task/pack.h"

enum { STRETCH = 1024, MOST_SLOTS = 16, ALIGNMENT = 64 };

/* Evaluation examples are packed once and kept, up to so many numbers. */
enum { MOST_KEPT = 4 << 20 };

/* What one stretch needs for itself. */
struct slot {
    float *sums, *scratch;
    float *keep; /* [heads][N][16] factors of dropout */
    uint32_t *block;
    struct source *source; /* a copy for threads, or NULL: the training source itself */
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
    struct dropout dropout;
    unsigned threads;
    struct fast_shape shape;
    const struct kernel *kernel;
    const struct fast_method *method;
    struct fast_sizes sizes;
    bool prepared;   /* the tables are those of the weights */
    bool has_before; /* new_weights are those before the last step, whose loss was finite */
    void *memory;
    float *weights, *new_weights; /* see has_before */
    float *gradient, *moments, *tables;
    struct slot slots[MOST_SLOTS];
    size_t slot_count;
    struct kept kept;
};

/* The functions of the engine, see model/engine.h. */
size_t learner_memory(const struct model *model, const struct learner_settings *settings);
struct learner *learner_create(const struct model *model, const struct learner_settings *settings,
                               struct error *error);
void learner_destroy(struct learner *learner);
void learner_set_weights(struct learner *learner, const double *weights);
void learner_get_weights(const struct learner *learner, double *weights);
void learner_get_state(const struct learner *learner, size_t array, double *numbers);
void learner_set_state(struct learner *learner, size_t array, const double *numbers);
bool learner_step(struct learner *learner, struct source *source, const struct step *step,
                  struct step_result *result, struct error *error);
void learner_evaluate(struct learner *learner, struct source *source, uint64_t first, size_t count,
                      struct example_result *results);

/* Makes the tables those of the weights. */
void learner_prepare(struct learner *learner);

/* Numbers in the fast layout to the model's order. */
void learner_to_model(const struct learner *learner, const float *from, double *to);

/* A packed block's parts. */
struct fast_block learner_block(const uint32_t *block);

#endif
