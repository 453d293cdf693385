/* A question to a model on the command line: MODEL PAIRS QUERY, as "a3 c7 f1" and c. */
#ifndef COMMAND_QUESTION_H
#define COMMAND_QUESTION_H

#include "command/command.h"
#include "model/model.h"

struct question {
    struct model model;
    double *weights;
    uint32_t *numbers; /* the example's arrays */
    struct example example;
};

/* Reads the model's file and the example. Give it back with question_free, also when this fails. */
bool question_open(struct question *question, const struct invocation *invocation,
                   struct error *error);
void question_free(struct question *question);

/* Writes the name of pair i, as "c7". */
enum { PAIR_NAME_SIZE = 20 };
char *question_pair_name(const struct example *example, size_t i, char name[PAIR_NAME_SIZE]);

#endif
