/* The fast engine's arithmetic: single precision, 16 lanes, no library, memory from the caller.
 *
 * kernel.c is compiled once for each instruction set and gives a struct kernel each time; all of
 * them compute the same bits (lanes.h). Three methods share one form:
 *
 * tables  inputs are one-hot, so there are only L queries and L*C pairs. Each step evaluates every
 *         (query, pair) score and Z[pair] = W_O W_V x_pair once; an example only looks up; then the
 *         tables' gradients go back through the score and the matrices once.
 * direct  every example computes its own queries, keys, values: where tables would be larger than
 *         the work.
 * mlp     the fully connected net.
 *
 * Arrays are padded to whole groups of 16 with zeros: C' = digits, D' = the width of a head, H' =
 * hidden, each rounded up to a multiple of 16. The weights of the attention models are laid out as
 *   Q [L][heads][D']   K [L+C][heads][D']   V [L+C][heads][D']   O [heads*D'][C']   B [C']
 * (columns of W_Q, W_K, W_V and W_O as rows); with the score additive also w [heads][D'] after K;
 * with bilinear M [L+C][L'] instead of Q and K, its columns as rows, L' = L rounded up to a multiple
 * of 16. Those of the mlp are laid out as
 *   W1 [inputs][H']   B1 [H']   W2 [H'][C']   B2 [C'] */
#ifndef MODEL_FAST_KERNEL_H
#define MODEL_FAST_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BLOCK_EXAMPLES = 16 };

/* How a score is computed: from no query at all, as a sum over the entries of q and k
 * (score_terms.h), or as the sum of two entries of M. */
enum fast_score { FAST_UNIFORM, FAST_PRODUCT, FAST_DISTANCE, FAST_ADDITIVE, FAST_MATRIX };

struct fast_shape {
    size_t pairs, letters, digits; /* N, L, C */
    size_t heads, head_width;      /* of average: 1 head of the whole width */
    size_t hidden;
    enum fast_score score;
    bool scored;        /* by any but FAST_UNIFORM */
    bool dropout;       /* accumulate is given factors of the weights */
    float score_factor; /* of the sum of terms */

    size_t letter_stride; /* L' */
    size_t digit_stride;  /* C' */
    size_t head_stride;   /* D' */
    size_t width_stride;  /* heads * D' */
    size_t hidden_stride; /* H' */
    size_t pair_count;    /* L*C + 1: a pair is letter*C + digit; L*C stands for a missing one */
    size_t match_count;   /* of a head's scores of all (pair, query), padded so that sixteen can be
                             stored from any of them on */

    size_t q, k, w, m, v, o, b; /* offsets into the weights */
    size_t w1, b1, w2, b2;
    size_t weight_count; /* with padding; a multiple of 16 */
};

/* Sixteen examples, lane by lane, as numbers of 32 bits:
 *   query letter [16], position of the asked pair [16], answer [16], pairs that are there [16],
 *   then for each of the N pairs its letter [16] and its digit [16].
 * A missing pair has the letter L and the digit 0. */
struct fast_block {
    const uint32_t *query, *position, *answer, *count, *pairs;
};

/* What a block's examples came to. weight and entropy are means over the heads. */
struct fast_result {
    float loss[BLOCK_EXAMPLES];
    float probability[BLOCK_EXAMPLES]; /* of the answer */
    float weight[BLOCK_EXAMPLES];
    float entropy[BLOCK_EXAMPLES];
    uint32_t prediction[BLOCK_EXAMPLES];
};

/* Arrays of one method, in floats, all aligned to 64 bytes. */
struct fast_sizes {
    size_t tables;  /* made by prepare from the weights */
    size_t sums;    /* added to by accumulate; the last 16 are the losses, lane by lane */
    size_t scratch; /* for accumulate and evaluate */
};

struct fast_method {
    /* Sets the tables from the weights. */
    void (*prepare)(const struct fast_shape *shape, const float *weights, float *tables);

    /* Adds a block's loss and the gradients of scale[e] * loss of example e, for each e, to the
     * sums; scale 0 leaves a lane out, whose loss is not added either. With dropout,
     * keep[heads][N][16] are the factors of the weights. Only reads the tables. */
    void (*accumulate)(const struct fast_shape *shape, const float *weights, float *tables,
                       const struct fast_block *block, const float *scale, const float *keep,
                       float *sums, float *scratch);

    /* Sets the gradient of all weights (all but the padding) from the sums; spends the tables. NULL
     * where the sums begin with that gradient. */
    void (*finish)(const struct fast_shape *shape, const float *weights, float *tables, float *sums,
                   float *gradient);

    /* Sets a block's results. Only reads the tables. */
    void (*evaluate)(const struct fast_shape *shape, const float *weights, float *tables,
                     const struct fast_block *block, struct fast_result *result, float *scratch);
};

/* What an optimiser's step needs beside the arrays. */
struct fast_update {
    float rate;            /* adam: eta / (1 - b1^t); sgd: eta */
    float second_factor;   /* adam: 1 / (1 - b2^t) */
    float momentum;        /* sgd */
    float decay;           /* eta * lambda */
    float gradient_factor; /* of clipping; 1: none */
};

struct kernel {
    const char *name;
    struct fast_method tables, direct, mlp;

    /* Sets a block (pack.h) to the examples first .. first+15 of a stream of the default task (6
     * pairs, 8 letters, 10 digits) with this key; false where one of them may have to be drawn
     * anew, which source_pack does. */
    bool (*draw_default_task)(const uint64_t key[2], uint64_t first, uint32_t *block);

    /* x[n] += y[n]; sum of x[n]^2; both n a multiple of 16. */
    void (*add)(size_t n, float *x, const float *y);
    float (*square_sum)(size_t n, const float *x);

    /* new[n] from w[n], g[n] and the moments; returns whether all of new is finite. */
    bool (*adam)(const struct fast_update *update, size_t n, const float *w, const float *g,
                 float *m, float *v, float *new_w);
    bool (*sgd)(const struct fast_update *update, size_t n, const float *w, const float *g,
                float *m, float *new_w);
};

/* The sizes of the arrays of each method. */
struct fast_sizes fast_table_sizes(const struct fast_shape *shape);
struct fast_sizes fast_direct_sizes(const struct fast_shape *shape);
struct fast_sizes fast_mlp_sizes(const struct fast_shape *shape);

#endif
