/* The words of a command line, taken apart into options and arguments. */
#ifndef COMMAND_WORDS_H
#define COMMAND_WORDS_H

#include "command/command.h"

/* A walk over the words of the command line. */
struct words {
    char **words;
    int count, at;
    bool only_arguments; /* after -- */
};

/* One word, taken apart. */
struct option {
    const struct setting *setting; /* NULL: an argument */
    const char *shown;             /* as it was typed, for messages */
    const char *value;             /* or NULL */
};

/* The next option or argument: --name VALUE, --name=VALUE, -x VALUE, -xVALUE; all are arguments after
 * --, and so is "-". False at the end and on an error, and *failed tells the two apart. STATUS_USAGE:
 * an option that the command does not take, with the nearest one; a value that is missing, that looks
 * like an option, or that a flag does not take. */
bool words_next(struct words *words, const struct command *command, struct option *option,
                bool *failed, struct error *error);

#endif
