/* The learned match: which key letters a query letter looks for.
 *
 * score[h][a][b]   the mean, over the C digits c, of head h's score of query letter a against the
 *                  pair (b, c)
 * weight[h][a][b]  the mean weight of head h on b's pair, over those of the examples in which a is
 *                  asked and b is there (a itself always is); nan where no example has both
 * product[h][a][j] head h's part of W_Q^T W_K [L, L+C], sum over its rows r of W_Q[r,a] W_K[r,j];
 *                  for a score with a matrix of its own, that matrix M
 *
 * With scaled-dot the score of a against (b, c) is (product[a][b] + product[a][L+c]) / sqrt(d_h). */
#ifndef MODEL_MATCH_H
#define MODEL_MATCH_H

#include "model/model.h"
#include "task/source.h"

struct match {
    size_t heads, letters, digits;
    double *score;   /* [H][L][L]; NULL for a model without scores */
    double *weight;  /* [H][L][L] */
    double *product; /* [H][L][L+C]; NULL where queries and keys do not meet in a product */
};

/* The most scores that are evaluated, L*L*C, and the most numbers in one array, H*L*(L+C). */
enum { MATCH_LIMIT = 10000000 };

/* Measures it on examples 0, 1, ... of the source. Fails where the model does not weigh pairs, or
 * has more letters and digits than the limit allows. Given back with match_free, also then. */
bool match_init(struct match *match, const struct model *model, const double *weights,
                struct source *source, uint64_t examples, struct error *error);
void match_free(struct match *match);

#endif
