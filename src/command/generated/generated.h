/* Pages made from the tables of commands and settings, for the build to install: one file and one
 * row each. All are ASCII, and the same from any build. */
#ifndef COMMAND_GENERATED_H
#define COMMAND_GENERATED_H

#include "command/command.h"

struct generated_page {
    const char *option;  /* of attnlearn help; NULL ends the list */
    const char *summary; /* one line */
    void (*append)(struct text *text);
};

extern const struct generated_page generated_pages[];

/* The manual page, in roff's man macros; completions for the three shells. */
void generated_manual(struct text *text);
void generated_bash(struct text *text);
void generated_zsh(struct text *text);
void generated_fish(struct text *text);

/* The page of that option, or NULL. */
const struct generated_page *generated_find(const char *option);

/* Appends the string with each of the `special` characters behind a backslash, and each single quote
 * as `quote`. */
void generated_escape(struct text *text, const char *string, const char *special,
                      const char *quote);

/* Appends the options of a command, as "--pairs --letters ... -q". */
void generated_options(struct text *text, const struct command *command);

/* Appends the names of all commands, with a space between them. */
void generated_commands(struct text *text);

/* Appends the names of the commands that take the setting and name the same files by it as `like`
 * does, with `between` between them. */
void generated_takers(struct text *text, const struct setting *setting, const struct command *like,
                      const char *between);

/* Appends the words that a command takes as arguments, or the keys of --vary as "pairs= letters=",
 * with a space between them. The command must have a `choice`. */
void generated_choices(struct text *text, const struct command *command);
void generated_keys(struct text *text);

/* Whether the command is the first of those that generated_takers lists for it. */
bool generated_is_first(const struct setting *setting, const struct command *command);

#endif
