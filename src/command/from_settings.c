/* What the settings describe: see from_settings.h. */
#include "command/from_settings.h"

#include "model/kind.h"

#include <string.h>

struct task settings_task(const struct settings *settings) {
    return (struct task){.pairs = (size_t)settings->pairs,
                         .min_pairs = (size_t)settings->min_pairs,
                         .letters = (size_t)settings->letters,
                         .digits = (size_t)settings->digits};
}

bool settings_model(const struct settings *settings, size_t i, struct model *model,
                    struct error *error) {
    *model = (struct model){.kind = model_kind_find(settings->models[i]),
                            .score = score_find(settings->score),
                            .task = settings_task(settings),
                            .width = (size_t)settings->width,
                            .heads = (size_t)settings->heads,
                            .hidden = (size_t)settings->hidden};
    return model_init(model, error);
}

static bool check_steps(const struct settings *settings, struct error *error) {
    if (settings->warmup > settings->steps) {
        return error_set(error, STATUS_USAGE, "--warmup is longer than --steps");
    }
    if (settings->steps > UINT64_MAX / settings->batch) {
        return error_set(error, STATUS_USAGE, "--steps times --batch is more than can be counted");
    }
    return true;
}

bool settings_training(const struct settings *settings, struct train_settings *training,
                       struct error *error) {
    if (!check_steps(settings, error)) return false;
    *training = (struct train_settings){
        .seed = settings->seed,
        .steps = settings->steps,
        .batch = (size_t)settings->batch,
        .rate = settings->lr,
        .schedule = schedule_find(settings->schedule),
        .warmup = settings->warmup,
        .optimizer = {.optimizer = optimizer_find(settings->optimizer),
                      .momentum = settings->momentum,
                      .weight_decay = settings->weight_decay,
                      .clip = settings->clip},
        .dropout_rate = settings->dropout,
        .initialisation = initialisation_find(settings->init),
        .eval_every = settings->eval_every,
        .eval_examples = settings->eval_examples,
        .threads = (unsigned)settings->threads,
        .engine = engine_find(settings->engine),
    };
    return true;
}

bool refuse_model_options(const struct invocation *invocation, struct error *error) {
    for (size_t i = 0; i < settings_count; i++) {
        if (!invocation->given[i] || !(settings_table[i].groups & (GROUP_TASK | GROUP_MODEL))) {
            continue;
        }
        return error_set(error, STATUS_USAGE,
                         "--%s cannot be given with a model's file, which says it itself",
                         settings_table[i].name);
    }
    return true;
}

bool refuse_with_data(const struct invocation *invocation, struct error *error) {
    if (!invocation->settings.data || !invocation_gave(invocation, "examples")) return true;
    return error_set(error, STATUS_USAGE,
                     "--examples cannot be given with --data, whose examples are taken all");
}

struct source *settings_source(const struct settings *settings, const struct task *task,
                               enum stream stream, struct dataset *dataset, uint64_t *count,
                               struct error *error) {
    if (!settings->data) return source_stream(task, settings->seed, stream, error);
    if (!dataset_read(dataset, task, 1, settings->data, error)) return NULL;
    *count = dataset->count;
    return source_dataset(dataset, settings->seed, false, error);
}
