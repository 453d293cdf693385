/* Folders: what is in them. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include "base/error.h"

/* Calls `see` for every name in the folder, in no order. A folder that is not there has none. */
bool folder_visit(const char *folder, void (*see)(void *context, const char *name), void *context,
                  struct error *error);

/* Removes what processes that were killed left of files they wrote (see file.h), of those whose name
 * is `own`. For one who has the folder locked. */
void folder_clean(const char *folder, bool (*own)(const char *name));

/* The same for one file, for who has that locked. */
void folder_clean_file(const char *path);

#endif
