/* Completions for bash: see generated.h. */
#include "command/generated/generated.h"
#include "command/option_text.h"

#include <string.h>

static const char functions[] =
    "# Completions of attnlearn for bash, made by: attnlearn help --bash\n"
    "\n"
    "_attnlearn_words() {\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\")\n"
    "}\n"
    "\n"
    "# Words with commas between.\n"
    "_attnlearn_list() {\n"
    "    local before=${word%\"${word##*,}\"}\n"
    "    mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$1\" -- \"${word##*,}\")\n"
    "    compopt -o nospace 2>/dev/null\n"
    "}\n"
    "\n"
    "# Files with these endings, and folders.\n"
    "_attnlearn_files() {\n"
    "    local ending found\n"
    "    mapfile -t COMPREPLY < <(compgen -d -- \"$word\")\n"
    "    for ending; do\n"
    "        [ \"$ending\" != / ] || continue\n"
    "        mapfile -t found < <(compgen -f -X \"!*$ending\" -- \"$word\")\n"
    "        COMPREPLY+=(\"${found[@]}\")\n"
    "    done\n"
    "    compopt -o filenames 2>/dev/null\n"
    "}\n"
    "\n"
    "_attnlearn() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command=${COMP_WORDS[1]}\n"
    "    COMPREPLY=()\n"
    "    if [ \"$COMP_CWORD\" = 1 ]; then\n";

/* --option=VALUE comes as three words. */
static const char value_start[] = "    if [ \"$word\" = = ]; then\n"
                                  "        word=\n"
                                  "    elif [ \"$option\" = = ]; then\n"
                                  "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
                                  "    fi\n"
                                  "    case \"$command $option\" in\n";

static void append_files(struct text *text, const char *files) {
    text_string(text, "_attnlearn_files");
    text_string(text, *files ? " " : " ''");
    text_string(text, files);
}

/* What completes the value; nothing where there is no telling. */
static void append_action(struct text *text, const struct setting *setting, const char *files) {
    if (setting->choice) {
        text_string(text,
                    setting->kind == SETTING_MODELS ? "_attnlearn_list '" : "_attnlearn_words '");
        option_choices_text(text, setting, " ");
        text_string(text, "'");
    } else if (files) {
        append_files(text, files);
    } else if (setting->kind == SETTING_VARY) {
        text_string(text, "_attnlearn_words ' ");
        generated_keys(text);
        text_string(text, "'; compopt -o nospace 2>/dev/null");
    } else {
        text_string(text, ":");
    }
}

/* "'train --score' | 'sweep --score') ACTION ;;" for the commands that are alike. */
static void append_value(struct text *text, const struct setting *setting,
                         const struct command *command) {
    struct text pattern = {0};
    text_format(&pattern, " --%s' | '", setting->name);
    text_string(text, "    '");
    generated_takers(text, setting, command, pattern.failed ? "" : pattern.data);
    text_format(text, " --%s'", setting->name);
    if (setting->short_name) {
        pattern.length = 0;
        text_format(&pattern, " -%c' | '", setting->short_name);
        text_string(text, " | '");
        generated_takers(text, setting, command, pattern.failed ? "" : pattern.data);
        text_format(text, " -%c'", setting->short_name);
    }
    text_string(text, ") ");
    append_action(text, setting, option_files(command, setting));
    text_string(text, "; return ;;\n");
    text->failed = text->failed || pattern.failed;
    text_free(&pattern);
}

static void append_values(struct text *text) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        for (size_t c = 0; setting->kind != SETTING_FLAG && commands[c]; c++) {
            if (generated_is_first(setting, commands[c])) append_value(text, setting, commands[c]);
        }
    }
}

static void append_arguments(struct text *text, const struct command *command) {
    if (command->files) append_files(text, command->files);
    if (command->choice) {
        text_string(text, "_attnlearn_words '");
        generated_choices(text, command);
        text_string(text, "'");
    }
    if (!command->files && !command->choice) text_string(text, ":");
}

static void append_command(struct text *text, const struct command *command) {
    text_format(text, "    %s)\n        case $word in\n        -*) _attnlearn_words '",
                command->name);
    generated_options(text, command);
    text_string(text, "' ;;\n        *) ");
    append_arguments(text, command);
    text_string(text, " ;;\n        esac ;;\n");
}

void generated_bash(struct text *text) {
    text_string(text, functions);
    text_string(text, "        _attnlearn_words 'help --help --version ");
    generated_commands(text);
    text_string(text, "'\n        return\n    fi\n");
    text_string(text, value_start);
    append_values(text);
    text_string(text, "    esac\n    case $command in\n    help) _attnlearn_words '");
    generated_commands(text);
    text_string(text, "' ;;\n");
    for (size_t i = 0; commands[i]; i++) append_command(text, commands[i]);
    text_string(text, "    esac\n}\n\ncomplete -F _attnlearn attnlearn\n");
}
