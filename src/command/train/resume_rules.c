/* What a run may have otherwise when it goes on: see resume_rules.h. */
#include "command/train/resume_rules.h"

#include "base/random.h"

#include <string.h>

static const char *const free_settings[] = {"steps", "eval-every", "threads", NULL};

bool resume_is_free(const struct setting *setting) {
    if (setting->section == SECTION_OUTPUT) return true;
    for (size_t i = 0; free_settings[i]; i++) {
        if (strcmp(free_settings[i], setting->name) == 0) return true;
    }
    return false;
}

bool resume_is_fixed(const struct setting *setting) {
    return setting->groups & (GROUP_TASK | GROUP_MODEL);
}

/* Whether what the run computes depends on the setting. */
static bool matters(const struct setting *setting) {
    return setting->section != SECTION_NONE && !resume_is_free(setting);
}

bool resume_is_change(const struct setting *setting, const struct settings *before,
                      const struct settings *after) {
    bool steps = strcmp(setting->name, "steps") == 0 && strcmp(after->schedule, "constant") != 0;
    return (matters(setting) || steps) && !setting_equal(before, after, setting);
}

bool resume_fingerprint(const struct settings *settings, uint64_t *fingerprint,
                        struct error *error) {
    struct text text = {0};
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (!matters(setting)) continue;
        text_format(&text, "%s=", setting->name);
        setting_value_text(&text, settings, setting);
        text_string(&text, "\n");
    }
    bool done = text_finish(&text, error);
    if (done) *fingerprint = random_name(text.data);
    text_free(&text);
    return done;
}
