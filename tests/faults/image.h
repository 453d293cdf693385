/* Folders in memory: every file below one, by its name. */
#ifndef TESTS_FAULTS_IMAGE_H
#define TESTS_FAULTS_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

struct image_file {
    char *name; /* below the folder */
    char *bytes;
    size_t size;
};

struct image {
    struct image_file *files;
    size_t count;
};

/* Reads a file whole, with a zero byte after it; ends the driver where it cannot. */
struct image_file image_read_file(const char *path);

/* Reads all files of the folder and of those below it. */
struct image image_read(const char *folder);
void image_free(struct image *image);

/* The file of that name, or NULL. */
const struct image_file *image_find(const struct image *image, const char *name);

/* Whether both have the same bytes. */
bool image_same_bytes(const struct image_file *a, const struct image_file *b);

/* Makes the folder hold these files and nothing else. */
void image_write(const struct image *image, const char *folder);

#endif
