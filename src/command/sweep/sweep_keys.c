/* The settings that a sweep can vary: see sweep_keys.h. */
#include "command/sweep/sweep_keys.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

static bool is_in_reach(const struct setting *setting) {
    return setting->section == SECTION_TASK || setting->section == SECTION_MODEL ||
           setting->section == SECTION_TRAINING;
}

static bool unknown_key(const char *key, struct error *error) {
    struct nearest nearest = {.typed = key};
    struct text text = {0};
    for (size_t i = 0; i < settings_count; i++) {
        if (is_in_reach(&settings_table[i])) nearest_offer(&nearest, settings_table[i].name);
    }
    settings_suggest(&text, &nearest);
    error_set(error, STATUS_USAGE, "no setting '%s' of task, model or training can vary%s", key,
              text.data ? text.data : "");
    text_free(&text);
    return false;
}

/* Settings that are in reach, and why they do not vary. */
static const char *const refusals[][2] = {
    {"model", "models vary by --model LIST"},
    {"seed", "seeds vary by --seeds LIST"},
    {"threads", "they change no result"},
};

static const char *refusal_of(const struct setting *setting) {
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (strcmp(refusals[i][0], setting->name) == 0) return refusals[i][1];
    }
    return NULL;
}

bool sweep_key_can_vary(const struct setting *setting) {
    return is_in_reach(setting) && !refusal_of(setting);
}

bool sweep_key_find(const char *text, const struct setting **setting, struct error *error) {
    char key[64];
    size_t length = strcspn(text, "=");
    if (!text[length]) {
        return error_set(error, STATUS_USAGE, "'%s' is not KEY=V1,V2", text);
    }
    snprintf(key, sizeof key, "%.*s", (int)(length < 63 ? length : 63), text);
    *setting = setting_find(key);
    if (!*setting || !is_in_reach(*setting)) return unknown_key(key, error);
    const char *refusal = refusal_of(*setting);
    if (!refusal) return true;
    return error_set(error, STATUS_USAGE, "%s cannot vary so: %s", key, refusal);
}
