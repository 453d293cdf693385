/* Files by their names, and folders: see file.h. */
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
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

/* The system follows no more of them. */
enum { MOST_LINKS = 40 };

/* What the link says, from the folder that it stands in. */
static char *read_link(const char *link, struct error *error) {
    char target[PATH_MAX];
    ssize_t length = readlink(link, target, sizeof target - 1);
    if (length < 0) {
        error_set_errno(error, "cannot read the link %s", link);
        return NULL;
    }
    target[length] = '\0';
    if (*target == '/') return memory_string(target, "a file name", error);
    char *folder = file_folder(link, error);
    char *place = folder ? file_join(folder, target, error) : NULL;
    free(folder);
    return place;
}

static bool is_link(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

char *file_new_place(const char *path, struct error *error) {
    char *place = memory_string(path, "a file name", error);
    for (int links = 0; place && links < MOST_LINKS && is_link(place); links++) {
        char *next = read_link(place, error);
        free(place);
        place = next;
    }
    return place;
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

/* Of places where links have been followed. */
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
    if (file_is_standard(path) || file_is_standard(other)) return false;
    if (is_same_place(path, other)) return true;
    char *place = file_new_place(path, NULL), *other_place = file_new_place(other, NULL);
    bool same = place && other_place && is_same_name(place, other_place);
    free(place);
    free(other_place);
    return same;
}

bool file_remove(const char *path, struct error *error) {
    return unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR ||
           error_set_errno(error, "cannot remove %s", path);
}

/* A name longer than this is shortened, which leaves room for endings and the hash also where names
 * are 143 bytes at most. */
enum { LONG_NAME = 100 };

/* The bytes of the name that stand for it: no character is cut. */
static size_t kept_length(const char *name) {
    size_t length = LONG_NAME;
    if (strlen(name) <= LONG_NAME) return strlen(name);
    while (length && ((unsigned char)name[length] & 0xc0) == 0x80) length--;
    return length;
}

char *file_beside(const char *path, const char *ending, struct error *error) {
    const char *name = last_name(path);
    size_t kept = kept_length(name), folder = (size_t)(name - path);
    size_t size = folder + kept + strlen(ending) + 18;
    char *beside = memory_take(size, 1, "a file name", error);
    if (!beside) return NULL;
    if (name[kept]) {
        snprintf(beside, size, "%.*s~%016" PRIx64 "%s", (int)(folder + kept), path,
                 random_name(name), ending);
    } else {
        snprintf(beside, size, "%s%s", path, ending);
    }
    return beside;
}

char *file_join(const char *folder, const char *name, struct error *error) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = memory_take(size, 1, "a file name", error);
    size_t length = strlen(folder);
    const char *slash = length && folder[length - 1] == '/' ? "" : "/";
    if (path) snprintf(path, size, "%s%s%s", folder, slash, name);
    return path;
}
