/* A model: its sizes, and the one list of its parameter tensors.
 *
 * All weights of a model are one array; each tensor is a row-major stretch of it. The list drives
 * initialisation, the optimiser, model files and the gradient check. L letters, C digits, N pairs,
 * d = width; x_i has L+C entries, x_query has L. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "attention/score.h"
#include "task/task.h"

enum tensor_id { M, W_Q, W_K, W_S, W_V, W_O, B_O, W_1, B_1, W_2, B_2, TENSOR_COUNT };

struct tensor {
    const char *name;
    enum tensor_id id;
    size_t rows, columns; /* a vector has one column */
    bool is_vector;
    bool is_bias;   /* starts at 0 */
    size_t fan_in;  /* inputs that each of its outputs sums over */
    size_t fan_out; /* outputs that each of its inputs has a part in */
    size_t ones;    /* inputs that are 1 at a time (one-hot); 0: dense, or not a fixed number */
    size_t offset;  /* into the weights */
    size_t count;   /* rows * columns */
};

struct model_kind;

struct model {
    const struct model_kind *kind;
    const struct score *score;
    struct task task;
    size_t width;  /* d */
    size_t heads;  /* H; head h has the columns h*d_h .. of q, k and v, d_h = d/H */
    size_t hidden; /* of the mlp */

    /* Set by model_init. */
    struct tensor tensors[TENSOR_COUNT];
    size_t tensor_count;
    size_t offset[TENSOR_COUNT]; /* by id; meaningless for a tensor the model does not have */
    size_t parameter_count;
};

enum { MODEL_MAX_WIDTH = 65536, MODEL_MAX_HIDDEN = 1000000 };

/* Checks the sizes, lists the tensors and counts the parameters of a model whose upper part is
 * filled in. Fails with STATUS_USAGE, naming the option, or STATUS_FAILED where the machine's
 * memory cannot hold the weights. */
bool model_init(struct model *model, struct error *error);

/* d_h = d / H. */
size_t model_head_width(const struct model *model);

/* Whether the score is between x_query and x_i themselves, without W_Q and W_K: M does it all. */
bool model_scores_inputs(const struct model *model);

/* How many numbers q and each k_i have: d, or where the score is between inputs, L and L+C. */
size_t model_query_width(const struct model *model);
size_t model_key_width(const struct model *model);

/* The weights of tensor `id` in an array of all weights. */
const double *model_tensor(const struct model *model, const double *weights, enum tensor_id id);

/* The tensor of that name, or NULL. */
const struct tensor *model_find_tensor(const struct model *model, const char *name);

#endif
