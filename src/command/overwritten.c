/* Files that a command would write over what it reads: see overwritten.h. */
#include "command/overwritten.h"

#include "base/file.h"

#include <string.h>

/* The file that the option names, or NULL. */
static const char *file_of(const struct command *command, const struct settings *settings,
                           const struct setting *setting, const char *endings) {
    bool is_file = endings && strcmp(endings, "/") != 0;
    if (!is_file || !command_takes(command, setting)) return NULL;
    return *(const char *const *)((const char *)settings + setting->offset);
}

bool refuse_overwriting(const char *option, const char *path, const char *reader, const char *name,
                        struct error *error) {
    return error_set(error, STATUS_USAGE,
                     "--%s would write over %s, which %s%s reads: say another file", option, path,
                     reader, name);
}

static bool check_options(const struct command *command, const struct settings *settings,
                          const struct setting *writing, const char *path, struct error *error) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *reading = &settings_table[i];
        const char *read = file_of(command, settings, reading, reading->reads);
        if (read && file_is_same(path, read))
            return refuse_overwriting(writing->name, path, "--", reading->name, error);
    }
    return true;
}

static bool check_arguments(const struct invocation *invocation, const struct setting *writing,
                            const char *path, struct error *error) {
    size_t count = invocation->command->files ? invocation->argument_count : 0;
    for (size_t i = 0; i < count; i++) {
        if (!file_is_same(path, invocation->arguments[i])) continue;
        return refuse_overwriting(writing->name, path, "", invocation->command->name, error);
    }
    return true;
}

bool check_overwritten(const struct invocation *invocation, const struct settings *settings,
                       struct error *error) {
    const struct command *command = invocation->command;
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *writing = &settings_table[i];
        const char *path = file_of(command, settings, writing, writing->writes);
        if (!path || !file_is_replaced(path)) continue;
        if (!check_options(command, settings, writing, path, error) ||
            !check_arguments(invocation, writing, path, error)) {
            return false;
        }
    }
    return true;
}
