/* An option in words, from its row of the table of settings. */
#ifndef COMMAND_OPTION_TEXT_H
#define COMMAND_OPTION_TEXT_H

#include "command/command.h"

/* Appends "  -q, --quiet" or "      --steps N" or "      --score scaled-dot|dot". */
void option_name_text(struct text *text, const struct setting *setting);

/* Appends its choices with `between` between them; nothing where it has none. */
void option_choices_text(struct text *text, const struct setting *setting, const char *between);

/* Appends "; 1 to 100" or "; of attention|average", or nothing. */
void option_range_text(struct text *text, const struct setting *setting);

/* Appends " (VALUE)", the value that the command starts from, or nothing where there is none. */
void option_default_text(struct text *text, const struct command *command,
                         const struct setting *setting);

/* The endings of the files that it names in the command, as in struct setting; NULL: no file. */
const char *option_files(const struct command *command, const struct setting *setting);

#endif
