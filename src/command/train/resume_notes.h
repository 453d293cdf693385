/* What config.ini says of the changes to a run that went on: "# step 1000: lr = 0.003 became 0.001",
 * a line each, at its beginning. */
#ifndef COMMAND_RESUME_NOTES_H
#define COMMAND_RESUME_NOTES_H

#include "command/settings.h"

/* Appends the notes that a config.ini begins with. */
bool resume_notes_read(struct text *notes, const char *path, struct error *error);

/* Whether a note tells of a change at that step. */
bool resume_notes_tell(const struct text *notes, uint64_t step);

/* Appends a note for every setting that changes the course of the run from that step on. */
void resume_notes_append(struct text *notes, uint64_t step, const struct settings *before,
                         const struct settings *after);

#endif
