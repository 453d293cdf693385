/* What the tests of explain share: see support_explain.h. */
#include "support_explain.h"

#include "support.h"
#include "task/example_text.h"

#include <stdio.h>
#include <stdlib.h>

const char *const golden_models[] = {"additive-2-heads",
                                     "attention-1-pair",
                                     "attention-1-to-6-pairs",
                                     "attention-4-heads",
                                     "attention-40-letters",
                                     "attention-additive",
                                     "attention-bilinear",
                                     "attention-distance",
                                     "attention-dot",
                                     "attention-scaled-dot",
                                     "average",
                                     "mlp",
                                     NULL};

struct golden_model golden_model_open(const char *name) {
    struct golden_model golden = {.name = name};
    struct error error;
    char examples[160];
    snprintf(golden.path, sizeof golden.path, GOLDEN_MODELS "%s/weights.safetensors", name);
    snprintf(examples, sizeof examples, GOLDEN_MODELS "%s/examples.csv", name);
    cr_assert(model_file_read(golden.path, &golden.model, &golden.weights, &error), "%s",
              error.message);
    cr_assert(dataset_read(&golden.data, &golden.model.task, 1, examples, &error), "%s",
              error.message);
    return golden;
}

void golden_model_close(struct golden_model *golden) {
    dataset_free(&golden->data);
    free(golden->weights);
}

static char *explain(const char *path, const struct example *example, const char *before,
                     const char *after) {
    struct text pairs = {0};
    char query[8];
    example_pairs_text(&pairs, example);
    struct outcome outcome = run("%s attnlearn explain %s '%s' %s %s", before, path, pairs.data,
                                 example_query_name(example, query), after);
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    cr_assert_eq(outcome.err_size, 0, "%s", outcome.err);
    text_free(&pairs);
    free(outcome.err);
    return outcome.out;
}

char *explain_text_of(const char *path, const struct example *example, const char *before) {
    return explain(path, example, before, "");
}

char *explain_json_of(const char *path, const struct example *example) {
    return explain(path, example, "", "--json");
}
