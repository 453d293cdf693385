/* Completions for fish: see generated.h. */
#include "command/generated/generated.h"
#include "command/option_text.h"

#include <string.h>

static void append_words(struct text *text, const char *words) {
    text_string(text, "'");
    generated_escape(text, words, "\\", "\\'");
    text_string(text, "'");
}

/* Options of complete that give files with these endings, any file, or folders. */
static void append_files(struct text *text, const char *files) {
    if (!*files) {
        text_string(text, " -r -F");
    } else if (strcmp(files, "/") == 0) {
        text_string(text, " -x -a '(__fish_complete_directories)'");
    } else {
        text_string(text, " -x -k -a '");
        for (const char *at = files; *at; at += strspn(at, " ")) {
            size_t length = strcspn(at, " ");
            text_format(text, " (__fish_complete_suffix %.*s)", (int)length, at);
            at += length;
        }
        text_string(text, "'");
    }
}

static void append_value(struct text *text, const struct setting *setting, const char *files) {
    if (setting->kind == SETTING_FLAG) return;
    if (setting->choice) {
        bool list = setting->kind == SETTING_MODELS;
        text_string(text, list ? " -x -a '(__fish_append , " : " -x -a '");
        option_choices_text(text, setting, " ");
        text_string(text, list ? ")'" : "'");
    } else if (files) {
        append_files(text, files);
    } else if (setting->kind == SETTING_VARY) {
        text_string(text, " -x -a ' ");
        generated_keys(text);
        text_string(text, "'");
    } else {
        text_string(text, " -x");
    }
}

static void append_option(struct text *text, const struct setting *setting,
                          const struct command *command) {
    text_string(text, "complete -c attnlearn -n '__fish_seen_subcommand_from ");
    generated_takers(text, setting, command, " ");
    text_format(text, "' -l %s", setting->name);
    if (setting->short_name) text_format(text, " -s %c", setting->short_name);
    append_value(text, setting, option_files(command, setting));
    text_string(text, " -d ");
    append_words(text, setting->help);
    text_string(text, "\n");
}

static void append_arguments(struct text *text, const struct command *command) {
    if (!command->files && !command->choice) return;
    text_format(text, "complete -c attnlearn -n '__fish_seen_subcommand_from %s'", command->name);
    if (command->files) {
        append_files(text, command->files);
    } else {
        text_string(text, " -x -a ' ");
        generated_choices(text, command);
        text_string(text, "'");
    }
    text_string(text, "\n");
}

/* The commands, which come first on the line, or behind `help`. */
static void append_commands(struct text *text) {
    for (size_t c = 0; commands[c]; c++) {
        text_format(text, "complete -c attnlearn -n __fish_use_subcommand -a %s -d ",
                    commands[c]->name);
        append_words(text, commands[c]->summary);
        text_string(text, "\n");
    }
    text_string(text, "complete -c attnlearn -n '__fish_seen_subcommand_from help' -a '");
    generated_commands(text);
    text_string(text, "'\n");
}

void generated_fish(struct text *text) {
    text_string(text,
                "# Completions of attnlearn for fish, made by: attnlearn help --fish\n"
                "complete -c attnlearn -f\n"
                "complete -c attnlearn -n __fish_use_subcommand -l help -s h -d 'print help'\n"
                "complete -c attnlearn -n __fish_use_subcommand -l version -d 'print version'\n"
                "complete -c attnlearn -n __fish_use_subcommand -a help -d 'print help'\n");
    append_commands(text);
    for (size_t c = 0; commands[c]; c++) append_arguments(text, commands[c]);
    for (size_t i = 0; i < settings_count; i++) {
        for (size_t c = 0; commands[c]; c++) {
            if (generated_is_first(&settings_table[i], commands[c])) {
                append_option(text, &settings_table[i], commands[c]);
            }
        }
    }
}
