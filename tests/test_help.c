/* Help, as the tables of commands and settings promise it. */
#include "command/command.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What a command that must succeed prints; the caller frees it. */
static char *printed_by(const char *command) {
    struct outcome outcome = run("%s", command);
    cr_assert_eq(outcome.status, 0, "%s: status %d (%s)", command, outcome.status, outcome.err);
    cr_assert_eq(outcome.err_size, 0, "%s: said '%s'", command, outcome.err);
    free(outcome.err);
    return outcome.out;
}

static char *help_of(const struct command *command) {
    char line[64];
    snprintf(line, sizeof line, "attnlearn %s --help", command->name);
    return printed_by(line);
}

/* The row of an option: from its line on, or NULL. */
static const char *find_row(const char *help, const struct setting *setting) {
    char start[64];
    size_t length = (size_t)(setting->short_name
                                 ? snprintf(start, sizeof start, "\n  -%c, --%s",
                                            setting->short_name, setting->name)
                                 : snprintf(start, sizeof start, "\n      --%s", setting->name));
    for (const char *at = help; (at = strstr(at, start)); at++) {
        if (at[length] == ' ' || at[length] == '\n') return at + 1;
    }
    return NULL;
}

/* Whether `words` stand in the row, which may go on in a second line. */
static bool row_says(const char *row, const char *words) {
    const char *end = strchr(row, '\n'), *found = strstr(row, words);
    if (end && strncmp(end + 1, "           ", 11) == 0) end = strchr(end + 1, '\n');
    return found && (!end || found < end);
}

Test(help, of_a_command_lists_the_settings_it_takes_and_no_others) {
    for (size_t c = 0; commands[c]; c++) {
        char *help = help_of(commands[c]);
        for (size_t i = 0; i < settings_count; i++) {
            const char *name = settings_table[i].name;
            bool listed = find_row(help, &settings_table[i]) != NULL;
            cr_expect_eq(listed, command_setting(commands[c], name) != NULL, "%s --help and --%s",
                         commands[c]->name, name);
        }
        free(help);
    }
}

Test(help, a_name_means_one_setting_in_a_command) {
    for (size_t c = 0; commands[c]; c++) {
        for (size_t i = 0; i < settings_count; i++) {
            const struct setting *setting = &settings_table[i];
            if (!command_takes(commands[c], setting)) continue;
            cr_expect_eq(command_setting(commands[c], setting->name), setting, "%s: --%s",
                         commands[c]->name, setting->name);
            cr_expect(!setting->short_name ||
                          command_setting_short(commands[c], setting->short_name) == setting,
                      "%s: -%c", commands[c]->name, setting->short_name);
        }
    }
}

Test(help, every_setting_belongs_to_a_command) {
    for (size_t i = 0; i < settings_count; i++) {
        size_t takers = 0;
        for (size_t c = 0; commands[c]; c++)
            takers += command_takes(commands[c], &settings_table[i]);
        cr_expect(takers > 0, "no command takes --%s", settings_table[i].name);
    }
}

/* A command that names a setting gets what commands share, never another command's own. */
Test(help, a_name_among_the_options_is_no_command_s_own) {
    const char *const options[] = {"width", "log", "output", NULL};
    const struct command command = {.name = "any", .options = options};
    const struct setting *width = command_setting(&command, "width");
    cr_expect(width && width->section == SECTION_MODEL);
    cr_expect(command_setting(&command_plot, "width") != width);
    cr_expect_null(command_setting(&command, "log"));
    cr_expect_not_null(command_setting_short(&command, 'o'));
    cr_expect_null(command_setting_short(&command, 'q'));
}

static void expect_range(const char *row, const struct setting *setting) {
    char range[96] = "";
    if (setting->kind == SETTING_UNSIGNED && setting->most < UINT64_MAX) {
        snprintf(range, sizeof range, "; %" PRIu64 " to %" PRIu64, setting->least, setting->most);
    } else if (setting->kind == SETTING_REAL) {
        snprintf(range, sizeof range, "; %g to %g", setting->min, setting->max);
    }
    cr_expect(row_says(row, range), "--%s: the range '%s' is not shown", setting->name, range);
    for (size_t i = 0; setting->choice && setting->choice(i); i++) {
        cr_expect(row_says(row, setting->choice(i)), "--%s: %s is not shown", setting->name,
                  setting->choice(i));
    }
}

