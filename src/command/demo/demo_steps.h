/* What trials found, in the tables of lessons. */
#ifndef COMMAND_DEMO_STEPS_H
#define COMMAND_DEMO_STEPS_H

#include "base/text.h"

#include <stdint.h>

/* Appends steps (train/trials.h) at the right of `width` columns: 180, >300 where they were not
 * enough, or that it diverged. */
void demo_append_steps(struct text *text, uint64_t steps, uint64_t most, int width);

#endif
