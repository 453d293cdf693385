/* Reading the header of the safetensors format: strict JSON, as
 * {"__metadata__": {"KEY": "VALUE", ...}, "NAME": {"dtype": "F32", "shape": [2, 3],
 * "data_offsets": [0, 24]}, ...}, the metadata anywhere among the tensors, or nowhere. */
#ifndef MODEL_SAFETENSORS_HEADER_H
#define MODEL_SAFETENSORS_HEADER_H

#include "base/json.h"
#include "model/safetensors.h"

/* Reads all of the JSON: sets the metadata and the entries of a file that has none yet. STATUS_FAILED
 * for a name or a key that stands twice, a key that is unknown or missing, another type than F32 and
 * F64, more or longer than safetensors.h has room for, and a shape whose bytes cannot be counted.
 * Whether places and shapes fit the file is the caller's to check. */
bool safetensors_read_header(struct safetensors *file, struct json *json, struct error *error);

#endif
