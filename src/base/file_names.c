/* Files by their names, and folders: see file.h. */
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make_one_folder(const char *path, struct error *error) {
    struct stat status;
    if (mkdir(path, 0777) == 0) return true;
    if (errno != EEXIST || stat(path, &status) != 0) {
        return error_set_errno(error, "cannot make the folder %s", path);
    }
    if (S_ISDIR(status.st_mode)) return true;
    return error_set(error, STATUS_FAILED, "cannot make the folder %s: a file has that name", path);
}

bool file_make_folder(const char *path, struct error *error) {
    char *copy = memory_string(path, "a file name", error);
    if (!copy) return false;
    bool done = true;
    for (char *slash = copy + 1; *copy && done && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        done = make_one_folder(copy, error);
        *slash = '/';
    }
    done = done && make_one_folder(path, error);
    free(copy);
    return done;
}

bool file_find(const char *path, bool *there, struct error *error) {
    struct stat status;
    *there = lstat(path, &status) == 0;
    if (*there || errno == ENOENT || errno == ENOTDIR) return true;
    return error_set_errno(error, "cannot look at %s", path);
}

char *file_folder(const char *path, struct error *error) {
    const char *slash = strrchr(path, '/');
    char *folder = memory_string(slash ? path : ".", "a file name", error);
    if (folder && slash) folder[slash - path + (slash == path)] = '\0';
    return folder;
}

static bool is_same_place(const char *path, const char *other) {
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static const char *last_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_same_name(const char *path, const char *other) {
    char *folder = file_folder(path, NULL), *other_folder = file_folder(other, NULL);
    bool same = folder && other_folder && strcmp(last_name(path), last_name(other)) == 0 &&
                is_same_place(folder, other_folder);
    free(folder);
    free(other_folder);
    return same;
}

bool file_is_same(const char *path, const char *other) {
    if (strcmp(path, other) == 0) return true;
    if (strcmp(path, "-") == 0 || strcmp(other, "-") == 0) return false;
    return is_same_place(path, other) || is_same_name(path, other);
}

bool file_remove(const char *path, struct error *error) {
    return unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR ||
           error_set_errno(error, "cannot remove %s", path);
}

char *file_join(const char *folder, const char *name, struct error *error) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = memory_take(size, 1, "a file name", error);
    size_t length = strlen(folder);
    const char *slash = length && folder[length - 1] == '/' ? "" : "/";
    if (path) snprintf(path, size, "%s%s%s", folder, slash, name);
    return path;
}
