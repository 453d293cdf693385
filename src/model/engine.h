/* An engine: the machinery that trains and evaluates a model.
 *
 * The engines mean the same and differ in precision and speed; the tests compare them. A learner is
 * one model in one engine: its weights, the optimiser's state and working memory. It is used by one
 * thread at a time, and learners do not know of one another. */
#ifndef MODEL_ENGINE_H
#define MODEL_ENGINE_H

#include "attention/dropout.h"
#include "model/model.h"
#include "model/optimizer.h"
#include "task/source.h"

struct learner; /* each engine has its own */

/* What a learner that trains is made for. */
struct learner_settings {
    struct optimizer_settings optimizer;
    struct dropout dropout;
    size_t batch;                /* the largest of any step */
    unsigned threads;            /* it may use where it has the source; they change no result */
    const struct source *source; /* what it trains on, which outlives it, or NULL: not known yet */
};

/* One optimiser step over the examples first .. first+batch-1 of a source. */
struct step {
    uint64_t number; /* t, from 1 */
    uint64_t first;
    size_t batch;
    double rate; /* eta */
};

struct step_result {
    double loss;      /* mean over the batch, before the step */
    double grad_norm; /* before clipping */
};

/* What a model makes of one example. nan: not of this model. */
struct example_result {
    double loss;
    double answer_probability;
    double answer_weight;
    double entropy;
    uint32_t prediction, answer;
    bool in_context; /* wrong, but another pair has the predicted digit */
};

/* What a learner goes on from, an array of all weights' size each: the weights, those before the last
 * step, and the optimiser's moments one after another. */
enum learner_array { ARRAY_WEIGHTS, ARRAY_BEFORE, ARRAY_MOMENTS };

struct engine {
    const char *name; /* as --engine takes it */
    const char *summary;
    bool is_single; /* its numbers fit in single precision */

    /* Bytes that a learner takes. */
    size_t (*memory)(const struct model *model, const struct learner_settings *settings);

    /* A learner with all weights 0. The model must outlive it. NULL and an error where memory is
     * missing. settings may be NULL for a learner that only evaluates. */
    struct learner *(*create)(const struct model *model, const struct learner_settings *settings,
                              struct error *error);
    void (*destroy)(struct learner *learner);

    /* All weights, in the model's order, to and from double precision. */
    void (*set_weights)(struct learner *learner, const double *weights);
    void (*get_weights)(const struct learner *learner, double *weights);

    /* Array number `array` (of enum learner_array; ARRAY_MOMENTS + i for moment i) of a learner that
     * trains, in the model's order. What get_state gave makes another learner of the same model and
     * optimiser go on with the same bits. ARRAY_BEFORE is there after a step. */
    void (*get_state)(const struct learner *learner, size_t array, double *numbers);
    void (*set_state)(struct learner *learner, size_t array, const double *numbers);

    /* Takes one step on the source of its settings, or, where that is NULL, on one that is the same in
     * every step. Only numbers let it fail: where the loss, the gradient or the new weights are
     * not finite, with the tensor's name in the message, and the weights become the last ones whose
     * loss and gradient were finite. */
    bool (*step)(struct learner *learner, struct source *source, const struct step *step,
                 struct step_result *result, struct error *error);

    /* Sets results[count] for the examples first .. first+count-1 of the source, which is the same in
     * every call and outlives the learner: it may keep what it drew. */
    void (*evaluate)(struct learner *learner, struct source *source, uint64_t first, size_t count,
                     struct example_result *results);
};

extern const struct engine engine_fast, engine_reference;

/* All engines; NULL ends the list. */
extern const struct engine *const engines[];

/* The engine of that name, or NULL. */
const struct engine *engine_find(const char *name);

#endif
