/* What a state says in its metadata, and how its tensors are named; for state_write.c and
 * state_read.c only. */
#ifndef TRAIN_STATE_NUMBERS_H
#define TRAIN_STATE_NUMBERS_H

#include "model/safetensors.h"
#include "train/state.h"

/* What the metadata begin with: "state" and this. */
extern const char state_format[];

/* A walk over the numbers of a state, each of which has one place in the program: it writes them to
 * pairs, or reads them from a file. */
struct walk {
    struct safetensors_pair pairs[SAFETENSORS_MAX_METADATA];
    size_t count;
    const struct safetensors *file; /* that is read, or NULL */
    struct error *error;
    bool failed;
};

/* The text of the next key, of a model or of all (NULL): where it is written to, or what was read.
 * NULL and an error where it is missing. */
char *walk_text(struct walk *walk, const struct model *model, const char *name);

/* The numbers of all models together. */
struct state_numbers {
    struct origin origin; /* of who goes on */
    uint64_t row_step;
    struct state_facts facts;
};
void walk_numbers(struct walk *walk, struct state_numbers *numbers);

/* The numbers of one model. */
void walk_trainee(struct walk *walk, struct trainee *trainee);

/* The name of array number `array` of a learner: MODEL.weights, MODEL.before, MODEL.moment_1, ... */
void state_array_name(char name[SAFETENSORS_NAME_SIZE], const struct model *model, size_t array);

/* The arrays of each learner. */
size_t state_array_count(const struct training *training);

/* Memory for one array of the model. */
double *state_take_array(const struct model *model, struct error *error);

#endif
