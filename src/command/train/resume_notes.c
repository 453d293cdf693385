/* What config.ini says of the changes to a run: see resume_notes.h. */
#include "command/train/resume_notes.h"

#include "base/file.h"
#include "command/train/resume_rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How each begins. */
static const char NOTE[] = "# step ";

bool resume_notes_read(struct text *notes, const char *path, struct error *error) {
    size_t size;
    char *bytes = file_read(path, FILE_ANY_SIZE, &size, error);
    if (!bytes) return false;
    for (const char *line = bytes; strncmp(line, NOTE, sizeof NOTE - 1) == 0;) {
        size_t length = strcspn(line, "\n");
        text_format(notes, "%.*s\n", (int)length, line);
        line += length + (line[length] != '\0');
    }
    free(bytes);
    return true;
}

bool resume_notes_tell(const struct text *notes, uint64_t step) {
    char note[sizeof NOTE + 24];
    snprintf(note, sizeof note, "%s%" PRIu64 ":", NOTE, step);
    return notes->length && strstr(notes->data, note);
}

static void append_value(struct text *text, const struct settings *settings,
                         const struct setting *setting) {
    size_t before = text->length;
    setting_value_text(text, settings, setting);
    if (text->length == before) text_string(text, "none");
}

void resume_notes_append(struct text *notes, uint64_t step, const struct settings *before,
                         const struct settings *after) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (!resume_is_change(setting, before, after)) continue;
        text_format(notes, "%s%" PRIu64 ": %s = ", NOTE, step, setting->name);
        append_value(notes, before, setting);
        text_string(notes, " became ");
        append_value(notes, after, setting);
        text_string(notes, "\n");
    }
}
