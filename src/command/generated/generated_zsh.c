/* Completions for zsh: see generated.h. */
#include "command/generated/generated.h"
#include "command/option_text.h"

#include <string.h>

static const char start[] = "#compdef attnlearn\n"
                            "# Completions of attnlearn for zsh, made by: attnlearn help --zsh\n"
                            "\n"
                            "_attnlearn() {\n"
                            "    local context state line curcontext=$curcontext\n"
                            "    local -a commands=(\n";

static const char middle[] =
    "    )\n"
    "    _arguments -C '(- *)--help[print help and stop]' '(- *)--version[print the version]' \\\n"
    "        '1:command:->command' '*::argument:->argument'\n"
    "    case $state in\n"
    "    command) _describe -t commands command commands ;;\n"
    "    argument)\n"
    "        curcontext=\"${curcontext%:*}-$words[1]:\"\n"
    "        case $words[1] in\n"
    "        help) _arguments '1:command:(";

static const char end[] = "        esac ;;\n"
                          "    esac\n"
                          "}\n"
                          "\n"
                          "if [ \"$funcstack[1]\" = _attnlearn ]; then\n"
                          "    _attnlearn \"$@\"\n"
                          "else\n"
                          "    compdef _attnlearn attnlearn\n"
                          "fi\n";

/* Words of an explanation, inside single quotes and brackets. */
static void append_words(struct text *text, const char *words) {
    generated_escape(text, words, "[]:\\", "'\\''");
}

/* _files -g "*.csv", or -g "*(.csv|.svg)", or -/ for folders, or of any name. */
static void append_files(struct text *text, const char *files) {
    bool several = strchr(files, ' ') != NULL; /* one in parentheses would be a glob qualifier */
    text_string(text, "_files");
    if (strcmp(files, "/") == 0) text_string(text, " -/");
    if (files[0] != '.') return;
    text_string(text, several ? " -g \"*(" : " -g \"*");
    for (; *files; files++) text_format(text, "%c", *files == ' ' ? '|' : *files);
    text_string(text, several ? ")\"" : "\"");
}

static void append_action(struct text *text, const struct setting *setting, const char *files) {
    if (setting->choice) {
        bool list = setting->kind == SETTING_MODELS;
        text_string(text, list ? " _values -s , model " : "(");
        option_choices_text(text, setting, " ");
        text_string(text, list ? "" : ")");
    } else if (files) {
        append_files(text, files);
    } else if (setting->kind == SETTING_VARY) {
        text_string(text, "(");
        generated_keys(text);
        text_string(text, " )");
    } else {
        text_string(text, " ");
    }
}

/* '(-q --quiet)'{-q,--quiet}'[...]' or '--score=[...]:score:(scaled-dot dot)' */
static void append_option(struct text *text, const struct command *command,
                          const struct setting *setting) {
    const char *name = setting->name, *value = setting->kind == SETTING_FLAG ? "" : "=";
    text_string(text, " \\\n            ");
    if (setting->short_name) {
        char letter = setting->short_name;
        text_format(text, "'(-%c --%s)'{-%c%s,--%s%s}'[", letter, name, letter, *value ? "+" : "",
                    name, value);
    } else {
        text_format(text, "'%s--%s%s[", setting->kind == SETTING_VARY ? "*" : "", name, value);
    }
    append_words(text, setting->help);
    text_string(text, "]");
    if (*value) {
        text_format(text, ":%s:", setting->value_name ? setting->value_name : name);
        append_action(text, setting, option_files(command, setting));
    }
    text_string(text, "'");
}

static void append_arguments(struct text *text, const struct command *command) {
    if (!command->files && !command->choice) return;
    text_string(text, " \\\n            '*:argument:");
    if (command->files) {
        append_files(text, command->files);
    } else {
        text_string(text, "( ");
        generated_choices(text, command);
        text_string(text, ")");
    }
    text_string(text, "'");
}

static void append_command(struct text *text, const struct command *command) {
    text_format(text, "        %s) _arguments -s -S", command->name);
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (command_takes(command, setting)) append_option(text, command, setting);
    }
    append_arguments(text, command);
    text_string(text, " ;;\n");
}

void generated_zsh(struct text *text) {
    text_string(text, start);
    for (size_t i = 0; commands[i]; i++) {
        text_format(text, "        '%s:", commands[i]->name);
        append_words(text, commands[i]->summary);
        text_string(text, "'\n");
    }
    text_string(text, "        'help:prints help'\n");
    text_string(text, middle);
    generated_commands(text);
    text_string(text, ")' ;;\n");
    for (size_t i = 0; commands[i]; i++) append_command(text, commands[i]);
    text_string(text, end);
}
