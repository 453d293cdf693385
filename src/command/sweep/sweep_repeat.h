/* Whether the rows that a sweep goes on with are those of this command. */
#ifndef COMMAND_SWEEP_REPEAT_H
#define COMMAND_SWEEP_REPEAT_H

#include "train/sweep.h"

/* A row does not tell all settings of its run, but the same settings give the same row. Does the first
 * of the runs again that results[end - first] say are done, and says on standard error where that gives
 * another row than the file has. Nothing where none is done, where the run would take more than about
 * a second, and where an ending signal comes. Fails where memory is missing. */
bool tell_other_settings(const struct sweep *sweep, const struct sweep_result *results,
                         const char *path, struct error *error);

#endif
