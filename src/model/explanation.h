/* An explanation: one forward and backward pass of one example, with the numbers that stand between
 * those of the pass when it is done by hand.
 *
 *   e_i = e^(s_i - m), m = max_j s_j        a_i = e_i / sum_j e_j
 *   J_ij = a_i ([i=j] - a_j)                ds_i = a_i (da_i - sum_j a_j da_j)
 *
 * where dx is the gradient of the loss with respect to x, and J_ij the derivative of a_i with respect
 * to s_j; and for the asked pair i the long way round, by the Jacobian, which is symmetric:
 * ds_i = sum_j J_ji da_j = sum_j J_ij da_j. */
#ifndef MODEL_EXPLANATION_H
#define MODEL_EXPLANATION_H

#include "model/pass.h"

enum { EXPLANATION_PARTS = 2 };

struct explanation {
    const struct model *model;
    const double *weights;
    const struct example *example;
    struct pass pass;
    double *gradient; /* [parameter_count] of the loss, shaped as the weights */

    /* Of a softmax over pairs; a row of N entries a head: */
    double *e;                        /* [H][N] e^(s_i - m) */
    double *a_da;                     /* [H][N] a_i da_i */
    double *one_minus_a;              /* [H][N] [i=j] - a_j, i the asked pair */
    double *jacobian;                 /* [H][N] J_ij, i the asked pair */
    double *da_jacobian;              /* [H][N] da_j J_ij */
    double *m;                        /* [H] */
    double *sum_e;                    /* [H] */
    double *sum_a_da;                 /* [H] */
    double *parts[EXPLANATION_PARTS]; /* [H][N] what s_i is made of; see score_part */
    /* Of the score additive: */
    double *t; /* [N][d] tanh(q + k_i) */
    /* Of mlp: */
    double *z; /* [hidden] W_1 x + b_1 */

    double *block; /* the memory of all but the pass */
};

/* A number that s_i is made of, in a score whose formula has one: its key as an identifier, its
 * formula for people. */
struct score_part {
    const struct score *score;
    const char *key, *formula;
    double (*number)(const struct explanation *explanation, size_t h, size_t i);
};

/* Part number p of a score, or NULL where it has no more. */
const struct score_part *score_part_of(const struct score *score, size_t p);

/* Takes the memory, does both passes and fills in the rest. Fails for a kind of model that neither
 * weighs the pairs nor has the mlp's hidden units. Model, weights and example must outlive
 * it. Give it back with explanation_free, also when this fails. */
bool explanation_make(struct explanation *explanation, const struct model *model,
                      const double *weights, const struct example *example, struct error *error);
void explanation_free(struct explanation *explanation);

#endif
