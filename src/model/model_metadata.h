/* A model's kind, score and sizes as the metadata of its file. */
#ifndef MODEL_MODEL_METADATA_H
#define MODEL_MODEL_METADATA_H

#include "model/model.h"
#include "model/safetensors.h"

enum { MODEL_METADATA_COUNT = 9 };

/* Sets up the model that the metadata describe. STATUS_FAILED, naming the file, where one is missing
 * or out of its range, or where they contradict each other. */
bool model_metadata_read(const struct safetensors *file, struct model *model, struct error *error);

/* Sets the pairs, sorted by key, so that equal models are equal bytes. */
void model_metadata_make(const struct model *model,
                         struct safetensors_pair pairs[MODEL_METADATA_COUNT]);

#endif
