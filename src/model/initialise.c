/* Initial weights: see initialise.h. */
#include "model/initialise.h"

#include <math.h>
#include <string.h>

static double uniform(struct random_key key, uint64_t i, double radius) {
    return radius * (2 * random_unit(key, i, 0) - 1);
}

static double uniform_entry(const struct tensor *tensor, struct random_key key, uint64_t i) {
    return uniform(key, i, 1 / sqrt((double)tensor->fan_in));
}

static double normal_entry(const struct tensor *tensor, struct random_key key, uint64_t i) {
    return random_normal(key, i) / sqrt((double)tensor->fan_in);
}

static double xavier_entry(const struct tensor *tensor, struct random_key key, uint64_t i) {
    return uniform(key, i, sqrt(6 / (double)(tensor->fan_in + tensor->fan_out)));
}

/* q is one entry of W_Q, of variance 1; k is the sum of two entries of W_K, each of variance 1/2; a
 * score by M is the sum of two of its entries. */
static double unit_entry(const struct tensor *tensor, struct random_key key, uint64_t i) {
    bool is_scored = tensor->id == W_Q || tensor->id == W_K || tensor->id == M;
    if (!is_scored) return uniform_entry(tensor, key, i);
    return random_normal(key, i) / sqrt((double)tensor->ones);
}

const struct initialisation initialisations[] = {
    {"uniform", "U(-r, r), r = 1/sqrt(fan_in)", uniform_entry},
    {"normal", "N(0, 1/fan_in)", normal_entry},
    {"xavier", "U(-r, r), r = sqrt(6/(fan_in + fan_out))", xavier_entry},
    {"unit", "queries and keys with variance 1, others uniform", unit_entry},
    {NULL, NULL, NULL},
};

const struct initialisation *initialisation_find(const char *name) {
    for (size_t i = 0; initialisations[i].name; i++) {
        if (strcmp(initialisations[i].name, name) == 0) return &initialisations[i];
    }
    return NULL;
}

void initialise(const struct model *model, const struct initialisation *initialisation,
                uint64_t seed, double *weights) {
    for (size_t t = 0; t < model->tensor_count; t++) {
        const struct tensor *tensor = &model->tensors[t];
        struct random_key shape = random_key(tensor->rows, tensor->columns);
        struct random_key key = random_key(seed, random_name(tensor->name) ^ shape.a);
        for (size_t i = 0; i < tensor->count; i++) {
            double entry = tensor->is_bias ? 0 : initialisation->entry(tensor, key, i);
            weights[tensor->offset + i] = (double)(float)entry;
        }
    }
}
