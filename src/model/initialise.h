/* Initial weights: a pure function of (seed, tensor's name and shape), so that two models with the
 * same tensor start from the same values. */
#ifndef MODEL_INITIALISE_H
#define MODEL_INITIALISE_H

#include "base/random.h"
#include "model/model.h"

struct initialisation {
    const char *name; /* as --init takes it */
    const char *summary;

    /* Entry i of a matrix, from the tensor's own key. */
    double (*entry)(const struct tensor *tensor, struct random_key key, uint64_t i);
};

/* All of them; a NULL name ends the list:
 * uniform  U(-r, r), r = 1/sqrt(fan_in)
 * normal   N(0, 1/fan_in)
 * xavier   U(-r, r), r = sqrt(6 / (fan_in + fan_out))   (Glorot and Bengio 2010)
 * unit     W_Q N(0, 1), W_K and M N(0, 1/2): every entry of q and k, and every score by M, has
 *          variance 1; others uniform */
extern const struct initialisation initialisations[];

/* The one of that name, or NULL. */
const struct initialisation *initialisation_find(const char *name);

/* Sets all weights of the model. Biases start at 0. The values are rounded to single precision, so
 * that engines of both precisions start from the same weights. */
void initialise(const struct model *model, const struct initialisation *initialisation,
                uint64_t seed, double *weights);

#endif
