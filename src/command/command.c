/* The table of commands: see command.h. */
#include "command/command.h"

#include "base/nearest.h"

#include <string.h>

const struct command *const commands[] = {&command_train,     &command_eval,
                                          &command_ask,       &command_explain,
                                          &command_floor,     &command_attend,
                                          &command_gradcheck, &command_generate,
                                          &command_sweep,     &command_plot,
                                          &command_report,    &command_bench,
                                          &command_demo,      NULL};

const struct command *command_find(const char *name, struct error *error) {
    struct nearest nearest = {.typed = name};
    for (size_t i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
        nearest_offer(&nearest, commands[i]->name);
    }
    struct text text = {0};
    settings_suggest(&text, &nearest);
    if (!nearest.best) text_string(&text, ": attnlearn --help lists the commands");
    error_set(error, STATUS_USAGE, "unknown command '%s'%s", name, text.data ? text.data : "");
    text_free(&text);
    return NULL;
}

bool command_takes(const struct command *command, const struct setting *setting) {
    if (setting->groups & (command->groups | GROUP_COMMON)) return true;
    if (setting->groups & GROUP_OWN) return false;
    for (size_t i = 0; command->options && command->options[i]; i++) {
        if (strcmp(command->options[i], setting->name) == 0) return true;
    }
    return false;
}

const struct setting *command_setting(const struct command *command, const char *name) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (strcmp(setting->name, name) == 0 && command_takes(command, setting)) return setting;
    }
    return NULL;
}

const struct setting *command_setting_short(const struct command *command, char letter) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (letter && setting->short_name == letter && command_takes(command, setting)) {
            return setting;
        }
    }
    return NULL;
}

bool invocation_gave(const struct invocation *invocation, const char *name) {
    const struct setting *setting = command_setting(invocation->command, name);
    return setting && invocation->given[setting - settings_table];
}
