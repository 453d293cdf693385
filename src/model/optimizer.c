/* Optimisers: see optimizer.h. */
#include "model/optimizer.h"

#include "base/elementary.h"

#include <math.h>
#include <string.h>

static void sgd_update(const struct optimizer_settings *settings, double eta, uint64_t t, size_t n,
                       const double *g, double *moments, double *w) {
    double *m = moments;
    (void)t;
    for (size_t i = 0; i < n; i++) {
        m[i] = settings->momentum * m[i] + g[i];
        w[i] -= eta * m[i];
    }
}

static void adam_update(const struct optimizer_settings *settings, double eta, uint64_t t, size_t n,
                        const double *g, double *moments, double *w) {
    const double b1 = 0.9, b2 = 0.999, eps = 1e-8;
    double m_bias = 1 - elementary_power(b1, t), v_bias = 1 - elementary_power(b2, t);
    double *m = moments, *v = moments + n;
    (void)settings;
    for (size_t i = 0; i < n; i++) {
        m[i] = b1 * m[i] + (1 - b1) * g[i];
        v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
        w[i] -= eta * (m[i] / m_bias) / (sqrt(v[i] / v_bias) + eps);
    }
}

const struct optimizer optimizer_adam = {
    "adam", "Adam: beta 0.9 and 0.999, eps 1e-8, bias-corrected", 2, adam_update};
const struct optimizer optimizer_sgd = {"sgd", "stochastic gradient descent, with --momentum", 1,
                                        sgd_update};

const struct optimizer *const optimizers[] = {&optimizer_adam, &optimizer_sgd, NULL};

const struct optimizer *optimizer_find(const char *name) {
    for (size_t i = 0; optimizers[i]; i++) {
        if (strcmp(optimizers[i]->name, name) == 0) return optimizers[i];
    }
    return NULL;
}

void optimizer_step(const struct optimizer_settings *settings, double eta, uint64_t t, size_t n,
                    const double *g, double *moments, double *w) {
    double decay = eta * settings->weight_decay;
    if (decay > 0) {
        for (size_t i = 0; i < n; i++) w[i] -= decay * w[i];
    }
    settings->optimizer->update(settings, eta, t, n, g, moments, w);
}

double gradient_norm(size_t n, const double *g) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += g[i] * g[i];
    return sqrt(sum);
}

void gradient_clip(size_t n, double *g, double norm, double clip) {
    if (!(clip > 0 && norm > clip)) return;
    for (size_t i = 0; i < n; i++) g[i] *= clip / norm;
}
