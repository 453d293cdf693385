/* The calls to the system, which fail on demand: see faults.h. The linker's --wrap sends what the
 * program calls NAME to __wrap_NAME, and __real_NAME to the system. */
#include "faults.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Static, for there is no other way to reach every call. */
static const char *const names[FAULT_KINDS] = {FAULT_NAMES};
static struct fault_tally none, *tally = &none;
static int wanted = FAULT_KINDS;
static long first;
static bool on;

int __real_open(const char *path, int flags, ...);
int __real_close(int descriptor);

__attribute__((constructor)) static void read_wishes(void) {
    const char *path = getenv("FAULT_TALLY"), *kind = getenv("FAULT_KIND");
    const char *at = getenv("FAULT_AT");
    if (!path) return;
    int descriptor = __real_open(path, O_RDWR | O_CLOEXEC);
    void *map = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    __real_close(descriptor);
    if (map == MAP_FAILED) abort();
    tally = map;
    for (int i = 0; kind && i < FAULT_KINDS; i++) {
        if (strcmp(kind, names[i]) == 0) wanted = i;
    }
    first = at ? atol(at) : 0;
    on = getenv("FAULT_ON") != NULL;
}

/* Counts the call; whether it shall fail. */
static bool fails(enum fault_kind kind, int reason) {
    long number = __atomic_add_fetch(&tally->calls[kind], 1, __ATOMIC_RELAXED);
    if ((int)kind != wanted || first == 0 || !(number == first || (on && number > first))) {
        return false;
    }
    __atomic_add_fetch(&tally->faults, 1, __ATOMIC_RELAXED);
    errno = reason;
    return true;
}

/* Before a call that changes what is on disk. */
static void may_be_killed(void) {
    if (fails(FAULT_KILL, 0)) raise(SIGKILL);
}

/* A call whose fault is that it returns `failed` and does nothing. */
#define WRAP(type, name, parameters, arguments, kind, reason, failed)                              \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        return fails(kind, reason) ? (failed) : __real_##name arguments;                           \
    }

/* One that changes what is on disk. */
#define WRAP_CHANGE(name, parameters, arguments, kind, reason)                                     \
    WRAP(int, name, parameters, arguments, (may_be_killed(), kind), reason, -1)

WRAP(struct dirent *, readdir, (DIR * listing), (listing), FAULT_READ, EIO, NULL)
WRAP(int, stat, (const char *path, struct stat *status), (path, status), FAULT_LOOK, EIO, -1)
WRAP(int, lstat, (const char *path, struct stat *status), (path, status), FAULT_LOOK, EIO, -1)
WRAP(int, fstat, (int descriptor, struct stat *status), (descriptor, status), FAULT_LOOK, EIO, -1)
WRAP(int, access, (const char *path, int mode), (path, mode), FAULT_LOOK, EIO, -1)
WRAP_CHANGE(fchmod, (int descriptor, mode_t mode), (descriptor, mode), FAULT_CHANGE, EPERM)
WRAP_CHANGE(mkdir, (const char *path, mode_t mode), (path, mode), FAULT_FOLDER, ENOSPC)
WRAP_CHANGE(unlink, (const char *path), (path), FAULT_REMOVE, EACCES)

/* Adds to a count of what is taken: 1 for something, nothing for NULL. */
static void *take(long *count, void *thing) {
    if (thing) __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
    return thing;
}

static void give(long *count, const void *thing) {
    if (thing) __atomic_sub_fetch(count, 1, __ATOMIC_RELAXED);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) {
    if (fails(FAULT_MEMORY, ENOMEM)) return NULL;
    return take(&tally->blocks, __real_calloc(count, size));
}

void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size) {
    if (fails(FAULT_MEMORY, ENOMEM)) return NULL;
    void *grown = __real_realloc(block, size);
    return block ? grown : take(&tally->blocks, grown);
}

char *__real_realpath(const char *path, char *resolved);
char *__wrap_realpath(const char *path, char *resolved);
char *__wrap_realpath(const char *path, char *resolved) {
    if (fails(FAULT_LOOK, ENOMEM)) return NULL;
    return take(&tally->blocks, __real_realpath(path, resolved));
}

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block) {
    give(&tally->blocks, block);
    __real_free(block);
}

/* The names of files that were opened, by descriptor, and whether something written there is not on
 * disk yet. One that was renamed to a new name before that must be one that grows: what follows is
 * another write. */
enum { MOST_FILES = 64 };
static struct {
    char path[512];
    bool dirty, written, growing;
} opened[MOST_FILES];

static void note_open(int descriptor, const char *path) {
    if (descriptor < 0 || descriptor >= MOST_FILES) return;
    for (int i = 0; i < MOST_FILES; i++) {
        if (strcmp(opened[i].path, path) == 0) opened[i].path[0] = '\0';
    }
    snprintf(opened[descriptor].path, sizeof opened->path, "%s", path);
    opened[descriptor].dirty = opened[descriptor].written = opened[descriptor].growing = false;
}

/* What became of a file that must be one that grows. After a fault it may get no further. */
static void note_grown(int descriptor, bool grown) {
    tally->early += opened[descriptor].growing && !grown && tally->faults == 0;
    opened[descriptor].growing = false;
}

