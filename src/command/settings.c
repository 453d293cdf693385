/* Values of settings: found, compared, copied, written. See settings.h. */
#include "command/settings.h"

#include "base/nearest.h"

#include <inttypes.h>
#include <string.h>

const struct setting *setting_find(const char *name) {
    const struct setting *found = NULL;
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (strcmp(setting->name, name) != 0) continue;
        if (setting->section != SECTION_NONE) return setting;
        if (!found) found = setting;
    }
    return found;
}

void settings_complete(struct settings *settings) {
    if (!settings->min_pairs) settings->min_pairs = settings->pairs;
}

static const void *value(const struct settings *settings, const struct setting *setting) {
    return (const char *)settings + setting->offset;
}

void settings_suggest(struct text *text, const struct nearest *nearest) {
    if (nearest->best) text_format(text, ": did you mean '%s'?", nearest->best);
}

/* Bytes of a value of each kind; models and varied keys are lists. */
static const size_t value_sizes[] = {
    [SETTING_FLAG] = sizeof(bool),
    [SETTING_UNSIGNED] = sizeof(uint64_t),
    [SETTING_REAL] = sizeof(double),
    [SETTING_CHOICE] = sizeof(const char *),
    [SETTING_MODELS] = 0,
    [SETTING_VARY] = 0,
    [SETTING_TEXT] = sizeof(const char *),
};

/* Nothing is as good as an empty string. */
static bool equal_strings(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

bool setting_equal(const struct settings *a, const struct settings *b,
                   const struct setting *setting) {
    const void *one = value(a, setting), *other = value(b, setting);
    switch (setting->kind) {
    case SETTING_MODELS:
        for (size_t i = 0; i < a->model_count && i < b->model_count; i++) {
            if (!equal_strings(a->models[i], b->models[i])) return false;
        }
        return a->model_count == b->model_count;
    case SETTING_CHOICE:
    case SETTING_TEXT:
        return equal_strings(*(const char *const *)one, *(const char *const *)other);
    case SETTING_FLAG:
    case SETTING_UNSIGNED:
    case SETTING_REAL:
    case SETTING_VARY:
        break;
    }
    return memcmp(one, other, value_sizes[setting->kind]) == 0;
}

void setting_copy(struct settings *to, const struct settings *from, const struct setting *setting) {
    void *at = (char *)to + setting->offset;
    memcpy(at, value(from, setting), value_sizes[setting->kind]);
    if (setting->kind == SETTING_MODELS) {
        memcpy(to->models, from->models, sizeof to->models);
        to->model_count = from->model_count;
    }
}

static void append_models(struct text *text, const struct settings *settings) {
    for (size_t i = 0; i < settings->model_count; i++) {
        text_format(text, "%s%s", i ? "," : "", settings->models[i]);
    }
}

void setting_value_text(struct text *text, const struct settings *settings,
                        const struct setting *setting) {
    const void *at = value(settings, setting);
    const char *string;
    switch (setting->kind) {
    case SETTING_FLAG:
        text_string(text, *(const bool *)at ? "true" : "false");
        break;
    case SETTING_UNSIGNED:
        text_format(text, "%" PRIu64, *(const uint64_t *)at);
        break;
    case SETTING_REAL:
        text_double(text, *(const double *)at);
        break;
    case SETTING_MODELS:
        append_models(text, settings);
        break;
    case SETTING_VARY:
        break;
    case SETTING_CHOICE:
    case SETTING_TEXT:
        string = *(const char *const *)at;
        if (string) text_string(text, string);
        break;
    }
}
