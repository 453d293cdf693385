/* Examples of configurations and data, where `make install` puts them.
 *
 * They stand in share/attnlearn beside the folder of the program itself, wherever that was moved or
 * staged, or else in the folder that the build was told: INSTALLED_FOLDER, of make's DATADIR or
 * BINDIR. A file that is to be read as configs/NAME or data/NAME, and is not there, is read from
 * that folder; the program says so. No other name is looked for anywhere else. */
#ifndef COMMAND_INSTALLED_H
#define COMMAND_INSTALLED_H

#include "base/error.h"

/* The folder in new memory, or NULL where it is not there. */
char *installed_folder(void);

/* What to read in place of a path: a path in new memory, or NULL: the path itself. */
char *installed_instead(const char *path);

#endif
