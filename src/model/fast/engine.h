/* The fast engine, and what its tests need to reach into it. */
#ifndef MODEL_FAST_ENGINE_H
#define MODEL_FAST_ENGINE_H

#include "model/engine.h"
#include "model/fast/kernel.h"

enum fast_method_name { FAST_CHOOSE, FAST_TABLES, FAST_DIRECT };

/* As engine_fast.create, with a kernel and, for a model that weighs pairs, a method of one's own.
 */
struct learner *fast_create(const struct model *model, const struct learner_settings *settings,
                            const struct kernel *kernel, enum fast_method_name method,
                            struct error *error);

/* The method that the learner uses: "tables", "direct" or "mlp" (kernel.h). */
const char *fast_method_used(const struct learner *learner);

/* Sets gradient[parameter_count], in the model's order, to that of the mean loss over the examples
 * first .. first+batch-1, and *loss to that loss. */
void fast_gradient(struct learner *learner, struct source *source, uint64_t first, size_t batch,
                   double *gradient, double *loss);

#endif
