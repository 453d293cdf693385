/* Settings that change nothing beside others: one row of a table each.
 *
 * Who says such a setting on the command line may expect something of it, and is told. A script that
 * walks models with the same options for all goes on; a configuration may hold it without a word. */
#ifndef COMMAND_IDLE_H
#define COMMAND_IDLE_H

#include "command/command.h"

/* Says on standard error, unless --quiet is set, which options were given that change nothing beside
 * these settings, in which none of the values that it depends on vary. */
void tell_idle(const struct invocation *invocation, const struct settings *settings);

#endif
