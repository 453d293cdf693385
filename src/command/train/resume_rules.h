/* What a run may have otherwise when it goes on: which settings. */
#ifndef COMMAND_RESUME_RULES_H
#define COMMAND_RESUME_RULES_H

#include "command/settings.h"

/* Whether the setting may be new, whoever says so: where results go, and what leaves the first steps
 * the same. */
bool resume_is_free(const struct setting *setting);

/* Whether it may not be new at all: a setting of the task or the models. The others may be where the
 * command line says so. */
bool resume_is_fixed(const struct setting *setting);

/* Whether it differs and changes the course of the run from here on. With a schedule that is not
 * constant the number of steps does. */
bool resume_is_change(const struct setting *setting, const struct settings *before,
                      const struct settings *after);

/* Sets *fingerprint to a number that tells two configurations apart: of all settings that are not
 * free. Fails without memory. */
bool resume_fingerprint(const struct settings *settings, uint64_t *fingerprint,
                        struct error *error);

#endif
