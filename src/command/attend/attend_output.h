/* What attend prints: the weights of each head, the output, and the gradients, if there are any. */
#ifndef COMMAND_ATTEND_OUTPUT_H
#define COMMAND_ATTEND_OUTPUT_H

#include "base/text.h"
#include "command/attend/attend_result.h"
#include "draw/terminal.h"

/* Appends {"weights": [head][query][key], "output": [query][column], "grad_query": ...}, with
 * numbers that read back as the same doubles. */
void attend_json(struct text *text, const struct attend_result *result);

/* Appends the same for people: the weights as heat maps, the others as tables. */
bool attend_text(struct text *text, const struct attend_result *result, struct terminal terminal,
                 struct error *error);

/* Writes a picture of the weights and the output (SVG) to the file. */
bool attend_picture(const char *path, const struct attend_result *result, struct error *error);

#endif
