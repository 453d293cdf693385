/* Configuration files: see config.h. */
#include "command/config.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_CONFIG = 1 << 20 };

struct reader {
    const char *name;
    size_t line;
    enum setting_section section;
    struct settings *settings;
    size_t *seen; /* [settings_count] the line in which a setting stood, or 0 */
};

static bool line_error(const struct reader *reader, struct error *error) {
    if (error->status != STATUS_FAILED) error->status = STATUS_USAGE;
    return error_prefix(error, "%s:%zu", reader->name, reader->line);
}

static char *trim(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1])) length--;
    text[length] = '\0';
    return text;
}

static bool unknown_name(const char *what, struct nearest *nearest, struct error *error) {
    struct text text = {0};
    char quote[ERROR_QUOTE_SIZE];
    settings_suggest(&text, nearest);
    error_set(error, STATUS_USAGE, "unknown %s '%s'%s", what, error_quote(nearest->typed, quote),
              text.data ? text.data : "");
    text_free(&text);
    return false;
}

static bool read_section(struct reader *reader, char *line, struct error *error) {
    char *end = strchr(line, ']');
    if (!end || end[1]) return error_set(error, STATUS_USAGE, "a section is written [name]");
    *end = '\0';
    char *name = trim(line + 1);
    struct nearest nearest = {.typed = name};
    for (int i = 0; i < SECTION_NONE; i++) {
        reader->section = (enum setting_section)i;
        if (strcmp(setting_section_names[i], name) == 0) return true;
        nearest_offer(&nearest, setting_section_names[i]);
    }
    return unknown_name("section", &nearest, error);
}

static bool unknown_key(const char *key, struct error *error) {
    struct nearest nearest = {.typed = key};
    for (size_t i = 0; i < settings_count; i++) {
        if (settings_table[i].section != SECTION_NONE) {
            nearest_offer(&nearest, settings_table[i].name);
        }
    }
    return unknown_name("key", &nearest, error);
}

static bool check_key(struct reader *reader, const struct setting *setting, struct error *error) {
    size_t *seen = &reader->seen[setting - settings_table];
    if (reader->section == SECTION_NONE) {
        return error_set(error, STATUS_USAGE,
                         "key '%s' stands before any section: it belongs to [%s]", setting->name,
                         setting_section_names[setting->section]);
    }
    if (reader->section != setting->section) {
        return error_set(error, STATUS_USAGE, "key '%s' belongs to [%s], not to [%s]",
                         setting->name, setting_section_names[setting->section],
                         setting_section_names[reader->section]);
    }
    if (*seen) {
        return error_set(error, STATUS_USAGE, "key '%s' stands twice, first in line %zu",
                         setting->name, *seen);
    }
    *seen = reader->line;
    return true;
}

static bool read_key(struct reader *reader, char *line, struct error *error) {
    char *equals = strchr(line, '='), quote[ERROR_QUOTE_SIZE];
    if (!equals) {
        return error_set(error, STATUS_USAGE, "'%s' is not key = value", error_quote(line, quote));
    }
    *equals = '\0';
    const char *key = trim(line), *text = trim(equals + 1);
    const struct setting *setting = setting_find(key);
    if (!setting || setting->section == SECTION_NONE) return unknown_key(key, error);
    if (!check_key(reader, setting, error)) return false;
    if (settings_set(reader->settings, setting, text, error)) return true;
    return error_prefix(error, "%s", key);
}

static bool read_line(struct reader *reader, char *line, struct error *error) {
    line = trim(line);
    if (!*line || *line == '#' || *line == ';') return true;
    bool done = (*line == '[' ? read_section : read_key)(reader, line, error);
    return done ? true : line_error(reader, error);
}

static bool read_lines(struct reader *reader, char *text, struct error *error) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool last = !text[length];
        text[length] = '\0';
        reader->line++;
        if (!read_line(reader, text, error)) return false;
        text += length + (last ? 0 : 1);
    }
    return true;
}

bool config_read(const char *path, struct settings *settings, char **kept, struct error *error) {
    size_t size;
    char *text = file_read(path, LARGEST_CONFIG, &size, error);
    if (!text) return false;
    *kept = text;
    if (strlen(text) != size) {
        return error_set(error, STATUS_USAGE, "%s: a zero byte: this is not a text file",
                         file_input_name(path));
    }
    struct reader reader = {.name = file_input_name(path),
                            .section = SECTION_NONE,
                            .settings = settings,
                            .seen = memory_take(settings_count, sizeof(size_t), path, error)};
    if (!reader.seen) return false;
    bool done = read_lines(&reader, text + utf8_mark(text, size), error);
    free(reader.seen);
    return done;
}

static void append_key(struct text *text, const struct settings *settings,
                       const struct setting *setting) {
    struct text value = {0};
    if (setting == setting_find("min-pairs") && settings->min_pairs == settings->pairs) {
        text_format(text, "# %s = as pairs\n", setting->name);
        return;
    }
    setting_value_text(&value, settings, setting);
    if (value.length) {
        text_format(text, "%s = ", setting->name);
        text_join(text, &value);
        text_string(text, "\n");
    } else {
        text_format(text, "# %s =\n", setting->name);
        text->failed = text->failed || value.failed;
    }
    text->failed = text->failed || value.failed;
    text_free(&value);
}

void config_text(struct text *text, const struct settings *settings) {
    for (int section = 0; section < SECTION_NONE; section++) {
        text_format(text, "%s[%s]\n", section ? "\n" : "", setting_section_names[section]);
        for (size_t i = 0; i < settings_count; i++) {
            if ((int)settings_table[i].section == section) {
                append_key(text, settings, &settings_table[i]);
            }
        }
    }
}
