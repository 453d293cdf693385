/* Training: one or more models on the same examples, step for step.
 *
 * Step t takes the examples (t-1)*batch .. t*batch-1 of the training source, whatever the model,
 * the evaluation interval and the threads. Evaluations are on the first examples of the evaluation
 * source, at step 0, every eval_every steps and after the last step. Nothing here prints: what
 * happens is told to an observer. */
#ifndef TRAIN_TRAIN_H
#define TRAIN_TRAIN_H

#include "model/engine.h"
#include "model/initialise.h"
#include "task/dataset.h"
#include "task/floor.h"
#include "train/curves.h"
#include "train/metrics.h"
#include "train/schedule.h"

struct train_settings {
    uint64_t seed;
    uint64_t steps;
    size_t batch;
    double rate; /* eta before the schedule */
    const struct schedule *schedule;
    uint64_t warmup; /* steps, at most `steps` */
    struct optimizer_settings optimizer;
    double dropout_rate;
    const struct initialisation *initialisation;
    uint64_t eval_every;    /* steps */
    uint64_t eval_examples; /* of the evaluation stream; a file is taken whole */
    uint64_t save_every;    /* steps; 0: never */
    uint64_t snapshots;     /* moments at which the weights are kept, see moments.h */
    uint64_t fingerprint;   /* of what the caller's configuration says; a state keeps it */
    unsigned threads;
    const struct engine *engine;
    const struct dataset *data;      /* NULL: the training stream */
    const struct dataset *eval_data; /* NULL: the evaluation stream */
};

/* One model and where it stands; read by observers. */
struct trainee {
    const struct model *model;
    struct learner *learner;
    struct source *train_source, *eval_source;
    double loss_sum; /* over the batches since the last evaluation */
    uint64_t loss_count;
    struct step_result last_step;
    struct metrics metrics; /* of the last evaluation */
    bool cut;               /* the evaluation that is due at this step was broken off */
    uint64_t steps_to_99;   /* first evaluation with 99 %; UINT64_MAX: not reached */
    bool failed;
    struct error error; /* where it failed */
};

/* Where training went on with settings of its own: at the start, or when it was resumed. */
struct origin {
    uint64_t step, examples; /* taken until then */
    uint64_t optimizer_step; /* the steps that the optimiser's moments know nothing of */
};

struct training {
    struct train_settings settings;
    struct floors floors;
    struct trainee *trainees;
    size_t count;
    struct origin origin;
    uint64_t step;     /* steps taken */
    uint64_t row_step; /* of the last row that is due whatever the steps; UINT64_MAX: none yet */
};

/* The step of the row that follows that of `step`, which is before the last one. */
uint64_t train_next_row(const struct train_settings *settings, uint64_t step);

struct train_observer {
    void *context;

    /* A model was evaluated: rows come in the order of steps, then models. */
    bool (*row)(void *context, const struct curve_row *row, struct error *error);

    /* Some steps were taken. */
    void (*progress)(void *context, const struct training *training);

    /* All models stand at one step: one of --save-every, or a moment to keep the weights of. Either may
     * be NULL where the settings ask for none. */
    bool (*save)(void *context, const struct training *training, struct error *error);
    bool (*snapshot)(void *context, const struct training *training, struct error *error);

    /* Whether to take more steps, and to go on with an evaluation. NULL: always. Threads may ask at
     * once. */
    bool (*goes_on)(void *context);
};

/* Bytes that training these models takes. */
size_t train_memory(const struct train_settings *settings, const struct model *models,
                    size_t count);

/* Checks the memory, then sets everything up at step 0 with initial weights. The models and the
 * datasets must outlive it. Give it back with train_close, also when this fails. */
bool train_open(struct training *training, const struct train_settings *settings,
                const struct model *models, size_t count, struct error *error);

/* Takes the steps that are left, or fewer where the observer ends it. Where it ends an evaluation no
 * rows are told of that step: they are due where training goes on from its state. Where a number is
 * not finite in a model, the run stops before the step of that model is applied and fails with the
 * model, the step, the tensor and what to try. */
bool train_run(struct training *training, const struct train_observer *observer,
               struct error *error);

/* Gives all back but the models and the datasets; does nothing to {0}. */
void train_close(struct training *training);

/* The examples taken up to a step. */
uint64_t train_examples(const struct training *training, uint64_t step);

/* Whether a model has failed; then they do not stand at one step. */
bool train_failed(const struct training *training);

/* Sets weights[parameter_count] of one model. */
void train_weights(const struct training *training, size_t i, double *weights);

#endif
