/* The whole lines of a CSV file that an interrupted program left behind: it may end anywhere. */
#ifndef COMMAND_KEPT_LINES_H
#define COMMAND_KEPT_LINES_H

#include "base/csv.h"
#include "base/text.h"

/* Opens the file to read what follows its header; a line without its newline is cut. *there is
 * false, and the file is not read, where it does not hold the whole header yet, but nothing else, or
 * is not there. `what` is whose file it is in messages: "this sweep". Close it with csv_close, also
 * where this fails. */
bool kept_lines_open(struct csv *csv, const char *path, const struct text *header, const char *what,
                     bool *there, struct error *error);

#endif
