/* Files that are written: see file.h. */
#include "base/file.h"

#include "base/memory.h"
#include "base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

const char *file_output_name(const char *path) {
    return file_is_standard(path) ? "standard output" : path;
}

bool file_is_replaced(const char *path) {
    struct stat status;
    return !file_is_standard(path) && (stat(path, &status) != 0 || S_ISREG(status.st_mode));
}

/* Sets the error, and takes back what was written of bytes that did not fit whole. */
static bool write_error(const struct file *file, off_t written, struct error *error) {
    error_set_errno(error, "cannot write %s", file_output_name(file->path));
    off_t end = file->target ? lseek(file->descriptor, -written, SEEK_CUR) : -1;
    if (end >= 0 && ftruncate(file->descriptor, end) != 0) {
        return false; /* the message says already that the file is not well */
    }
    return false;
}

/* Whether other programs see it under its name. */
static bool is_published(const struct file *file) {
    return file->target && !file->temporary;
}

bool file_look(const struct file *file, bool *changed, struct error *error) {
    struct stat status;
    *changed = false;
    if (!is_published(file)) return true;
    if (fstat(file->descriptor, &status) != 0) {
        return error_set_errno(error, "cannot write %s", file->path);
    }
    *changed = (uint64_t)status.st_size != file->size;
    return true;
}

static bool check_unchanged(const struct file *file, struct error *error) {
    bool changed;
    if (!file_look(file, &changed, error)) return false;
    return !changed ||
           error_set(
               error, STATUS_FAILED,
               "cannot write %s: another program has cut it or written to it meanwhile: leave it "
               "alone until the end",
               file->path);
}

bool file_append(struct file *file, const void *bytes, size_t size, struct error *error) {
    const char *next = bytes;
    uint64_t size_then = file->size + size;
    if (!check_unchanged(file, error)) return false;
    file->flushed = false;
    while (size) {
        ssize_t done = write(file->descriptor, next, size);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return write_error(file, next - (const char *)bytes, error);
        next += done;
        size -= (size_t)done;
    }
    file->size = size_then;
    return true;
}

/* The name written to until the end: the target's with the process number after it. */
static char *temporary_name(const char *target, struct error *error) {
    char ending[32];
    snprintf(ending, sizeof ending, ".%ld.tmp", (long)getpid());
    return file_beside(target, ending, error);
}

/* Opens the temporary file, with the permissions of the file it will replace. */
static bool open_temporary(struct file *file, const struct stat *old, struct error *error) {
    file->temporary = temporary_name(file->target, error);
    if (!file->temporary) return false;
    bool free_name = unlink(file->temporary) == 0 || errno == ENOENT;
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
    file->descriptor = free_name ? open(file->temporary, flags, 0666) : -1;
    if (file->descriptor < 0) return error_set_errno(error, "cannot write %s", file->path);
    if (old && fchmod(file->descriptor, old->st_mode & 07777) != 0) {
        return error_set_errno(error, "cannot write %s", file->path);
    }
    return true;
}

/* Opens what will replace the old file of that path, which may be NULL. A link stays one. */
static bool open_replacement(struct file *file, const char *path, const struct stat *old,
                             struct error *error) {
    file->replaces = old != NULL;
    if (!old) {
        file->target = file_new_place(path, error);
    } else if (access(path, W_OK) != 0 || !(file->target = realpath(path, NULL))) {
        return error_set_errno(error, "cannot write %s", path);
    }
    return file->target && open_temporary(file, old, error);
}

static bool open_output(struct file *file, const char *path, struct error *error) {
    struct stat old;
    if (!(file->path = memory_string(path, "a file name", error))) return false;
    if (file_is_standard(path)) {
        file->descriptor = STDOUT_FILENO;
        return true;
    }
    if (!*path) return error_set(error, STATUS_FAILED, "cannot write a file without a name");
    bool there = stat(path, &old) == 0;
    if (!there && errno != ENOENT) return error_set_errno(error, "cannot write %s", path);
    if (there && S_ISDIR(old.st_mode)) {
        return error_set(error, STATUS_FAILED, "cannot write %s: it is a folder", path);
    }
    if (!there || S_ISREG(old.st_mode)) {
        return open_replacement(file, path, there ? &old : NULL, error);
    }
    file->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    return file->descriptor >= 0 ? true : error_set_errno(error, "cannot write %s", path);
}

