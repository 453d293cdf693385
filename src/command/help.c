/* Help, made from the tables. */
#include "command/command.h"
#include "model/fast/choose.h"
#include "version.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_COLUMN = 30 };

void help_program(struct text *text) {
    text_string(
        text, "attnlearn shows, on the smallest honest task, how attention learns where to look.\n"
              "\n"
              "usage: attnlearn COMMAND [options]\n"
              "\n"
              "commands:\n");
    for (size_t i = 0; commands[i]; i++) {
        text_format(text, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    }
    text_string(text,
                "\n"
                "attnlearn COMMAND --help lists a command's options; attnlearn --version says "
                "how it was built.\n"
                "Exit status: 0 done, 1 the work failed, 2 wrong command line or configuration.\n");
}

bool help_check_kernel(struct error *error) {
    const struct kernel *list[KERNEL_MOST + 1];
    const char *name = getenv("ATTNLEARN_KERNEL");
    kernel_list(list);
    for (size_t i = 0; list[i]; i++) {
        if (!name || !*name || strcmp(list[i]->name, name) == 0) return true;
    }
    return error_set(error, STATUS_USAGE,
                     "ATTNLEARN_KERNEL=%s is not a kernel of this machine: attnlearn --version "
                     "lists them without it",
                     name);
}

void help_version(struct text *text) {
    const struct kernel *list[KERNEL_MOST + 1], *used = kernel_choose();
    text_format(text, "attnlearn %s\nOpenMP: %s\nkernels: ", ATTNLEARN_VERSION,
#ifdef _OPENMP
                "yes"
#else
                "no"
#endif
    );
    kernel_list(list);
    for (size_t i = 0; list[i]; i++) {
        text_format(text, "%s%s%s", i ? ", " : "", list[i]->name,
                    list[i] == used ? " (in use)" : "");
    }
    text_string(text, "\n");
}

static void append_choices(struct text *text, const struct setting *setting) {
    for (size_t i = 0; setting->choice(i); i++) {
        text_format(text, "%s%s", i ? "|" : "", setting->choice(i));
    }
}

/* "  -q, --quiet" or "      --steps N" or "      --score scaled-dot|dot". */
static void append_option(struct text *text, const struct setting *setting) {
    if (setting->short_name) {
        text_format(text, "  -%c, --%s", setting->short_name, setting->name);
    } else {
        text_format(text, "      --%s", setting->name);
    }
    if (setting->kind == SETTING_CHOICE) {
        text_string(text, " ");
        append_choices(text, setting);
    } else if (setting->value_name) {
        text_format(text, " %s", setting->value_name);
    }
}

static void append_range(struct text *text, const struct setting *setting) {
    if (setting->kind == SETTING_UNSIGNED && setting->most == UINT64_MAX) {
        text_format(text, "; from %" PRIu64, setting->least);
    } else if (setting->kind == SETTING_UNSIGNED) {
        text_format(text, "; %" PRIu64 " to %" PRIu64, setting->least, setting->most);
    } else if (setting->kind == SETTING_REAL) {
        text_format(text, "; %g to %g", setting->min, setting->max);
    } else if (setting->kind == SETTING_MODELS) {
        text_string(text, "; of ");
        append_choices(text, setting);
    }
}

/* The row of that name, or NULL. */
static const char *find_words(const char *const (*rows)[2], const char *name) {
    for (size_t i = 0; rows && rows[i][0]; i++) {
        if (strcmp(rows[i][0], name) == 0) return rows[i][1];
    }
    return NULL;
}

/* The value that a command starts from, as text. */
static void append_default(struct text *text, const struct command *command,
                           const struct setting *setting) {
    struct settings settings;
    struct text value = {0};
    settings_default(&settings);
    setting_value_text(&value, &settings, setting);
    const char *shown = find_words(command->told, setting->name);
    if (!shown) shown = find_words(command->defaults, setting->name);
    if (!shown && value.length) shown = value.data;
    if (strcmp(setting->name, "min-pairs") == 0) shown = "as --pairs";
    if (shown && setting->kind != SETTING_FLAG) text_format(text, " (%s)", shown);
    text_free(&value);
}

static void append_row(struct text *text, const struct command *command,
                       const struct setting *setting) {
    size_t start = text->length;
    append_option(text, setting);
    size_t used = text->length - start;
    if (used + 2 > HELP_COLUMN) {
        text_string(text, "\n");
        used = 0;
    }
    text_repeat(text, " ", HELP_COLUMN - used);
    text_string(text, setting->help);
    append_range(text, setting);
    append_default(text, command, setting);
    text_string(text, "\n");
}

static void append_section(struct text *text, const struct command *command,
                           enum setting_section section) {
    bool titled = false;
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (setting->section != section || !command_takes(command, setting)) continue;
        const char *title = section == SECTION_NONE ? "options" : setting_section_names[section];
        if (!titled) text_format(text, "\n%s:\n", title);
        titled = true;
        append_row(text, command, setting);
    }
}

void help_command(struct text *text, const struct command *command) {
    text_format(text, "usage: attnlearn %s%s%s [options]\n\n%s\n", command->name,
                *command->arguments ? " " : "", command->arguments, command->summary);
    for (int section = 0; section <= SECTION_NONE; section++) {
        append_section(text, command, (enum setting_section)section);
    }
    if (command->more) text_format(text, "\n%s", command->more);
}
