/* Training one model for a lesson, with the settings of training and nothing said. */
#ifndef COMMAND_DEMO_TRAIN_H
#define COMMAND_DEMO_TRAIN_H

#include "command/settings.h"
#include "model/model.h"
#include "train/metrics.h"

struct demo_trained {
    struct model model;
    double *weights;
    struct metrics metrics; /* after the last step */
};

/* Trains the kind of model of that name. Give it back with demo_trained_free, also when this fails.
 */
bool demo_train(struct demo_trained *trained, const struct settings *settings, const char *kind,
                struct error *error);
void demo_trained_free(struct demo_trained *trained);

#endif
