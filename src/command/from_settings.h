/* What the settings describe: tasks, models, sources, training. */
#ifndef COMMAND_FROM_SETTINGS_H
#define COMMAND_FROM_SETTINGS_H

#include "command/command.h"
#include "model/model.h"
#include "train/train.h"

/* The task of --pairs, --min-pairs, --letters and --digits. */
struct task settings_task(const struct settings *settings);

/* Sets up model number i of --model; fails as model_init does. */
bool settings_model(const struct settings *settings, size_t i, struct model *model,
                    struct error *error);

/* Sets everything of training but the data. STATUS_USAGE where settings contradict each other. */
bool settings_training(const struct settings *settings, struct train_settings *training,
                       struct error *error);

/* Fails (STATUS_USAGE) where an option that describes a model was given together with a model's file.
 */
bool refuse_model_options(const struct invocation *invocation, struct error *error);

/* Fails (STATUS_USAGE) where --data was given with an option that draws fresh examples. */
bool refuse_with_data(const struct invocation *invocation, struct error *error);

/* The examples that --data names, or the stream of --seed: read into *dataset (which must outlive
 * the source) where there is a file. *count is set to the file's rows, or left. NULL and an error.
 */
struct source *settings_source(const struct settings *settings, const struct task *task,
                               enum stream stream, struct dataset *dataset, uint64_t *count,
                               struct error *error);

#endif
