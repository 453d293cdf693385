/* Help, made from the tables. */
#include "command/command.h"
#include "command/generated/generated.h"
#include "command/installed.h"
#include "command/option_text.h"
#include "model/fast/choose.h"
#include "version.h"

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
                "attnlearn help prints these too:\n");
    for (size_t i = 0; generated_pages[i].option; i++) {
        text_format(text, "  %-10s %s\n", generated_pages[i].option, generated_pages[i].summary);
    }
    text_string(text,
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
    char *folder = installed_folder();
    text_format(text, "\ndata: %s\n", folder ? folder : "not installed");
    free(folder);
}

static void append_row(struct text *text, const struct command *command,
                       const struct setting *setting) {
    size_t start = text->length;
    option_name_text(text, setting);
    size_t used = text->length - start;
    if (used + 2 > HELP_COLUMN) {
        text_string(text, "\n");
        used = 0;
    }
    text_repeat(text, " ", HELP_COLUMN - used);
    text_string(text, setting->help);
    option_range_text(text, setting);
    option_default_text(text, command, setting);
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
