/* Settings that change nothing beside others: one row of a table each.
 *
 * Said on the command line such a setting is refused, since whoever says it expects something of it.
 * A configuration may hold it, and --print-config takes it. */
#ifndef COMMAND_IDLE_H
#define COMMAND_IDLE_H

#include "command/command.h"

/* Fails where an option was given that changes nothing beside these settings, in which none of the
 * values that it depends on vary. */
bool refuse_idle(const struct invocation *invocation, const struct settings *settings,
                 struct error *error);

#endif
