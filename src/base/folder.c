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

/* What is looked for: the temporary files of one name, or of all (NULL). */
struct cleaning {
    const char *folder, *name;
};

/* NAME.PROCESS.tmp, as file.c makes them. */
static bool is_temporary(const char *name, const char *of) {
    size_t length = strlen(name), end = length > 4 ? length - 4 : 0, start = end;
    while (start && name[start - 1] >= '0' && name[start - 1] <= '9') start--;
    if (start == end || start < 2 || name[start - 1] != '.' || strcmp(name + end, ".tmp") != 0) {
        return false;
    }
    return !of || (strlen(of) == start - 1 && strncmp(name, of, start - 1) == 0);
}

static void remove_temporary(void *context, const char *name) {
    const struct cleaning *cleaning = context;
    if (!is_temporary(name, cleaning->name)) return;
    char *path = file_join(cleaning->folder, name, NULL);
    if (path) file_remove(path, NULL);
    free(path);
}

void folder_clean(const char *folder) {
    struct cleaning cleaning = {.folder = folder};
    folder_visit(folder, remove_temporary, &cleaning, NULL);
}

void folder_clean_file(const char *path) {
    char *folder = file_folder(path, NULL), *stem = file_beside(path, "", NULL);
    const char *slash = stem ? strrchr(stem, '/') : NULL;
    struct cleaning cleaning = {folder, slash ? slash + 1 : stem};
    if (folder && stem) folder_visit(folder, remove_temporary, &cleaning, NULL);
    free(folder);
    free(stem);
}
