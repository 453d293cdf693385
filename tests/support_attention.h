/* What the tests of attention share: layers of random shape with random matrices. */
#ifndef TESTS_SUPPORT_ATTENTION_H
#define TESTS_SUPPORT_ATTENTION_H

#include "attention/layer.h"

#include <stdint.h>

/* What a trial may have. */
enum trial_part {
    TRIAL_CAUSAL = 1,
    TRIAL_LENGTHS = 2, /* valid lengths, 0 among them */
    TRIAL_PROJECTIONS = 4,
    TRIAL_POSITIONS = 8,
    TRIAL_SELF = 16, /* query, key and value are one matrix */
    TRIAL_DROPOUT = 32,
    TRIAL_ALL = 63
};

enum { TRIAL_MATRICES = 12 };

struct trial {
    uint64_t seed;
    struct layer layer;
    struct matrix matrices[TRIAL_MATRICES]; /* all that the layer points to, and d_output */
    size_t count;
    struct matrix *d_output;
    size_t *lengths;
    double *keep;
    size_t queries, keys, heads;
};

/* A layer with this score (its parameter too), a number of heads that it can have, and these parts;
 * sizes and numbers from the seed. Self-attention and bilinear scores have what they need. */
void trial_init(struct trial *trial, const struct score *score, size_t heads, unsigned parts,
                uint64_t seed);
void trial_free(struct trial *trial);

/* A matrix of normal numbers times `size`, which the trial owns. */
struct matrix *trial_matrix(struct trial *trial, size_t rows, size_t columns, double size);

/* layer_forward and layer_backward, which must not fail. */
struct layer_pass trial_forward(const struct trial *trial);
void trial_backward(const struct trial *trial, const struct layer_pass *pass,
                    struct matrix gradients[LAYER_INPUTS]);

/* sum_ij d_output_ij output_ij. */
double trial_loss(const struct trial *trial);

/* Asserts that the matrices have one shape and the same bits. */
void assert_same(const struct matrix *a, const struct matrix *b, const char *what);

/* Asserts that they differ by at most `tolerance` times the largest entry of `a`. */
void assert_close_matrix(const struct matrix *a, const struct matrix *b, double tolerance,
                         const char *what);

#endif
