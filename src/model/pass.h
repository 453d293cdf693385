/* One forward and backward pass of one example: every number of it, by its name in the formulas.
 *
 *   logits = model(x)      y = softmax(logits)      loss = -ln y[answer]  (nats) */
#ifndef MODEL_PASS_H
#define MODEL_PASS_H

#include "model/model.h"

struct pass {
    const struct model *model;
    void (*softmax_backward)(size_t n, const double *a, const double *da, double *ds);
    const double *keep; /* [H][N] factors of dropout, of whoever sets it; NULL: none */

    /* Forward. Of attention and average: */
    double *q; /* [d]; for the score bilinear x_query itself, [L] */
    double *k; /* [N][d]; for the score bilinear the x_i themselves, [N][L+C] */
    double *v; /* [N][d] */
    double *s; /* [H][N] scores */
    double *a; /* [H][N] attention weights; average has one head, mlp none */
    double *o; /* [d] */
    /* Of mlp: */
    uint32_t *ones; /* [2N+1] which of the inputs are 1 */
    double *h;      /* [hidden] after the ReLU */
    size_t hidden;  /* 0 for a model that has no hidden layer */
    /* Of all: */
    double *logits; /* [C] */
    double *y;      /* [C] probabilities */
    double loss;

    /* Backward: the gradients of the same. */
    double *dq, *dk, *dv, *da, *ds, *d_o, *dh, *dlogits;

    double *block; /* the memory of all of them */
};

/* Bytes that pass_init takes. */
size_t pass_memory(const struct model *model);

/* Takes the memory for passes of this model, which must outlive it. */
bool pass_init(struct pass *pass, const struct model *model, struct error *error);
void pass_free(struct pass *pass);

/* Sets logits, y and loss of the example. */
void pass_forward(struct pass *pass, const double *weights, const struct example *example);

/* Sets dlogits = scale * (y - onehot(answer)): the gradient of scale * loss. */
void pass_loss_backward(struct pass *pass, const struct example *example, double scale);

/* Adds to `gradient` (shaped as the weights) that of sum_c dlogits_c logits_c, where dlogits is
 * what was set before; same example and weights as the last pass_forward. */
void pass_backward(struct pass *pass, const double *weights, const struct example *example,
                   double *gradient);

/* The digit with the largest probability, the lowest of equals. */
uint32_t pass_prediction(const struct pass *pass);

/* Mean over the heads of the weight on the asked pair, and of the entropy -sum_i a_i ln a_i (nats);
 * nan for a model that does not weigh pairs. */
double pass_answer_weight(const struct pass *pass, const struct example *example);
double pass_entropy(const struct pass *pass, const struct example *example);

/* Sets s[h][0] of every head h to the score of a query letter against one pair alone, as it is in
 * every example that has them. Only of a kind that has scores; other arrays may change. */
void pass_score_pair(struct pass *pass, const double *weights, uint32_t query, uint32_t letter,
                     uint32_t digit);

/* What each pair says for each digit, after pass_forward of a model that weighs pairs: sets
 * shares[n][C] to sum_h a_i W_O v_i, head h with its own columns, so that
 * logits = b_O + sum_i shares_i (without dropout). */
void pass_shares(const struct pass *pass, const double *weights, const struct example *example,
                 double *shares);

/* How many heads `a` has: H for attention, 1 for average, 0 for mlp. */
size_t pass_heads(const struct model *model);

#endif
