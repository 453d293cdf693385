/* The door every setting goes through: see settings.h. */
#include "base/nearest.h"
#include "base/number.h"
#include "command/settings.h"

#include <string.h>

static void *field(struct settings *settings, const struct setting *setting) {
    return (char *)settings + setting->offset;
}

/* Sets an error that names the choices, or the nearest one. */
static bool unknown_choice(const struct setting *setting, const char *typed, struct error *error) {
    struct nearest nearest = {.typed = typed};
    struct text text = {0};
    char quote[ERROR_QUOTE_SIZE];
    for (size_t i = 0; setting->choice(i); i++) nearest_offer(&nearest, setting->choice(i));
    settings_suggest(&text, &nearest);
    if (!nearest.best) {
        text_string(&text, ": it must be");
        for (size_t i = 0; setting->choice(i); i++) {
            const char *between = !i ? " " : setting->choice(i + 1) ? ", " : " or ";
            text_format(&text, "%s%s", between, setting->choice(i));
        }
    }
    error_set(error, STATUS_USAGE, "unknown choice '%s'%s", error_quote(typed, quote),
              text.data ? text.data : "");
    text_free(&text);
    return false;
}

/* The choice equal to the `length` bytes at `text`, or NULL. */
static const char *find_choice(const struct setting *setting, const char *text, size_t length) {
    for (size_t i = 0; setting->choice(i); i++) {
        const char *choice = setting->choice(i);
        if (strlen(choice) == length && memcmp(choice, text, length) == 0) return choice;
    }
    return NULL;
}

static bool set_choice(struct settings *settings, const struct setting *setting, const char *text,
                       struct error *error) {
    const char *choice = find_choice(setting, text, strlen(text));
    if (!choice) return unknown_choice(setting, text, error);
    *(const char **)field(settings, setting) = choice;
    return true;
}

static bool add_model(struct settings *list, const struct setting *setting, const char *text,
                      size_t length, struct error *error) {
    const char *choice = find_choice(setting, text, length);
    if (!choice) {
        char typed[32];
        size_t kept = length < sizeof typed ? length : sizeof typed - 1;
        memcpy(typed, text, kept);
        typed[kept] = '\0';
        return unknown_choice(setting, typed, error);
    }
    for (size_t i = 0; i < list->model_count; i++) {
        if (list->models[i] == choice) {
            return error_set(error, STATUS_USAGE, "'%s' stands twice", choice);
        }
    }
    list->models[list->model_count++] = choice;
    return true;
}

static bool set_models(struct settings *settings, const struct setting *setting, const char *text,
                       struct error *error) {
    struct settings list = {.model_count = 0};
    for (;;) {
        size_t length = strcspn(text, ",");
        if (!add_model(&list, setting, text, length, error)) return false;
        if (!text[length]) break;
        text += length + 1;
    }
    memcpy(settings->models, list.models, sizeof list.models);
    settings->model_count = list.model_count;
    return true;
}

static bool set_flag(struct settings *settings, const struct setting *setting, const char *text,
                     struct error *error) {
    char quote[ERROR_QUOTE_SIZE];
    bool on = strcmp(text, "true") == 0;
    if (!on && strcmp(text, "false") != 0) {
        return error_set(error, STATUS_USAGE, "'%s' is not true or false",
                         error_quote(text, quote));
    }
    *(bool *)field(settings, setting) = on;
    return true;
}

/* A name that a line of a configuration can hold. */
static bool set_text(struct settings *settings, const struct setting *setting, const char *text,
                     struct error *error) {
    char quote[ERROR_QUOTE_SIZE];
    if (!*text) return error_set(error, STATUS_USAGE, "its value is empty");
    bool blank = strchr(" \t", text[0]) || strchr(" \t", text[strlen(text) - 1]);
    if (blank || strpbrk(text, "\r\n")) {
        return error_set(error, STATUS_USAGE,
                         "'%s' begins or ends with a blank, or holds a line break",
                         error_quote(text, quote));
    }
    *(const char **)field(settings, setting) = text;
    return true;
}

static bool add_varied(struct settings *settings, const char *text, struct error *error) {
    if (settings->vary_count == SETTINGS_MAX_VARIED) {
        return error_set(error, STATUS_USAGE, "at most %d settings can vary", SETTINGS_MAX_VARIED);
    }
    settings->vary[settings->vary_count++] = text;
    return true;
}

bool settings_set(struct settings *settings, const struct setting *setting, const char *text,
                  struct error *error) {
    switch (setting->kind) {
    case SETTING_FLAG:
        return set_flag(settings, setting, text, error);
    case SETTING_UNSIGNED:
        return number_unsigned(text, setting->least, setting->most, field(settings, setting),
                               error);
    case SETTING_REAL:
        return number_real(text, setting->min, setting->max, field(settings, setting), error);
    case SETTING_CHOICE:
        return set_choice(settings, setting, text, error);
    case SETTING_MODELS:
        return set_models(settings, setting, text, error);
    case SETTING_VARY:
        return add_varied(settings, text, error);
    case SETTING_TEXT:
        break;
    }
    return set_text(settings, setting, text, error);
}
