/* Folders: see folder.h. */
#include "base/folder.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool folder_visit(const char *folder, void (*see)(void *context, const char *name), void *context,
                  struct error *error) {
    DIR *listing = opendir(folder);
    if (!listing) {
        return errno == ENOENT || error_set_errno(error, "cannot read the folder %s", folder);
    }
    for (const struct dirent *entry; (entry = readdir(listing));) see(context, entry->d_name);
    closedir(listing);
    return true;
}

/* NAME.PROCESS.tmp, as file.c makes them. */
static bool is_temporary(const char *name) {
    size_t length = strlen(name), end = length > 4 ? length - 4 : 0, start = end;
    while (start && name[start - 1] >= '0' && name[start - 1] <= '9') start--;
    return start < end && start > 1 && name[start - 1] == '.' && strcmp(name + end, ".tmp") == 0;
}

static void remove_temporary(void *context, const char *name) {
    if (!is_temporary(name)) return;
    char *path = file_join(context, name, NULL);
    if (path) file_remove(path);
    free(path);
}

void folder_clean(const char *folder) {
    char *copy = file_join(folder, "", NULL);
    if (copy) folder_visit(copy, remove_temporary, copy, NULL);
    free(copy);
}

enum attempt { LOCKED, TAKEN, GONE, NO_LOCKS };

/* Whether the name still stands for the file that was opened. */
static bool is_same(int descriptor, const char *path) {
    struct stat opened, named;
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/* A file that its owner removed in between is another one than who comes next will lock. */
static enum attempt try_lock(const struct folder_lock *lock) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(lock->descriptor, F_SETLK, &whole) == 0) {
        return is_same(lock->descriptor, lock->path) ? LOCKED : GONE;
    }
    return errno == EACCES || errno == EAGAIN ? TAKEN : NO_LOCKS;
}

static bool refuse(const struct folder_lock *lock, const char *folder, struct error *error) {
    struct flock other = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    long process = fcntl(lock->descriptor, F_GETLK, &other) == 0 ? (long)other.l_pid : 0;
    return error_set(error, STATUS_FAILED,
                     "another process (%ld) is at work in %s: wait for its end, or take another "
                     "folder",
                     process, folder);
}

bool folder_lock(struct folder_lock *lock, const char *folder, struct error *error) {
    lock->descriptor = -1;
    lock->path = file_join(folder, "lock", error);
    for (bool again = lock->path != NULL; again;) {
        lock->descriptor = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock->descriptor < 0) return error_set_errno(error, "cannot write %s", lock->path);
        enum attempt attempt = try_lock(lock);
        if (attempt == TAKEN) refuse(lock, folder, error);
        again = attempt == GONE;
        if (attempt == LOCKED || attempt == NO_LOCKS) return true;
        close(lock->descriptor);
        lock->descriptor = -1;
    }
    return false;
}

void folder_unlock(struct folder_lock *lock) {
    if (lock->descriptor >= 0) {
        file_remove(lock->path);
        close(lock->descriptor);
    }
    free(lock->path);
    *lock = (struct folder_lock){.descriptor = -1};
}
