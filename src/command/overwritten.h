/* Files that a command would write over what it reads. */
#ifndef COMMAND_OVERWRITTEN_H
#define COMMAND_OVERWRITTEN_H

#include "command/command.h"

/* Fails with STATUS_USAGE where a file that an option writes is one that another option or an argument
 * names to be read, be it through a link: it would be lost. Which options read and which write the
 * table of settings says. The settings are the invocation's, or those of a run that goes on. */
bool check_overwritten(const struct invocation *invocation, const struct settings *settings,
                       struct error *error);

/* Sets the error "--OPTION would write over PATH, which READERNAME reads: say another file", with
 * STATUS_USAGE; returns false. */
bool refuse_overwriting(const char *option, const char *path, const char *reader, const char *name,
                        struct error *error);

#endif
