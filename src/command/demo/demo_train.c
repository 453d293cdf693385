/* Training for a lesson: see demo_train.h. */
#include "command/demo/demo_train.h"

#include "base/memory.h"
#include "command/from_settings.h"
#include "train/trials.h"

#include <stdlib.h>

bool demo_train(struct demo_trained *trained, const struct settings *settings, const char *kind,
                struct error *error) {
    struct settings own = *settings;
    struct train_settings training;
    *trained = (struct demo_trained){.weights = NULL};
    own.models[0] = kind;
    own.eval_every = own.steps;
    if (own.letters < own.pairs) own.letters = own.pairs;
    own.min_pairs = own.pairs;
    if (!settings_model(&own, 0, &trained->model, error)) return false;
    trained->weights =
        memory_take(trained->model.parameter_count, sizeof(double), "the model's weights", error);
    return trained->weights && settings_training(&own, &training, error) &&
           trials_weights(&training, &trained->model, trained->weights, &trained->metrics, error);
}

void demo_trained_free(struct demo_trained *trained) {
    free(trained->weights);
    *trained = (struct demo_trained){.weights = NULL};
}
