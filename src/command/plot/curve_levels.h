/* The reference losses of runs as levels of their figure. */
#ifndef COMMAND_CURVE_LEVELS_H
#define COMMAND_CURVE_LEVELS_H

#include "command/plot/curve_figure.h"

/* Adds every distinct ln C and floor of the runs, named with its value: "blind floor 1.4723". Where
 * one has more than 3 values none of them is drawn, and the figure is short of levels; one that
 * the axis cannot show is left out. */
void curve_levels_add(struct curve_figure *figure, const struct curve_runs *runs);

#endif