static void note_dirty(int descriptor, bool dirty) {
    if (descriptor < 0 || descriptor >= MOST_FILES) return;
    note_grown(descriptor, dirty);
    opened[descriptor].dirty = dirty;
    opened[descriptor].written = opened[descriptor].written || dirty;
}

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to) {
    struct stat old;
    bool replaces = __real_stat(to, &old) == 0;
    for (int i = 0; i < MOST_FILES; i++) {
        if (!opened[i].dirty || strcmp(opened[i].path, from) != 0) continue;
        tally->early += replaces;
        opened[i].growing = !replaces;
    }
    may_be_killed();
    return fails(FAULT_RENAME, EIO) ? -1 : __real_rename(from, to);
}

int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    if (flags & O_CREAT) may_be_killed();
    if (fails(FAULT_OPEN, EMFILE)) return -1;
    int descriptor = __real_open(path, flags, mode);
    take(&tally->files, descriptor < 0 ? NULL : &descriptor);
    note_open(descriptor, path);
    return descriptor;
}

int __wrap_close(int descriptor);
int __wrap_close(int descriptor) {
    int done = __real_close(descriptor);
    give(&tally->files, done < 0 ? NULL : &descriptor);
    if (descriptor >= 0 && descriptor < MOST_FILES) note_grown(descriptor, false);
    if (!fails(FAULT_CLOSE, EIO)) return done;
    tally->cut_short += descriptor >= 0 && descriptor < MOST_FILES && opened[descriptor].written;
    return -1;
}

DIR *__real_opendir(const char *path);
DIR *__wrap_opendir(const char *path);
DIR *__wrap_opendir(const char *path) {
    if (fails(FAULT_OPEN, EMFILE)) return NULL;
    return take(&tally->files, __real_opendir(path));
}

int __real_closedir(DIR *listing);
int __wrap_closedir(DIR *listing);
int __wrap_closedir(DIR *listing) {
    give(&tally->files, listing);
    int done = __real_closedir(listing);
    return fails(FAULT_CLOSE, EIO) ? -1 : done;
}

/* No power is lost here: there is nothing to wait for. */
int __wrap_fsync(int descriptor);
int __wrap_fsync(int descriptor) {
    if (fails(FAULT_SYNC, EIO)) return -1;
    note_dirty(descriptor, false);
    return 0;
}

/* The third argument is a pointer for all that the program asks. */
int __real_fcntl(int descriptor, int command, ...);
int __wrap_fcntl(int descriptor, int command, ...);
int __wrap_fcntl(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = command == F_GETFD ? NULL : va_arg(arguments, void *);
    va_end(arguments);
    if (command != F_GETFD && fails(FAULT_CHANGE, ENOLCK)) return -1;
    return __real_fcntl(descriptor, command, argument);
}

ssize_t __real_read(int descriptor, void *bytes, size_t size);
ssize_t __wrap_read(int descriptor, void *bytes, size_t size);
ssize_t __wrap_read(int descriptor, void *bytes, size_t size) {
    if (fails(FAULT_INTERRUPT, EINTR) || fails(FAULT_READ, EIO)) return -1;
    return __real_read(descriptor, bytes, size);
}

/* Since the n-th write of FAULT_HALF and FAULT_CUT: the rest of that piece does not fit, and what was
 * written of it cannot be taken back. */
static bool full, uncut;

ssize_t __real_write(int descriptor, const void *bytes, size_t size);

static void may_be_killed_writing(int descriptor, const void *bytes, size_t size) {
    if (descriptor <= STDERR_FILENO) return;
    may_be_killed();
    if (!fails(FAULT_TORN, 0)) return;
    __real_write(descriptor, bytes, size / 2);
    raise(SIGKILL);
}

ssize_t __wrap_write(int descriptor, const void *bytes, size_t size);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t size) {
    if (full) {
        full = on;
        errno = ENOSPC;
        return -1;
    }
    may_be_killed_writing(descriptor, bytes, size);
    if (fails(FAULT_INTERRUPT, EINTR) || fails(FAULT_WRITE, ENOSPC)) return -1;
    note_dirty(descriptor, true);
    uncut = fails(FAULT_CUT, ENOSPC);
    full = uncut || fails(FAULT_HALF, ENOSPC);
    if (!full) return __real_write(descriptor, bytes, size);
    return size < 2 ? -1 : __real_write(descriptor, bytes, size / 2);
}

off_t __real_lseek(int descriptor, off_t at, int from);
off_t __wrap_lseek(int descriptor, off_t at, int from);
off_t __wrap_lseek(int descriptor, off_t at, int from) {
    if (!uncut) return __real_lseek(descriptor, at, from);
    errno = EIO;
    return -1;
}

int __real_ftruncate(int descriptor, off_t size);
int __wrap_ftruncate(int descriptor, off_t size);
int __wrap_ftruncate(int descriptor, off_t size) {
    may_be_killed();
    if (!uncut) return __real_ftruncate(descriptor, size);
    errno = EIO;
    return -1;
}