Test(help, shows_ranges_choices_and_what_a_setting_is_for) {
    for (size_t c = 0; commands[c]; c++) {
        char *help = help_of(commands[c]);
        for (size_t i = 0; i < settings_count; i++) {
            if (!command_takes(commands[c], &settings_table[i])) continue;
            const char *row = find_row(help, &settings_table[i]);
            cr_assert(row, "%s --help: --%s", commands[c]->name, settings_table[i].name);
            cr_expect(row_says(row, settings_table[i].help), "--%s", settings_table[i].name);
            expect_range(row, &settings_table[i]);
        }
        free(help);
    }
}

/* The default that help shows for --NAME is that of the whole configuration. */
Test(help, shows_the_defaults) {
    char *help = help_of(&command_train), *config = printed_by("attnlearn train --print-config");
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char key[64], value[64], shown[80];
        snprintf(key, sizeof key, "\n%s = ", setting->name);
        const char *at = strstr(config, key);
        bool with_value = setting->kind != SETTING_FLAG && strcmp(setting->name, "min-pairs") != 0;
        if (!at || !with_value) continue;
        cr_assert_eq(sscanf(at + strlen(key), "%63[^\n]", value), 1);
        snprintf(shown, sizeof shown, "(%s)", value);
        cr_expect(row_says(find_row(help, setting), shown), "--%s: %s", setting->name, shown);
    }
    free(help);
    free(config);
}

Test(help, is_the_same_however_it_is_asked_for) {
    static const char *const ways[] = {"attnlearn help %s", "attnlearn %s -h",
                                       "attnlearn %s --help --help", "attnlearn %s -h --help --"};
    for (size_t c = 0; commands[c]; c++) {
        char *help = help_of(commands[c]);
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            char line[64];
            snprintf(line, sizeof line, ways[i], commands[c]->name);
            char *other = printed_by(line);
            cr_expect_str_eq(other, help, "%s", line);
            free(other);
        }
        free(help);
    }
}

Test(help, begins_with_how_the_command_is_used) {
    for (size_t c = 0; commands[c]; c++) {
        char usage[128], *help = help_of(commands[c]);
        snprintf(usage, sizeof usage, "usage: attnlearn %s ", commands[c]->name);
        cr_expect_eq(strncmp(help, usage, strlen(usage)), 0, "%s", help);
        cr_expect(strstr(help, commands[c]->arguments), "%s: its arguments", commands[c]->name);
        cr_expect(strstr(help, commands[c]->summary), "%s: its summary", commands[c]->name);
        free(help);
    }
}

Test(help, of_the_program_lists_every_command) {
    char *help = printed_by("attnlearn --help"), *word = printed_by("attnlearn help");
    char *letter = printed_by("attnlearn -h");
    for (size_t c = 0; commands[c]; c++) {
        char row[32];
        snprintf(row, sizeof row, "\n  %s ", commands[c]->name);
        cr_expect(strstr(help, row), "%s", commands[c]->name);
        cr_expect(strstr(help, commands[c]->summary), "%s", commands[c]->summary);
    }
    cr_expect_str_eq(help, word);
    cr_expect_str_eq(help, letter);
    free(help);
    free(word);
    free(letter);
}

Test(help, the_version_says_whether_there_is_openmp) {
    char *version = printed_by("attnlearn --version"), number[32], openmp[8];
    cr_expect_eq(sscanf(version, "attnlearn %31[0-9.]\nOpenMP: %7s", number, openmp), 2, "%s",
                 version);
    cr_expect(strcmp(openmp, "yes") == 0 || strcmp(openmp, "no") == 0, "%s", openmp);
    free(version);
}

Test(help, stands_in_no_line_that_is_too_wide_for_a_page) {
    for (size_t c = 0; commands[c]; c++) {
        char *help = help_of(commands[c]);
        for (char *line = strtok(help, "\n"); line; line = strtok(NULL, "\n")) {
            cr_expect(strlen(line) <= 110, "%s --help: %s", commands[c]->name, line);
        }
        free(help);
    }
}
