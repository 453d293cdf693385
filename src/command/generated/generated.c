/* Pages made from the tables: see generated.h. */
#include "command/generated/generated.h"

#include "command/option_text.h"
#include "command/sweep/sweep_keys.h"

#include <string.h>

const struct generated_page generated_pages[] = {
    {"--man", "the manual page (roff)", generated_manual},
    {"--bash", "completions for bash", generated_bash},
    {"--zsh", "completions for zsh", generated_zsh},
    {"--fish", "completions for fish", generated_fish},
    {NULL, NULL, NULL},
};

const struct generated_page *generated_find(const char *option) {
    for (const struct generated_page *page = generated_pages; page->option; page++) {
        if (strcmp(page->option, option) == 0) return page;
    }
    return NULL;
}

void generated_escape(struct text *text, const char *string, const char *special,
                      const char *quote) {
    for (; *string; string++) {
        if (*string == '\'') {
            text_string(text, quote);
        } else {
            text_format(text, "%s%c", strchr(special, *string) ? "\\" : "", *string);
        }
    }
}

void generated_options(struct text *text, const struct command *command) {
    const char *between = "";
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (!command_takes(command, setting)) continue;
        text_format(text, "%s--%s", between, setting->name);
        if (setting->short_name) text_format(text, " -%c", setting->short_name);
        between = " ";
    }
}

void generated_commands(struct text *text) {
    for (size_t i = 0; commands[i]; i++) {
        text_format(text, "%s%s", i ? " " : "", commands[i]->name);
    }
}

void generated_choices(struct text *text, const struct command *command) {
    for (size_t i = 0; command->choice(i); i++) {
        text_format(text, "%s%s", i ? " " : "", command->choice(i));
    }
}

void generated_keys(struct text *text) {
    const char *between = "";
    for (size_t i = 0; i < settings_count; i++) {
        if (!sweep_key_can_vary(&settings_table[i])) continue;
        text_format(text, "%s%s=", between, settings_table[i].name);
        between = " ";
    }
}

static bool names_alike(const struct setting *setting, const struct command *a,
                        const struct command *b) {
    const char *first = option_files(a, setting), *second = option_files(b, setting);
    return first == second || (first && second && strcmp(first, second) == 0);
}

void generated_takers(struct text *text, const struct setting *setting, const struct command *like,
                      const char *between) {
    bool begun = false;
    for (size_t i = 0; commands[i]; i++) {
        if (!command_takes(commands[i], setting)) continue;
        if (!names_alike(setting, commands[i], like)) continue;
        text_format(text, "%s%s", begun ? between : "", commands[i]->name);
        begun = true;
    }
}

bool generated_is_first(const struct setting *setting, const struct command *command) {
    for (size_t i = 0; commands[i] != command; i++) {
        if (command_takes(commands[i], setting) && names_alike(setting, commands[i], command)) {
            return false;
        }
    }
    return command_takes(command, setting);
}
