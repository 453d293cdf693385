/* What a benchmark goes through: see bench_plan.h. */
#include "command/bench/bench_plan.h"

#include "base/memory.h"
#include "command/bench/bench_parts.h"
#include "command/from_settings.h"
#include "model/kind.h"

#include <inttypes.h>
#include <stdlib.h>

/* The settings with the sizes of a rung. */
static struct settings at_size(const struct invocation *invocation, const struct bench_size *size) {
    struct settings changed = invocation->settings;
    changed.pairs = size->pairs;
    changed.letters = size->letters;
    changed.digits = size->digits;
    changed.width = size->width;
    if (changed.ladder) changed.min_pairs = size->pairs;
    if (changed.ladder && !invocation_gave(invocation, "model")) {
        changed.models[0] = model_attention.name;
        changed.model_count = 1;
    }
    return changed;
}

/* Whether a step of the reference engine is a matter of a tenth of a second rather than more. An
 * example takes about 10 N d + 3 C d multiply-adds, the optimiser 10 a weight. */
static bool is_quick(const struct bench_case *of) {
    const double most = 5e7;
    const struct model *model = &of->model;
    double d = (double)(model->kind->has_weights ? model->width : model->hidden);
    double example = 10 * (double)model->task.pairs * d + 3 * (double)model->task.digits * d;
    return example * (double)of->batch + 10 * (double)model->parameter_count <= most;
}

static void add_case(struct bench_plan *plan, const struct invocation *invocation,
                     const struct bench_case *of) {
    bool asked = invocation_gave(invocation, "engine");
    bool left_out = of->engine == &engine_reference && !asked && !is_quick(of);
    plan->left_out += left_out;
    if (!left_out) plan->cases[plan->bench.count++] = *of;
}

/* Adds the cases of one engine, kernel and size. */
static bool add_models(struct bench_plan *plan, const struct invocation *invocation,
                       const struct bench_parts *parts, const struct bench_variant *variant,
                       const struct bench_size *size, struct error *error) {
    struct settings settings = at_size(invocation, size);
    for (size_t m = 0; m < settings.model_count; m++) {
        struct bench_case of = {.engine = variant->engine,
                                .kernel = variant->kernel,
                                .threads = (unsigned)settings.threads};
        if (!settings_model(&settings, m, &of.model, error)) {
            return settings.ladder &&
                   error_prefix(error, "the rung of %" PRIu64 " letters", size->letters);
        }
        for (size_t b = 0; b < parts->batch_count; b++) {
            of.batch = parts->batches[b];
            add_case(plan, invocation, &of);
        }
    }
    return true;
}

static bool add_cases(struct bench_plan *plan, const struct invocation *invocation,
                      const struct bench_parts *parts, struct error *error) {
    size_t most = parts->variant_count * parts->size_count * parts->batch_count *
                  invocation->settings.model_count;
    plan->cases = memory_take(most, sizeof *plan->cases, "the benchmark", error);
    if (!plan->cases) return false;
    for (size_t v = 0; v < parts->variant_count; v++) {
        for (size_t s = 0; s < parts->size_count; s++) {
            if (!add_models(plan, invocation, parts, &parts->variants[v], &parts->sizes[s],
                            error)) {
                return false;
            }
        }
    }
    return true;
}

bool bench_plan_make(struct bench_plan *plan, const struct invocation *invocation,
                     struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct bench_parts parts;
    *plan = (struct bench_plan){.left_out = 0};
    if (!bench_parts_choose(&parts, invocation, error)) return false;
    if (!settings_training(settings, &plan->training, error)) return false;
    plan->bench.repetitions = (size_t)settings->repetitions;
    plan->bench.seconds = settings->seconds;
    plan->bench.training = &plan->training;
    if (!add_cases(plan, invocation, &parts, error)) return false;
    plan->bench.cases = plan->cases;
    return true;
}

void bench_plan_free(struct bench_plan *plan) {
    free(plan->cases);
    plan->cases = NULL;
}
