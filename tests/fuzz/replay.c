/* A fuzz target without a fuzzer: gives it each file that is named, and those of each folder. */
#include "fuzz.h"

#include "base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

/* What a target's own mutator would call. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most) {
    (void)bytes;
    (void)most;
    return size;
}

static size_t replay_path(const char *path);

static size_t replay_file(const char *path) {
    struct error error;
    size_t size;
    char *bytes = file_read(path, SIZE_MAX / 4, &size, &error);
    if (!bytes) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    LLVMFuzzerTestOneInput((const uint8_t *)bytes, size);
    free(bytes);
    return 1;
}

static size_t replay_folder(DIR *folder, const char *path) {
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        char *name = file_join(path, entry->d_name, NULL);
        count += name ? replay_path(name) : 0;
        free(name);
    }
    return count;
}

static size_t replay_path(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return replay_file(path);
    size_t count = replay_folder(folder, path);
    closedir(folder);
    return count;
}

int main(int count, char **paths) {
    size_t files = 0;
    for (int i = 1; i < count; i++) files += replay_path(paths[i]);
    printf("%s: %zu inputs\n", paths[0], files);
    return files ? 0 : 1;
}
