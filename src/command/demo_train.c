/* Training for a lesson: see demo_train.h. */
#include "command/demo_train.h"

#include "base/memory.h"
#include "command/from_settings.h"

#include <stdlib.h>

static bool see_row(void *context, const struct curve_row *row, struct error *error) {
    (void)context, (void)row, (void)error;
    return true;
}

static void see_progress(void *context, const struct training *training) {
    (void)context, (void)training;
}

static bool train(struct demo_trained *trained, const struct settings *settings,
                  struct error *error) {
    const struct train_observer observer = {.row = see_row, .progress = see_progress};
    const struct model *model = &trained->model;
    struct train_settings training_settings;
    struct training training;
    if (!settings_training(settings, &training_settings, error)) return false;
    bool done = train_open(&training, &training_settings, model, 1, error) &&
                train_run(&training, &observer, error);
    if (done) {
        trained->metrics = training.trainees[0].metrics;
        train_weights(&training, 0, trained->weights);
    }
    train_close(&training);
    return done;
}

bool demo_train(struct demo_trained *trained, const struct settings *settings, const char *kind,
                struct error *error) {
    struct settings own = *settings;
    *trained = (struct demo_trained){.weights = NULL};
    own.models[0] = kind;
    own.eval_every = own.steps;
    if (own.letters < own.pairs) own.letters = own.pairs;
    own.min_pairs = own.pairs;
    if (!settings_model(&own, 0, &trained->model, error)) return false;
    trained->weights =
        memory_take(trained->model.parameter_count, sizeof(double), "the model's weights", error);
    return trained->weights && train(trained, &own, error);
}

void demo_trained_free(struct demo_trained *trained) {
    free(trained->weights);
    *trained = (struct demo_trained){.weights = NULL};
}
