/* What trials found: see demo_steps.h. */
#include "command/demo/demo_steps.h"

#include "train/trials.h"

#include <inttypes.h>
#include <stdio.h>

void demo_append_steps(struct text *text, uint64_t steps, uint64_t most, int width) {
    char words[32];
    snprintf(words, sizeof words, "%" PRIu64, steps);
    if (steps == TRIALS_NOT_REACHED) snprintf(words, sizeof words, ">%" PRIu64, most);
    text_format(text, "%*s", width, steps == TRIALS_DIVERGED ? "diverges" : words);
}
