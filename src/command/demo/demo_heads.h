/* The part of the lesson heads that trains. */
#ifndef COMMAND_DEMO_HEADS_H
#define COMMAND_DEMO_HEADS_H

#include "command/settings.h"

/* Trains the default attention with 1, 2 and 4 heads. Appends a table of how well they learn, and
 * one of where each head looks when one question is asked. */
bool demo_append_trained_heads(struct text *text, const struct settings *settings,
                               struct error *error);

#endif
