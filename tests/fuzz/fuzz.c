/* What fuzz targets share: see fuzz.h. */
#include "fuzz.h"

#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fuzz_property(bool holds, const char *what, const char *file, int line) {
    if (holds) return;
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

/* A file without a name, in memory where the system has a folder for that. */
static int open_nameless(void) {
    char places[][32] = {"/dev/shm/fuzz-XXXXXX", "/tmp/fuzz-XXXXXX"};
    for (int i = 0; i < 2; i++) {
        int descriptor = mkstemp(places[i]);
        if (descriptor < 0) continue;
        unlink(places[i]);
        return descriptor;
    }
    perror("a temporary file");
    abort();
}

const char *fuzz_file(const void *bytes, size_t size) {
    static int descriptor = -1;
    static char path[32];
    if (descriptor < 0) {
        descriptor = open_nameless();
        snprintf(path, sizeof path, "/dev/fd/%d", descriptor);
    }
    PROPERTY(ftruncate(descriptor, 0) == 0);
    PROPERTY(pwrite(descriptor, bytes, size, 0) == (ssize_t)size);
    return path;
}

void fuzz_refused(const struct error *error) {
    PROPERTY(error->status == STATUS_FAILED || error->status == STATUS_USAGE);
    const char *at = error->message;
    PROPERTY(*at);
    for (size_t left = strlen(at), length; left; left -= length, at += length) {
        length = utf8_length(at, left);
        PROPERTY(length && (unsigned char)*at >= 0x20 && *at != 0x7f);
    }
}

void fuzz_same(const struct text *a, const struct text *b) {
    PROPERTY(!a->failed && !b->failed);
    PROPERTY(a->length == b->length);
    PROPERTY(!a->length || memcmp(a->data, b->data, a->length) == 0);
}

char *fuzz_string(const uint8_t *bytes, size_t size) {
    char *string = malloc(size + 1);
    PROPERTY(string);
    if (size) memcpy(string, bytes, size);
    string[size] = '\0';
    return string;
}
