/* The state of training: all that it goes on from, as one safetensors file.
 *
 * Metadata: the step and the examples taken, the step of the last row of the curves, the optimiser,
 * fingerprints of the data files and of the configuration, and for each MODEL its sums since that
 * row. Tensors: MODEL.weights MODEL.before (the step before, for a step that fails) MODEL.moment_1
 * ..., each all of the model's numbers in its order, F32 or F64 as the engine has them. Training that
 * goes on from a state does what it would have done without a pause, to the last bit. */
#ifndef TRAIN_STATE_H
#define TRAIN_STATE_H

#include "base/file.h"
#include "train/train.h"

/* Writes the state to a file that was begun. No model may have failed. */
bool train_state_append(const struct training *training, struct file *file, struct error *error);

/* What a state says besides. */
struct state_facts {
    uint64_t data, eval_data; /* fingerprints of the files; 0: none */
    uint64_t configuration;   /* the settings' fingerprint when it was saved */
    bool same_optimizer;      /* another one starts with moments of 0 */
};

/* Takes the state out of a file, which must be one of these models, into training that is open; sets
 * *facts. The training's own settings hold from then on. STATUS_FAILED, naming the file and the fault;
 * then the training is of no use but to be closed. */
bool train_state_read(struct training *training, const char *path, struct state_facts *facts,
                      struct error *error);

#endif
