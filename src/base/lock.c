/* One process at a time: see lock.h. */
#include "base/lock.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char lock_in_folder[] = "lock";

enum attempt { LOCKED, TAKEN, GONE, NO_LOCKS, FOREIGN, FAILED };

/* Whether the name still stands for the file that was opened: a file that its owner removed in
 * between is another one than who comes next will lock. */
static enum attempt look_again(const struct lock *lock) {
    struct stat opened, named;
    if (fstat(lock->descriptor, &opened) != 0) return FAILED;
    if (stat(lock->path, &named) != 0) return errno == ENOENT ? GONE : FAILED;
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev ? LOCKED : GONE;
}

/* A lock is empty; what is in another file is somebody's, who would lose it. */
static bool is_foreign(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && (!S_ISREG(status.st_mode) || status.st_size > 0);
}

static enum attempt try_lock(struct lock *lock) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    lock->descriptor = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (lock->descriptor < 0) return FAILED;
    if (is_foreign(lock->descriptor)) return FOREIGN;
    if (fcntl(lock->descriptor, F_SETLK, &whole) == 0) return look_again(lock);
    return errno == EACCES || errno == EAGAIN ? TAKEN : NO_LOCKS;
}

static void refuse(const struct lock *lock, const char *what, const char *kind,
                   struct error *error) {
    struct flock other = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    long process = fcntl(lock->descriptor, F_GETLK, &other) == 0 ? (long)other.l_pid : 0;
    error_set(error, STATUS_FAILED,
              "another process (%ld) is at work in %s: wait for its end, or take another %s",
              process, what, kind);
}

/* Takes lock->path for the folder or file `what`. */
static bool take(struct lock *lock, const char *what, const char *kind, struct error *error) {
    for (;;) {
        enum attempt attempt = try_lock(lock);
        if (attempt == LOCKED || attempt == NO_LOCKS) return true;
        if (attempt == FAILED) error_set_errno(error, "cannot lock %s", lock->path);
        if (attempt == TAKEN) refuse(lock, what, kind, error);
        if (attempt == FOREIGN) {
            error_set(error, STATUS_FAILED,
                      "cannot lock %s: it is a file of yours, and locks are empty: move it away",
                      lock->path);
        }
        if (lock->descriptor >= 0) close(lock->descriptor);
        lock->descriptor = -1;
        if (attempt != GONE) return false;
    }
}

bool lock_folder(struct lock *lock, const char *folder, struct error *error) {
    *lock = (struct lock){.descriptor = -1, .path = file_join(folder, lock_in_folder, error)};
    return lock->path && take(lock, folder, "folder", error);
}

char *lock_file_name(const char *path, struct error *error) {
    char *real = realpath(path, NULL);
    if (!real && errno != ENOENT) {
        error_set_errno(error, "cannot lock %s", path);
        return NULL;
    }
    char *target = real ? real : file_new_place(path, error);
    char *name = target ? file_beside(target, ".lock", error) : NULL;
    free(target);
    return name;
}

bool lock_file(struct lock *lock, const char *path, struct error *error) {
    *lock = (struct lock){.descriptor = -1, .path = lock_file_name(path, error)};
    return lock->path && take(lock, path, "file", error);
}

void lock_release(struct lock *lock) {
    if (lock->descriptor >= 0) {
        file_remove(lock->path, NULL);
        close(lock->descriptor);
    }
    free(lock->path);
    *lock = (struct lock){.descriptor = -1};
}
