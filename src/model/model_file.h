/* Model files: safetensors with the model's sizes as metadata.
 *
 * A file with the weights and the metadata alone is complete. F32 and F64 are read, F32 is written;
 * metadata keys are sorted, so that equal models are equal bytes. */
#ifndef MODEL_MODEL_FILE_H
#define MODEL_MODEL_FILE_H

#include "base/file.h"
#include "model/model.h"
#include "model/safetensors.h"

/* Reads a model: sets *model and *weights (all weights in the model's order, new memory that the
 * caller frees). Every tensor must be there with its shape, and nothing else; every weight finite.
 */
bool model_file_read(const char *path, struct model *model, double **weights, struct error *error);

/* Appends a whole model file to one that was begun: numbers shaped as the model's weights (weights or
 * gradients). */
bool model_file_append(struct file *file, const struct model *model, enum safetensors_type type,
                       const double *numbers, struct error *error);

/* The same as a file of its own. */
bool model_file_write(const char *path, const struct model *model, enum safetensors_type type,
                      const double *numbers, struct error *error);

#endif
