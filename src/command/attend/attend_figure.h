/* The heat maps of attend: the weights of each head, and the output. */
#ifndef COMMAND_ATTEND_FIGURE_H
#define COMMAND_ATTEND_FIGURE_H

#include "base/text.h"
#include "command/attend/attend_result.h"
#include "draw/heatmap.h"

enum { ATTEND_TITLE_SIZE = 32 };

struct attend_figure {
    struct text title;
    char (*titles)[ATTEND_TITLE_SIZE]; /* of the heads */
    bool *masked;                      /* [queries][keys] */
    struct heatmap *maps;              /* [heads] weights, and one more: the output */
    struct heat_group groups[2];
    struct heat_figure figure; /* groups of weights, and of the output */
};

/* Sets up the figure; it points into the result. Given back with attend_figure_free, also when this
 * fails. */
bool attend_figure_init(struct attend_figure *figure, const struct attend_result *result,
                        struct error *error);
void attend_figure_free(struct attend_figure *figure);

#endif
