/* Reading the command line: see command.h. */
#include "base/memory.h"
#include "command/command.h"
#include "command/config.h"
#include "command/idle.h"
#include "command/installed.h"
#include "command/overwritten.h"
#include "command/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool set_option(struct invocation *invocation, const struct option *option,
                       struct error *error) {
    invocation->given[option->setting - settings_table] = true;
    if (settings_set(&invocation->settings, option->setting, option->value, error)) return true;
    return error_prefix(error, "--%s", option->setting->name);
}

/* Goes over all words; applies either --config alone, or everything else. */
static bool read_words(struct invocation *invocation, struct words words, bool config,
                       struct error *error) {
    struct option option;
    bool failed;
    while (words_next(&words, invocation->command, &option, &failed, error)) {
        if (!option.setting) {
            if (!config) invocation->arguments[invocation->argument_count++] = option.value;
        } else if ((strcmp(option.setting->name, "config") == 0) == config) {
            if (!set_option(invocation, &option, error)) return false;
        }
    }
    return !failed;
}

static bool apply_defaults(struct invocation *invocation, struct error *error) {
    const struct command *command = invocation->command;
    const char *const(*defaults)[2] = command->defaults;
    for (size_t i = 0; defaults && defaults[i][0]; i++) {
        const struct setting *setting = command_setting(command, defaults[i][0]);
        if (!settings_set(&invocation->settings, setting, defaults[i][1], error)) return false;
    }
    return true;
}

static bool check_arguments(const struct invocation *invocation, struct error *error) {
    const struct command *command = invocation->command;
    size_t count = invocation->argument_count;
    if (count < command->least_arguments) {
        return error_set(error, STATUS_USAGE, "%s needs its arguments: attnlearn %s %s",
                         command->name, command->name, command->arguments);
    }
    if (count > command->most_arguments) {
        return error_set(error, STATUS_USAGE, "%s does not take the argument '%s'", command->name,
                         invocation->arguments[command->most_arguments]);
    }
    return true;
}

/* Where a file that is to be read is an installed one, names that. */
static void find_installed(struct invocation *invocation, const struct setting *setting) {
    const char **path = (const char **)((char *)&invocation->settings + setting->offset);
    char **installed = &invocation->installed[setting - settings_table];
    bool is_file = setting->reads && strcmp(setting->reads, "/") != 0;
    if (*installed || !is_file || !command_takes(invocation->command, setting) || !*path) return;
    *installed = installed_instead(*path);
    if (*installed) *path = *installed;
}

static void find_all_installed(struct invocation *invocation) {
    for (size_t i = 0; i < settings_count; i++) {
        find_installed(invocation, &settings_table[i]);
        if (invocation->installed[i] && !invocation->settings.quiet) {
            fprintf(stderr, "attnlearn: --%s: reading %s\n", settings_table[i].name,
                    invocation->installed[i]);
        }
    }
}

static bool read_all(struct invocation *invocation, struct words words, struct error *error) {
    struct settings *settings = &invocation->settings;
    if (!apply_defaults(invocation, error)) return false;
    if (!read_words(invocation, words, true, error)) return false;
    find_installed(invocation, setting_find("config"));
    if (settings->config &&
        !config_read(settings->config, settings, &invocation->config_bytes, error)) {
        return false;
    }
    if (!read_words(invocation, words, false, error)) return false;
    settings_complete(settings);
    if (settings->help) return true;
    find_all_installed(invocation);
    if (!check_arguments(invocation, error) || !check_overwritten(invocation, settings, error))
        return false;
    /* A run that goes on has settings of its own. */
    if (!settings->resume_folder && !settings->print_config) tell_idle(invocation, settings);
    return true;
}

bool invocation_read(struct invocation *invocation, const struct command *command, int count,
                     char **words, struct error *error) {
    *invocation = (struct invocation){.command = command};
    settings_default(&invocation->settings);
    invocation->given = memory_take(settings_count, sizeof(bool), "the command line", error);
    invocation->arguments = memory_take((size_t)count, sizeof(char *), "the command line", error);
    invocation->installed = memory_take(settings_count, sizeof(char *), "the command line", error);
    if (!invocation->given || !invocation->arguments || !invocation->installed) return false;
    return read_all(invocation, (struct words){.words = words, .count = count}, error);
}

void invocation_free(struct invocation *invocation) {
    for (size_t i = 0; invocation->installed && i < settings_count; i++) {
        free(invocation->installed[i]);
    }
    free(invocation->installed);
    free(invocation->given);
    free(invocation->arguments);
    free(invocation->config_bytes);
    *invocation = (struct invocation){0};
}
