/* The words of a command line: see words.h. */
#include "command/words.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

static bool unknown_option(const struct command *command, const char *typed, const char *name,
                           struct error *error) {
    struct nearest nearest = {.typed = name};
    struct text text = {0};
    for (size_t i = 0; i < settings_count; i++) {
        if (command_takes(command, &settings_table[i])) {
            nearest_offer(&nearest, settings_table[i].name);
        }
    }
    if (nearest.best) {
        text_format(&text, ": did you mean '--%s'?", nearest.best);
    } else {
        text_format(&text, ": attnlearn %s --help lists the options", command->name);
    }
    error_set(error, STATUS_USAGE, "%s has no option '%s'%s", command->name, typed,
              text.data ? text.data : "");
    text_free(&text);
    return false;
}

/* --name or --name=value. */
static bool split_long(const struct command *command, const char *word, struct option *option,
                       struct error *error) {
    char name[64];
    size_t length = strcspn(word + 2, "=");
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), word + 2);
    option->setting = command_setting(command, name);
    option->value = word[2 + length] ? word + 2 + length + 1 : NULL;
    if (option->setting) return true;
    char typed[70];
    snprintf(typed, sizeof typed, "--%s", name);
    return unknown_option(command, typed, name, error);
}

/* -x, or -xVALUE. */
static bool split_short(const struct command *command, const char *word, struct option *option,
                        struct error *error) {
    option->setting = command_setting_short(command, word[1]);
    option->value = word[2] ? word + 2 : NULL;
    if (option->setting) return true;
    return unknown_option(command, word, word + 1, error);
}

static bool take_value(struct words *words, struct option *option, struct error *error) {
    bool flag = option->setting->kind == SETTING_FLAG;
    if (flag && option->value) {
        return error_set(error, STATUS_USAGE, "--%s takes no value", option->setting->name);
    }
    if (flag) option->value = "true";
    if (option->value) return true;
    if (words->at == words->count) {
        return error_set(error, STATUS_USAGE, "%s needs a value", option->shown);
    }
    option->value = words->words[words->at++];
    if (strncmp(option->value, "--", 2) == 0) {
        return error_set(error, STATUS_USAGE,
                         "%s needs a value, and '%s' looks like an option (%s=%s if it is meant)",
                         option->shown, option->value, option->shown, option->value);
    }
    return true;
}

bool words_next(struct words *words, const struct command *command, struct option *option,
                bool *failed, struct error *error) {
    *failed = false;
    if (words->at == words->count) return false;
    const char *word = words->words[words->at++];
    *option = (struct option){.shown = word, .value = word};
    if (words->only_arguments || word[0] != '-' || !word[1]) return true;
    if (strcmp(word, "--") == 0) {
        words->only_arguments = true;
        return words_next(words, command, option, failed, error);
    }
    bool is_long = word[1] == '-';
    *failed = !(is_long ? split_long : split_short)(command, word, option, error) ||
              !take_value(words, option, error);
    return !*failed;
}
