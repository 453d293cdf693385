/* Where results go. */
#ifndef COMMAND_OUTPUT_H
#define COMMAND_OUTPUT_H

#include "base/text.h"

/* Writes the text to the file ("-": standard output), whole or not at all. */
bool output_text(const char *path, const struct text *text, struct error *error);

#endif
