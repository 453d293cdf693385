/* Heat maps on their way out. */
#ifndef COMMAND_HEAT_OUTPUT_H
#define COMMAND_HEAT_OUTPUT_H

#include "draw/heatmap.h"

/* Writes the figure as SVG to the file ("-": standard output), or, without a path, as text for the
 * terminal to standard output. */
bool heat_output(const char *path, const struct heat_figure *figure, struct error *error);

/* The scale for numbers that are no weights: signed where there are both signs. */
enum heat_scale heat_scale_of(const double *values, size_t count);

#endif
