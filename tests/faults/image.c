/* Folders in memory: see image.h. */
#include "image.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void give_up(const char *path) {
    perror(path);
    exit(3);
}

static void *grow(void *block, size_t size) {
    block = realloc(block, size);
    if (!block) give_up("memory");
    return block;
}

struct image_file image_read_file(const char *path) {
    struct image_file file = {0};
    FILE *stream = fopen(path, "rb");
    if (!stream) give_up(path);
    for (size_t got = 1; got;) {
        file.bytes = grow(file.bytes, file.size + 65536);
        got = fread(file.bytes + file.size, 1, 65535, stream);
        file.size += got;
    }
    if (ferror(stream)) give_up(path);
    fclose(stream);
    file.bytes[file.size] = '\0';
    return file;
}

static char *join(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = grow(NULL, size);
    snprintf(path, size, "%s%s%s", folder, *folder ? "/" : "", name);
    return path;
}

static bool is_folder(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Calls `see` for every file; `below` is the folder's name below the top. */
static void visit(const char *folder, const char *below, void *context,
                  void (*see)(void *context, const char *path, const char *name)) {
    DIR *listing = opendir(folder);
    if (!listing) give_up(folder);
    for (const struct dirent *entry; (entry = readdir(listing));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        char *path = join(folder, entry->d_name), *name = join(below, entry->d_name);
        if (is_folder(path)) visit(path, name, context, see);
        see(context, path, name);
        free(path);
        free(name);
    }
    closedir(listing);
}

static void add_file(void *context, const char *path, const char *name) {
    struct image *image = context;
    if (is_folder(path)) return;
    struct image_file file = image_read_file(path);
    file.name = join("", name);
    image->files = grow(image->files, (image->count + 1) * sizeof *image->files);
    image->files[image->count++] = file;
}

struct image image_read(const char *folder) {
    struct image image = {0};
    visit(folder, "", &image, add_file);
    return image;
}

void image_free(struct image *image) {
    for (size_t i = 0; i < image->count; i++) {
        free(image->files[i].name);
        free(image->files[i].bytes);
    }
    free(image->files);
    *image = (struct image){0};
}

const struct image_file *image_find(const struct image *image, const char *name) {
    for (size_t i = 0; i < image->count; i++) {
        if (strcmp(image->files[i].name, name) == 0) return &image->files[i];
    }
    return NULL;
}

bool image_same_bytes(const struct image_file *a, const struct image_file *b) {
    return a && b && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

static void delete_one(void *context, const char *path, const char *name) {
    (void)context;
    (void)name;
    if (remove(path) != 0) give_up(path);
}

static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST) give_up(path);
        *slash = '/';
    }
}

void image_write(const struct image *image, const char *folder) {
    if (is_folder(folder)) visit(folder, "", NULL, delete_one);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) give_up(folder);
    for (size_t i = 0; i < image->count; i++) {
        char *path = join(folder, image->files[i].name);
        make_folders(path);
        FILE *stream = fopen(path, "wb");
        if (!stream) give_up(path);
        fwrite(image->files[i].bytes, 1, image->files[i].size, stream);
        if (fclose(stream) != 0) give_up(path);
        free(path);
    }
}
