/* The lessons of demo: one file, demo_NAME.c, and one row of the table each.
 *
 * All are laid out alike: what is claimed, the formula, the numbers computed now, what to look at.
 * Words are ASCII and hold for whatever the options can be; what depends on them stands among the
 * numbers. */
#ifndef COMMAND_DEMO_H
#define COMMAND_DEMO_H

#include "command/settings.h"
#include "draw/terminal.h"

struct lesson {
    const char *name;
    const char *summary;             /* one line */
    const char *claim, *look;        /* paragraphs; demo breaks their lines */
    const char *formula;             /* lines as they shall stand */
    const char *const (*options)[2]; /* settings it takes, {name, default in this lesson, or NULL:
                                        the usual one}; {NULL} ends them; NULL: none */

    /* Appends the numbers: lines of at most 80 columns, ASCII without terminal.unicode. */
    bool (*compute)(const struct settings *settings, struct terminal terminal, struct text *text,
                    struct error *error);
};

extern const struct lesson lesson_dictionary, lesson_gap, lesson_scaling, lesson_saturation,
    lesson_parameters, lesson_causal, lesson_masking, lesson_scores, lesson_heads, lesson_jacobian,
    lesson_floors, lesson_optimizers, lesson_positions;

/* All lessons in the order of the list; NULL ends it. */
extern const struct lesson *const lessons[];

/* Whether the lesson takes the setting of that name. */
bool lesson_takes(const struct lesson *lesson, const char *name);

#endif
