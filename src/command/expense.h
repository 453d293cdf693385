/* A word before work that takes long without showing anything: its sizes, on standard error. */
#ifndef COMMAND_EXPENSE_H
#define COMMAND_EXPENSE_H

#include "model/engine.h"

#include <stdint.h>

/* About what a forward pass of one example costs, in multiplications. */
double expense_of_pass(const struct model *model);

/* The same of a step of training that takes `examples`, or of one and an evaluation. */
double expense_of_step(const struct model *model, const struct engine *engine, double examples);

/* Where `multiplications` are some seconds of work, or `bytes` some gigabytes, says that `what`, for
 * which these are meant, may take a while. Nothing where `quiet`. */
void expense_note(const char *what, double multiplications, size_t bytes, bool quiet);

#endif
