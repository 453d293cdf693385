/* plot MODEL.safetensors: the learned match as heat maps. */
#ifndef COMMAND_PLOT_MODEL_H
#define COMMAND_PLOT_MODEL_H

#include "command/command.h"

/* Whether one of the files is a model, by the end of its name. */
bool plot_has_model(const struct invocation *invocation);

/* For every query letter and key letter the mean weight (on --examples fresh examples of --seed)
 * and the mean score, and W_Q^T W_K or M: in the terminal, or as SVG to --output. A model stands
 * alone, and takes no option of curves but --title. */
bool plot_model(const struct invocation *invocation, struct error *error);

/* Fails where an option that only a model takes was given with curves. */
bool plot_refuse_examples(const struct invocation *invocation, struct error *error);

#endif
