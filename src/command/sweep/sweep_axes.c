/* The axes of a sweep: see sweep_axes.h. */
#include "command/sweep/sweep_axes.h"

#include "base/file.h"
#include "base/memory.h"
#include "command/overwritten.h"
#include "command/sweep/sweep_keys.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 10000 };

static bool check_once(const struct sweep_axes *axes, const struct setting *setting,
                       struct error *error) {
    for (size_t i = 0; i < axes->count; i++) {
        if (axes->axes[i].setting != setting) continue;
        return error_set(error, STATUS_USAGE, "%s stands twice: say all its values in one list",
                         setting->name);
    }
    return true;
}

/* Whether the list of texts, each ending in a zero byte, holds this one. */
static bool holds(const struct text *list, const char *word) {
    for (size_t at = 0; at < list->length; at += strlen(list->data + at) + 1) {
        if (strcmp(list->data + at, word) == 0) return true;
    }
    return false;
}

/* Adds a word and its zero byte to a list of texts. */
static void add_word(struct text *list, const char *word) {
    text_append(list, word, strlen(word) + 1);
}

/* Adds the value, unless it is there already: 0.1 and 0.10 are the same. */
static bool add_distinct(struct sweep_axis *axis, const char *typed,
                         const struct settings *settings, struct error *error) {
    struct text value = {0};
    setting_value_text(&value, settings, axis->setting);
    bool done = text_finish(&value, error);
    if (done && holds(&axis->taken, value.data)) {
        done = error_set(error, STATUS_USAGE, "the value %s stands twice", value.data);
    }
    if (done) add_word(&axis->taken, value.data);
    if (done) add_word(&axis->bytes, typed);
    axis->count += done;
    text_free(&value);
    return done;
}

static bool add_value(struct sweep_axis *axis, const char *typed, struct error *error) {
    struct settings settings;
    if (axis->count == MOST_VALUES) {
        return error_set(error, STATUS_USAGE, "more than %d values", MOST_VALUES);
    }
    if (!*typed) return error_set(error, STATUS_USAGE, "a value is empty");
    settings_default(&settings);
    return settings_set(&settings, axis->setting, typed, error) &&
           add_distinct(axis, typed, &settings, error);
}

static bool add_part(struct sweep_axis *axis, const char *list, size_t length,
                     struct error *error) {
    struct text value = {0};
    text_append(&value, list, length);
    bool done = text_finish(&value, error) && add_value(axis, value.data, error);
    text_free(&value);
    return done ? true : error_prefix(error, "%s", axis->setting->name);
}

static bool read_values(struct sweep_axis *axis, const char *list, struct error *error) {
    for (;;) {
        size_t length = strcspn(list, ",");
        if (!add_part(axis, list, length, error)) return false;
        if (!list[length]) break;
        list += length + 1;
    }
    return text_finish(&axis->taken, error) && text_finish(&axis->bytes, error);
}

static bool list_values(struct sweep_axis *axis, struct error *error) {
    const char *at = axis->bytes.data;
    axis->values = memory_take(axis->count, sizeof *axis->values, "the values", error);
    for (size_t i = 0; axis->values && i < axis->count; i++, at += strlen(at) + 1) {
        axis->values[i] = at;
    }
    return axis->values != NULL;
}

static bool read_axis(struct sweep_axes *axes, const char *text, struct error *error) {
    const struct setting *setting = NULL;
    if (!sweep_key_find(text, &setting, error) || !check_once(axes, setting, error)) return false;
    struct sweep_axis *axis = &axes->axes[axes->count++];
    axis->setting = setting;
    return read_values(axis, strchr(text, '=') + 1, error) && list_values(axis, error);
}

bool sweep_axes_read(const struct settings *settings, struct sweep_axes *axes,
                     struct error *error) {
    for (size_t i = 0; i < settings->vary_count; i++) {
        if (!read_axis(axes, settings->vary[i], error)) {
            return error_prefix(error, "--vary");
        }
    }
    return true;
}

void sweep_axes_free(struct sweep_axes *axes) {
    for (size_t i = 0; i < axes->count; i++) {
        text_free(&axes->axes[i].taken);
        text_free(&axes->axes[i].bytes);
        free(axes->axes[i].values);
    }
    *axes = (struct sweep_axes){.count = 0};
}

size_t sweep_axes_combinations(const struct sweep_axes *axes) {
    size_t combinations = 1;
    for (size_t i = 0; i < axes->count; i++) {
        combinations = size_multiply(combinations, axes->axes[i].count);
    }
    return combinations;
}

void sweep_axes_values(const struct sweep_axes *axes, size_t combination, const char **values) {
    for (size_t i = axes->count; i-- > 0;) {
        values[i] = axes->axes[i].values[combination % axes->axes[i].count];
        combination /= axes->axes[i].count;
    }
}

void sweep_axes_label(struct text *text, const struct sweep_axes *axes, const char *const *values) {
    for (size_t i = 0; i < axes->count; i++) {
        text_format(text, "%s%s=%s", i ? ", " : "", axes->axes[i].setting->name, values[i]);
    }
}

static bool check_axis(const struct sweep_axis *axis, const char *option, const char *path,
                       struct error *error) {
    for (size_t i = 0; axis->setting->reads && i < axis->count; i++) {
        if (!file_is_same(path, axis->values[i])) continue;
        return refuse_overwriting(option, path, "--vary ", axis->setting->name, error);
    }
    return true;
}

bool sweep_axes_check_apart(const struct sweep_axes *axes, const char *option, const char *path,
                            struct error *error) {
    bool replaced = path && file_is_replaced(path);
    for (size_t k = 0; replaced && k < axes->count; k++) {
        if (!check_axis(&axes->axes[k], option, path, error)) return false;
    }
    return true;
}
