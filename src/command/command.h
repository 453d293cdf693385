/* The commands: one file and one row of the table each. */
#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

#include "command/settings.h"

/* What the command line said. */
struct invocation {
    const struct command *command;
    struct settings settings;
    bool *given; /* [settings_count] said on the command line or in the configuration */
    const char **arguments;
    size_t argument_count;
    char *config_bytes; /* of the configuration file; settings point into it */
    char **installed; /* [settings_count] what a setting names in place of what was said, or NULL */
};

struct command {
    const char *name;
    const char *arguments; /* in the usage line: "MODEL", or "" */
    const char *summary;   /* one line */
    size_t least_arguments, most_arguments;
    unsigned groups;                  /* settings it takes, of enum setting_group */
    const char *const *options;       /* names of others that it takes; NULL ends them */
    const char *const (*defaults)[2]; /* {name, value} where they differ; or NULL */
    const char *const (*told)[2];     /* {name, default as help tells it}: no one value; or NULL */
    const char *more;                 /* further help: examples; or NULL */

    /* For completions: endings of files among the arguments and of --output, as in struct setting,
     * and words that an argument can be; or NULL. */
    const char *files, *output;
    const char *(*choice)(size_t i);

    /* Does the work. Results go to standard output. */
    bool (*run)(const struct invocation *invocation, struct error *error);
};

extern const struct command command_train, command_eval, command_ask, command_explain,
    command_generate, command_floor, command_gradcheck, command_sweep, command_plot, command_bench,
    command_demo, command_attend, command_report;

/* All commands in the order of help; NULL ends the list. */
extern const struct command *const commands[];

/* The command of that name; NULL and an error that suggests the nearest one. */
const struct command *command_find(const char *name, struct error *error);

/* Whether a command takes a setting: by a group of both, or by its name among the options, which
 * never means a setting of another command's own. */
bool command_takes(const struct command *command, const struct setting *setting);

/* The setting that the command takes under that name, or under that letter, or NULL. */
const struct setting *command_setting(const struct command *command, const char *name);
const struct setting *command_setting_short(const struct command *command, char letter);

/* Whether the setting of that name was given. */
bool invocation_gave(const struct invocation *invocation, const char *name);

/* Reads the options and arguments after the command's name: first a configuration file, then the
 * options over it; then fills in --min-pairs, and names installed files where they are meant. Give
 * it back with invocation_free, also when this fails. */
bool invocation_read(struct invocation *invocation, const struct command *command, int count,
                     char **words, struct error *error);
void invocation_free(struct invocation *invocation);

/* Appends the program's help, or one command's. */
void help_program(struct text *text);
void help_command(struct text *text, const struct command *command);

/* Fails where the environment variable ATTNLEARN_KERNEL names a kernel that is not here. */
bool help_check_kernel(struct error *error);

/* Appends the version, and how the program was built and computes here. */
void help_version(struct text *text);

#endif
