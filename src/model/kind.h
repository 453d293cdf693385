/* The kinds of model: one file and one row of the table each.
 *
 * A kind gives the forward and the backward pass of one example in double precision, as a textbook
 * has them. They are the definition; faster engines must agree with them. */
#ifndef MODEL_KIND_H
#define MODEL_KIND_H

#include "model/pass.h"

/* Groups of tensors. A kind has some itself; with has_score, also those that the score needs. */
enum model_part {
    PART_QUERY_KEY = 1,
    PART_SCORE_VECTOR = 2,
    PART_SCORE_MATRIX = 4,
    PART_VALUE = 8,
    PART_MLP = 16
};

struct model_kind {
    const char *name; /* as --model takes it */
    const char *summary;
    unsigned parts;   /* of enum model_part, without those of the score */
    bool has_score;   /* --score and --heads mean something to it */
    bool has_weights; /* it weighs the pairs: answer_weight and attention_entropy exist */

    /* Sets pass->logits from the example, and all that backward needs. */
    void (*forward)(struct pass *pass, const double *weights, const struct example *example);

    /* Adds to `gradient` (shaped as the weights) that of sum_c dlogits_c logits_c, at the example
     * and weights of the last forward. */
    void (*backward)(struct pass *pass, const double *weights, const struct example *example,
                     double *gradient);
};

extern const struct model_kind model_attention;
extern const struct model_kind model_average;
extern const struct model_kind model_mlp;

/* All kinds; NULL ends the list. */
extern const struct model_kind *const model_kinds[];

/* The kind of that name, or NULL. */
const struct model_kind *model_kind_find(const char *name);

#endif
