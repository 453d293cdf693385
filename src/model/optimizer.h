/* Optimisers: how a gradient g moves the weights w. One row of the table each.
 *
 *   sgd    m = mu m + g                         w -= eta m            (Polyak 1964; mu = 0: plain)
 *   adam   m = b1 m + (1-b1) g    v = b2 v + (1-b2) g^2
 *          w -= eta (m / (1-b1^t)) / (sqrt(v / (1-b2^t)) + eps)       (Kingma and Ba 2015)
 * with b1 = 0.9, b2 = 0.999, eps = 1e-8, and before either the decoupled weight decay
 * w -= eta lambda w of all tensors (Loshchilov and Hutter 2019). */
#ifndef MODEL_OPTIMIZER_H
#define MODEL_OPTIMIZER_H

#include <stddef.h>
#include <stdint.h>

struct optimizer_settings {
    const struct optimizer *optimizer;
    double momentum;     /* mu, of sgd */
    double weight_decay; /* lambda */
    double clip;         /* the gradient's norm is scaled down to this; 0: never */
};

struct optimizer {
    const char *name; /* as --optimizer takes it */
    const char *summary;
    size_t moments; /* arrays of n numbers that it keeps, zero at first */

    /* Moves w[n] along g[n] in step t (from 1) with rate eta. moments: [moments][n]. */
    void (*update)(const struct optimizer_settings *settings, double eta, uint64_t t, size_t n,
                   const double *g, double *moments, double *w);
};

extern const struct optimizer optimizer_adam, optimizer_sgd;

/* All of them; NULL ends the list. */
extern const struct optimizer *const optimizers[];

/* The one of that name, or NULL. */
const struct optimizer *optimizer_find(const char *name);

/* One step: weight decay, then the optimiser's update. */
void optimizer_step(const struct optimizer_settings *settings, double eta, uint64_t t, size_t n,
                    const double *g, double *moments, double *w);

/* |g| = sqrt(sum_i g_i^2), the global norm over all tensors. */
double gradient_norm(size_t n, const double *g);

/* g *= clip / norm where norm, which is |g|, is above clip (Pascanu, Mikolov and Bengio 2013); nothing
 * where clip is 0. */
void gradient_clip(size_t n, double *g, double norm, double clip);

#endif
