/* An attention layer over given inputs: positions, projections, attention, output.
 *
 *   1. X' = X + PE                          with positions (positions.h), for each X
 *   2. q = X_q' P_q, k = X_k' P_k, v = X_v' P_v     each where it has a projection, or q = X_q'
 *   3. q <- q W_q^T, k <- k W_k^T           the matrices of the additive score
 *   4. o = attention of q, k, v             (attention.h)
 *   5. output = o P_o                       or o
 *
 * X_q [queries][.], X_k [keys][.], X_v [keys][.]; the widths must fit, which is the caller's to see
 * to. Where all three inputs are one matrix it is self-attention. */
#ifndef ATTENTION_LAYER_H
#define ATTENTION_LAYER_H

#include "attention/attention.h"

enum layer_input { LAYER_QUERY, LAYER_KEY, LAYER_VALUE, LAYER_INPUTS };

struct layer {
    struct attention attention;
    const struct matrix *inputs[LAYER_INPUTS];
    bool has_positions; /* the inputs have at most POSITIONS_MOST rows then */
    const struct matrix *projections[LAYER_INPUTS];    /* P; NULL: none */
    const struct matrix *score_matrices[LAYER_INPUTS]; /* W; NULL: none */
    const struct matrix *project_output;               /* P_o; NULL: none */
};

/* The most numbers in a matrix that the layer makes. */
enum { LAYER_MOST = 10000000 };

/* Whether none of them has more: small inputs can have large products, and a weight for each query
 * and key. Called before anything is computed; STATUS_FAILED. */
bool layer_check_size(const struct layer *layer, struct error *error);

/* What the forward pass computed. */
struct layer_pass {
    struct matrix rows[LAYER_INPUTS]; /* q, k and v, as the heads take them */
    struct matrix s, a;               /* [H * queries][keys], as in attention.h */
    struct matrix output;
};

/* Computes the layer. Fails where a score or the output is not finite, with its place. Given back
 * with layer_pass_free, also when this fails. */
bool layer_forward(const struct layer *layer, struct layer_pass *pass, struct error *error);
void layer_pass_free(struct layer_pass *pass);

/* Whether the inputs are one matrix. */
bool layer_is_self(const struct layer *layer);

/* Sets the gradients of the inputs, each for its own part: of sum_ij d_output_ij output_ij. Of
 * self-attention all of the gradient is gradients[LAYER_QUERY], and the others are empty. Fails
 * where one is not finite. They are given back with matrix_free each, also when this fails. */
bool layer_backward(const struct layer *layer, const struct layer_pass *pass,
                    const struct matrix *d_output, struct matrix gradients[LAYER_INPUTS],
                    struct error *error);

#endif
