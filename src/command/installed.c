/* What is installed: see installed.h. */
#include "command/installed.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef INSTALLED_FOLDER
#define INSTALLED_FOLDER ""
#endif

enum { LONGEST = 4096 };

/* False too where nobody can tell. */
static bool is_there(const char *path) {
    struct error error;
    bool there = false;
    return file_find(path, &there, &error) && there;
}

/* Joined by a slash, if that is there; else NULL. */
static char *join_if_there(const char *folder, const char *name) {
    char *path = file_join(folder, name, NULL);
    if (path && is_there(path)) return path;
    free(path);
    return NULL;
}

/* share/attnlearn beside the program's folder, where the system tells which file the program is. */
static char *beside_program(void) {
    char program[LONGEST];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    for (int up = 0; up < 2; up++) {
        while (length > 0 && program[--length] != '/') continue;
    }
    if (length < 0) return NULL;
    program[length] = '\0';
    return join_if_there(length ? program : "/", "share/attnlearn");
}

char *installed_folder(void) {
    char *folder = beside_program();
    bool told = !folder && *INSTALLED_FOLDER && is_there(INSTALLED_FOLDER);
    return told ? memory_string(INSTALLED_FOLDER, "a file name", NULL) : folder;
}

char *installed_instead(const char *path) {
    bool has_place = strncmp(path, "configs/", 8) == 0 || strncmp(path, "data/", 5) == 0;
    if (!has_place || is_there(path)) return NULL;
    char *folder = installed_folder();
    char *found = folder ? join_if_there(folder, path) : NULL;
    free(folder);
    return found;
}
