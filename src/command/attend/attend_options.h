/* Whether attend's options go together, before any file is read. */
#ifndef COMMAND_ATTEND_OPTIONS_H
#define COMMAND_ATTEND_OPTIONS_H

#include "command/settings.h"

/* Refuses with STATUS_USAGE, naming the option: a matrix that is missing or that belongs to another
 * score, more than one thing on standard input or output. */
bool attend_check_options(const struct settings *settings, struct error *error);

/* Whether query, key and value name one file: self-attention. */
bool attend_is_self(const struct settings *settings);

#endif
