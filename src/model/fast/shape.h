/* The fast engine's layout of a model: sizes, offsets, and weights to and from it. */
#ifndef MODEL_FAST_SHAPE_H
#define MODEL_FAST_SHAPE_H

#include "model/fast/kernel.h"
#include "model/model.h"
#include "model/optimizer.h"

/* The shape of a model. Sizes that do not fit become SIZE_MAX and are refused by whoever takes the
 * memory. */
struct fast_shape fast_shape_of(const struct model *model);

/* Fails where the model's kind or score, or the optimiser (NULL: none), is not one of those that this
 * engine has code for. */
bool fast_knows(const struct model *model, const struct optimizer *optimizer, struct error *error);

/* Where number i of a tensor of the model stands in the fast layout. */
size_t fast_place(const struct fast_shape *shape, const struct tensor *tensor, size_t i);

#endif
