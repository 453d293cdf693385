/* What the tests of writing share: see support_file.h. */
#include "support_file.h"

#include "base/file.h"
#include "support.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

const char *path_of(const char *name) {
    static char paths[4][512];
    static size_t next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", test_folder(), name);
    return path;
}

void assert_holds(const char *path, const char *expected) {
    char *bytes = read_file(path, NULL);
    cr_assert(bytes, "%s is not there", path);
    cr_expect_str_eq(bytes, expected, "%s holds '%.40s'", path, bytes);
    free(bytes);
}

void assert_names(const char *folder, int expected) {
    DIR *listing = opendir(folder);
    int count = -2;
    cr_assert(listing);
    while (readdir(listing)) count++;
    closedir(listing);
    cr_expect_eq(count, expected, "%d names in %s", count, folder);
}

void write_all(const char *path, const char *string) {
    struct error error;
    cr_assert(file_write(path, string, strlen(string), &error), "%s", error.message);
}

void limit_file_size(void) {
    struct rlimit limit = {1000, 1000};
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}
