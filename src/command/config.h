/* Configuration files: INI with the sections [task] [model] [training] [output]; keys are the long
 * options' names.
 *
 * A line is blank, a comment (# or ; first), [section] or key = value; the value goes to the end of
 * the line. An unknown section or key, a key in the wrong section or twice, and a bad value are
 * errors with file and line. */
#ifndef COMMAND_CONFIG_H
#define COMMAND_CONFIG_H

#include "command/settings.h"

/* Reads the file into settings. *kept is new memory that the settings point into from then on; the
 * caller frees it after them. STATUS_USAGE; a file that cannot be read is STATUS_FAILED. */
bool config_read(const char *path, struct settings *settings, char **kept, struct error *error);

/* Appends the whole configuration, which read back gives the same settings; texts that are not set
 * stand as comments. */
void config_text(struct text *text, const struct settings *settings);

#endif
