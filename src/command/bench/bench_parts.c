/* Engines, kernels, sizes and batches of a benchmark: see bench_parts.h. */
#include "command/bench/bench_parts.h"

#include "base/nearest.h"

#include <string.h>

static const struct bench_size ladder[BENCH_RUNGS] = {
    {6, 8, 10, 16},       {16, 32, 32, 32},     {64, 128, 128, 64},
    {256, 512, 512, 128}, {64, 8192, 8192, 64},
};

static const size_t usual_batches[] = {64, 1024};

static bool unknown_kernel(const struct kernel *const *list, const char *name,
                           struct error *error) {
    struct nearest nearest = {.typed = name};
    struct text text = {0};
    nearest_offer(&nearest, "all");
    for (size_t i = 0; list[i]; i++) nearest_offer(&nearest, list[i]->name);
    settings_suggest(&text, &nearest);
    error_set(error, STATUS_USAGE,
              "--kernel: this machine and build have no kernel '%s'%s (attnlearn --version lists "
              "them)",
              name, text.data ? text.data : "");
    text_free(&text);
    return false;
}

/* The kernel of that name, all of them, or without a name the one in use. */
static bool add_kernels(struct bench_parts *parts, const char *name, struct error *error) {
    const struct kernel *list[KERNEL_MOST + 1], *used = kernel_choose();
    size_t before = parts->variant_count;
    bool all = name && strcmp(name, "all") == 0;
    kernel_list(list);
    for (size_t i = 0; list[i]; i++) {
        bool wanted = name ? strcmp(name, list[i]->name) == 0 : list[i] == used;
        if (!all && !wanted) continue;
        parts->variants[parts->variant_count++] = (struct bench_variant){&engine_fast, list[i]};
    }
    return parts->variant_count > before || unknown_kernel(list, name, error);
}

static bool choose_variants(struct bench_parts *parts, const struct invocation *invocation,
                            struct error *error) {
    const struct settings *settings = &invocation->settings;
    bool one = invocation_gave(invocation, "engine");
    if (settings->kernel && one && strcmp(settings->engine, engine_fast.name) != 0) {
        return error_set(error, STATUS_USAGE, "--kernel is of the fast engine, not of --engine %s",
                         settings->engine);
    }
    for (size_t i = 0; engines[i]; i++) {
        if (one && strcmp(engines[i]->name, settings->engine) != 0) continue;
        if (engines[i] != &engine_fast) {
            parts->variants[parts->variant_count++] = (struct bench_variant){engines[i], NULL};
        } else if (!add_kernels(parts, settings->kernel, error)) {
            return false;
        }
    }
    return true;
}

static bool choose_sizes(struct bench_parts *parts, const struct invocation *invocation,
                         struct error *error) {
    static const char *const set_by_ladder[] = {"pairs", "min-pairs", "letters", "digits", "width"};
    const struct settings *settings = &invocation->settings;
    parts->size_count = settings->ladder ? BENCH_RUNGS : 1;
    parts->sizes[0] =
        (struct bench_size){settings->pairs, settings->letters, settings->digits, settings->width};
    if (!settings->ladder) return true;
    memcpy(parts->sizes, ladder, sizeof ladder);
    for (size_t i = 0; i < sizeof set_by_ladder / sizeof *set_by_ladder; i++) {
        if (!invocation_gave(invocation, set_by_ladder[i])) continue;
        return error_set(error, STATUS_USAGE,
                         "--ladder goes through sizes of its own: leave out --%s",
                         set_by_ladder[i]);
    }
    return true;
}

static void choose_batches(struct bench_parts *parts, const struct invocation *invocation) {
    const struct settings *settings = &invocation->settings;
    bool one = settings->ladder || invocation_gave(invocation, "batch");
    parts->batch_count = one ? 1 : 2;
    memcpy(parts->batches, usual_batches, sizeof usual_batches);
    if (one) parts->batches[0] = (size_t)settings->batch;
}

bool bench_parts_choose(struct bench_parts *parts, const struct invocation *invocation,
                        struct error *error) {
    *parts = (struct bench_parts){.variant_count = 0};
    choose_batches(parts, invocation);
    return choose_variants(parts, invocation, error) && choose_sizes(parts, invocation, error);
}
