/* Folders: what is in them, and one process at a time in each. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include "base/error.h"

/* Calls `see` for every name in the folder, in no order. A folder that is not there has none. */
bool folder_visit(const char *folder, void (*see)(void *context, const char *name), void *context,
                  struct error *error);

/* Removes what processes that were killed left of files they wrote (see file.h). For one who has
 * the folder locked. */
void folder_clean(const char *folder);

/* A folder that is this process's, by a locked file in it. */
struct folder_lock {
    int descriptor; /* -1: none */
    char *path;
};

/* Takes the folder, or fails where another process has it. The lock dies with its process; where the
 * file system knows no locks there is none. */
bool folder_lock(struct folder_lock *lock, const char *folder, struct error *error);

/* Gives it back and removes the file; does nothing without a lock. */
void folder_unlock(struct folder_lock *lock);

#endif
