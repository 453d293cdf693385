/* Folders: see folder.h. */
#include "base/folder.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool folder_visit(const char *folder, void (*see)(void *context, const char *name), void *context,
                  struct error *error) {
    DIR *listing = opendir(folder);
    if (!listing) {
        return errno == ENOENT || error_set_errno(error, "cannot read the folder %s", folder);
    }
    errno = 0;
    for (const struct dirent *entry; (entry = readdir(listing)); errno = 0) {
        see(context, entry->d_name);
    }
    bool done = errno == 0 || error_set_errno(error, "cannot read the folder %s", folder);
    closedir(listing);
    return done;
}

/* What is looked for: the temporary files of names that are somebody's own. */
struct cleaning {
    const char *folder;
    bool (*own)(const char *name);
    const char *only; /* the one name where `own` is NULL */
};

/* The length of NAME in NAME.PROCESS.tmp, as file.c makes them; 0 for another name. */
static size_t stem_length(const char *name) {
    size_t length = strlen(name), end = length > 4 ? length - 4 : 0, start = end;
    while (start && name[start - 1] >= '0' && name[start - 1] <= '9') start--;
    bool is_temporary =
        start < end && start >= 2 && name[start - 1] == '.' && strcmp(name + end, ".tmp") == 0;
    return is_temporary ? start - 1 : 0;
}

static bool is_own(const struct cleaning *cleaning, const char *name, size_t length) {
    char stem[256];
    if (!length || length >= sizeof stem) return false;
    memcpy(stem, name, length);
    stem[length] = '\0';
    return cleaning->own ? cleaning->own(stem) : strcmp(stem, cleaning->only) == 0;
}

static void remove_temporary(void *context, const char *name) {
    const struct cleaning *cleaning = context;
    if (!is_own(cleaning, name, stem_length(name))) return;
    char *path = file_join(cleaning->folder, name, NULL);
    if (path) file_remove(path, NULL);
    free(path);
}

void folder_clean(const char *folder, bool (*own)(const char *name)) {
    struct cleaning cleaning = {.folder = folder, .own = own};
    folder_visit(folder, remove_temporary, &cleaning, NULL);
}

void folder_clean_file(const char *path) {
    char *folder = file_folder(path, NULL), *stem = file_beside(path, "", NULL);
    const char *slash = stem ? strrchr(stem, '/') : NULL;
    struct cleaning cleaning = {.folder = folder, .only = slash ? slash + 1 : stem};
    if (folder && stem) folder_visit(folder, remove_temporary, &cleaning, NULL);
    free(folder);
    free(stem);
}
