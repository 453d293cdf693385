/* What the tests of explain share: golden models, and what the program prints of their examples. */
#ifndef TESTS_SUPPORT_EXPLAIN_H
#define TESTS_SUPPORT_EXPLAIN_H

#include "model/model_file.h"
#include "task/dataset.h"

#define GOLDEN_MODELS "tests/data/golden/models/"

/* The cases; NULL ends the list. */
extern const char *const golden_models[];

struct golden_model {
    const char *name;
    char path[160]; /* of the weights */
    struct model model;
    double *weights;
    struct dataset data;
};

struct golden_model golden_model_open(const char *name);
void golden_model_close(struct golden_model *golden);

/* What `explain` prints, of a model's file and an example; `before` stands before the command, as
 * "COLUMNS=100". The caller frees. */
char *explain_text_of(const char *path, const struct example *example, const char *before);
char *explain_json_of(const char *path, const struct example *example);

#endif