bool file_create(struct file *file, const char *path, struct error *error) {
    *file = (struct file){.descriptor = -1};
    if (open_output(file, path, error)) return true;
    file_abandon(file);
    return false;
}

/* Best effort: makes the rename itself survive a lost power cord. */
static void flush_folder(const char *path) {
    char *folder = file_folder(path, NULL);
    if (!folder) return;
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
    free(folder);
}

bool file_flush(struct file *file, struct error *error) {
    if (!file->target || file->flushed) return true;
    file->flushed = fsync(file->descriptor) == 0;
    return file->flushed || error_set_errno(error, "cannot write %s", file->path);
}

static bool rename_to_target(struct file *file, struct error *error) {
    if (!file->temporary) return true;
    if (rename(file->temporary, file->target) != 0) {
        return error_set_errno(error, "cannot write %s", file->path);
    }
    free(file->temporary);
    file->temporary = NULL;
    return true;
}

bool file_publish(struct file *file, struct error *error) {
    bool ready = !file->temporary || !file->replaces || file_flush(file, error);
    return ready && rename_to_target(file, error);
}

static bool close_written(struct file *file, struct error *error) {
    int descriptor = file->descriptor;
    if (descriptor < 0 || descriptor == STDOUT_FILENO) return true;
    file->descriptor = -1;
    return close(descriptor) == 0 || error_set_errno(error, "cannot write %s", file->path);
}

/* Whether a published file still stands under its name. */
static bool check_name(const struct file *file, struct error *error) {
    struct stat opened, named;
    if (!is_published(file)) return true;
    bool known = fstat(file->descriptor, &opened) == 0;
    bool there = known && stat(file->target, &named) == 0;
    if (!known || (!there && errno != ENOENT)) {
        return error_set_errno(error, "cannot write %s", file->path);
    }
    if (there && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev) return true;
    return error_set(
        error, STATUS_FAILED,
        "cannot write %s: another program has removed or replaced it meanwhile, and what "
        "was written since is lost",
        file->path);
}

bool file_commit_all(struct file *files, size_t count, struct error *error) {
    bool done = true;
    for (size_t i = 0; done && i < count; i++) {
        done = check_name(&files[i], error) && check_unchanged(&files[i], error);
    }
    for (size_t i = 0; done && i < count; i++) done = file_flush(&files[i], error);
    for (size_t i = 0; done && i < count; i++) done = rename_to_target(&files[i], error);
    if (done && count && files[0].target) flush_folder(files[0].target);
    for (size_t i = 0; done && i < count; i++) done = close_written(&files[i], error);
    for (size_t i = 0; i < count; i++) file_abandon(&files[i]);
    return done;
}

bool file_commit(struct file *file, struct error *error) {
    return file_commit_all(file, 1, error);
}

void file_abandon(struct file *file) {
    if (file->descriptor >= 0 && file->descriptor != STDOUT_FILENO) close(file->descriptor);
    if (file->temporary) unlink(file->temporary);
    free(file->temporary);
    free(file->target);
    free(file->path);
    *file = (struct file){.descriptor = -1};
}

bool file_write(const char *path, const void *bytes, size_t size, struct error *error) {
    struct file file;
    sigset_t before;
    bool held = file_is_replaced(path);
    if (held) signals_hold(&before);
    bool done = file_create(&file, path, error);
    if (done) {
        done = file_append(&file, bytes, size, error) && file_commit(&file, error);
        file_abandon(&file);
    }
    if (held) signals_let(&before);
    return done;
}

bool file_check_writable(const char *path, struct error *error) {
    struct file file;
    struct stat status;
    sigset_t before;
    if (file_is_standard(path)) return true;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
        return access(path, W_OK) == 0 || error_set_errno(error, "cannot write %s", path);
    }
    signals_hold(&before);
    bool done = file_create(&file, path, error);
    file_abandon(&file);
    signals_let(&before);
    return done;
}
