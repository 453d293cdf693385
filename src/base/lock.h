/* One process at a time: a locked file says who is at work in a folder, or on a file. */
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include "base/error.h"

struct lock {
    int descriptor; /* -1: none */
    char *path;
};

/* The name of a folder's lock in it. */
extern const char lock_in_folder[];

/* Takes the folder, by a file `lock` in it, or the file, by FILE.lock beside it; fails where another
 * process has it. The lock dies with its process; where the file system knows no locks there is
 * none. */
bool lock_folder(struct lock *lock, const char *folder, struct error *error);
bool lock_file(struct lock *lock, const char *path, struct error *error);

/* The path of the file that lock_file locks, beside the file that links lead to, in new memory, or NULL
 * and an error. */
char *lock_file_name(const char *path, struct error *error);

/* Gives it back and removes the file; does nothing without a lock. */
void lock_release(struct lock *lock);

#endif
