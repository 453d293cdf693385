/* The settings that --vary goes through: the axes of a sweep. */
#ifndef COMMAND_SWEEP_AXES_H
#define COMMAND_SWEEP_AXES_H

#include "command/settings.h"

/* One setting and its values, as they were typed. */
struct sweep_axis {
    const struct setting *setting;
    struct text bytes; /* the values, each ending in a zero byte */
    struct text taken; /* the same as setting_value_text has them */
    const char **values;
    size_t count;
};

struct sweep_axes {
    struct sweep_axis axes[SETTINGS_MAX_VARIED];
    size_t count;
};

/* Reads every --vary KEY=V1,V2. Refused: a key that is unknown, that stands twice or that cannot
 * vary; a value that is missing, wrong or there twice. Give them back with sweep_axes_free, also
 * when this fails. */
bool sweep_axes_read(const struct settings *settings, struct sweep_axes *axes, struct error *error);
void sweep_axes_free(struct sweep_axes *axes);

/* Fails where `path`, which --OPTION writes unless it is NULL, is a file that is among the values of a
 * setting that is read: check_overwritten knows only what an option names. */
bool sweep_axes_check_apart(const struct sweep_axes *axes, const char *option, const char *path,
                            struct error *error);

/* How many combinations there are; SIZE_MAX where they cannot be counted. */
size_t sweep_axes_combinations(const struct sweep_axes *axes);

/* Sets values[count] to those of a combination: the last axis goes fastest. */
void sweep_axes_values(const struct sweep_axes *axes, size_t combination, const char **values);

/* Appends "pairs=4, lr=0.1", or nothing without axes. */
void sweep_axes_label(struct text *text, const struct sweep_axes *axes, const char *const *values);

#endif
