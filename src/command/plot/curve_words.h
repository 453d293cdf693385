/* How figures name the columns of curves. */
#ifndef COMMAND_CURVE_WORDS_H
#define COMMAND_CURVE_WORDS_H

#include "base/text.h"

#include <stddef.h>

struct curve_words {
    const char *column, *title, *axis;
    bool is_loss; /* stands beside ln C and the floors */
};

/* The words of a column; of one that is not in the table, its name. */
struct curve_words curve_words_of(const char *column);

/* Appends the title of a figure of these columns, and the caption of its y axis. */
void curve_words_title(struct text *text, const char *const *columns, size_t count);
void curve_words_axis(struct text *text, const char *const *columns, size_t count);

#endif
