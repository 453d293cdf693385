/* An option in words: see option_text.h. */
#include "command/option_text.h"

#include <inttypes.h>
#include <string.h>

void option_choices_text(struct text *text, const struct setting *setting, const char *between) {
    for (size_t i = 0; setting->choice && setting->choice(i); i++) {
        text_format(text, "%s%s", i ? between : "", setting->choice(i));
    }
}

void option_name_text(struct text *text, const struct setting *setting) {
    if (setting->short_name) {
        text_format(text, "  -%c, --%s", setting->short_name, setting->name);
    } else {
        text_format(text, "      --%s", setting->name);
    }
    if (setting->kind == SETTING_CHOICE) {
        text_string(text, " ");
        option_choices_text(text, setting, "|");
    } else if (setting->value_name) {
        text_format(text, " %s", setting->value_name);
    }
}

void option_range_text(struct text *text, const struct setting *setting) {
    if (setting->kind == SETTING_UNSIGNED && setting->most == UINT64_MAX) {
        text_format(text, "; from %" PRIu64, setting->least);
    } else if (setting->kind == SETTING_UNSIGNED) {
        text_format(text, "; %" PRIu64 " to %" PRIu64, setting->least, setting->most);
    } else if (setting->kind == SETTING_REAL) {
        text_format(text, "; %g to %g", setting->min, setting->max);
    } else if (setting->kind == SETTING_MODELS) {
        text_string(text, "; of ");
        option_choices_text(text, setting, "|");
    }
}

/* The row of that name, or NULL. */
static const char *find_words(const char *const (*rows)[2], const char *name) {
    for (size_t i = 0; rows && rows[i][0]; i++) {
        if (strcmp(rows[i][0], name) == 0) return rows[i][1];
    }
    return NULL;
}

void option_default_text(struct text *text, const struct command *command,
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
    text->failed = text->failed || value.failed;
    text_free(&value);
}

const char *option_files(const struct command *command, const struct setting *setting) {
    if (setting->reads) return setting->reads;
    bool any = setting->writes && !*setting->writes;
    return any && command->output ? command->output : setting->writes;
}
