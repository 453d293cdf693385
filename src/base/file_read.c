/* Files that are read whole: see file.h. */
#include "base/file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_is_standard(const char *path) {
    return strcmp(path, "-") == 0;
}

const char *file_input_name(const char *path) {
    return file_is_standard(path) ? "standard input" : path;
}

/* The most that is read of what has no size of its own: a pipe; a device, which may never end. */
static const size_t LARGEST_PIPE = (size_t)1 << 30, LARGEST_DEVICE = (size_t)1 << 26;

/* Milliseconds until a program must have begun to write to a pipe. */
enum { LONGEST_WAIT = 10000 };

struct input {
    const char *name; /* for messages */
    int descriptor;
    struct stat status;
    size_t limit; /* of its bytes */
};

static bool too_large(const struct input *input, struct error *error) {
    return error_set(error, STATUS_FAILED, "%s is larger than %zu bytes", input->name,
                     input->limit);
}

/* Lowers the limit to what such a file may hold. */
static bool check_input(struct input *input, struct error *error) {
    mode_t mode = input->status.st_mode;
    size_t most = S_ISREG(mode)                    ? SIZE_MAX
                  : S_ISCHR(mode) || S_ISBLK(mode) ? LARGEST_DEVICE
                                                   : LARGEST_PIPE;
    if (S_ISDIR(mode)) {
        return error_set(error, STATUS_FAILED, "%s is a folder, not a file", input->name);
    }
    if (input->limit > most) input->limit = most;
    if (!S_ISREG(mode) || (uintmax_t)input->status.st_size <= input->limit) return true;
    return too_large(input, error);
}

/* Whether a pipe without bytes has a program that may still write them. */
static bool has_writer(int descriptor) {
    char byte;
    return read(descriptor, &byte, 1) != 0;
}

/* A pipe is opened whether or not a program writes to it: waits until one does, but not forever. Reading
 * waits from then on. */
static bool await_writer(const struct input *input, struct error *error) {
    struct pollfd await = {.fd = input->descriptor, .events = POLLIN};
    if (S_ISFIFO(input->status.st_mode)) {
        int ready = poll(&await, 1, LONGEST_WAIT);
        if (ready < 0) return error_set_errno(error, "cannot read %s", input->name);
        if (!ready && !has_writer(input->descriptor)) {
            return error_set(error, STATUS_FAILED, "%s is a pipe that no program writes to",
                             input->name);
        }
    }
    int flags = fcntl(input->descriptor, F_GETFL);
    if (flags >= 0 && fcntl(input->descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0) return true;
    return error_set_errno(error, "cannot read %s", input->name);
}

static bool open_input(struct input *input, const char *path, struct error *error) {
    bool is_opened = !file_is_standard(path);
    input->descriptor =
        is_opened ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : STDIN_FILENO;
    if (input->descriptor < 0) return error_set_errno(error, "cannot open %s", input->name);
    bool done = fstat(input->descriptor, &input->status) == 0
                    ? check_input(input, error)
                    : error_set_errno(error, "cannot read %s", input->name);
    if (done && is_opened) done = await_writer(input, error);
    if (!done && is_opened) close(input->descriptor);
    return done;
}

/* A file's size at first, with the zero byte and one by which its end is seen. */
static size_t first_capacity(const struct input *input) {
    bool has_size = S_ISREG(input->status.st_mode) && input->status.st_size > 0;
    return has_size ? size_add((size_t)input->status.st_size, 2) : 65536;
}

static bool read_all(const struct input *input, char **bytes, size_t *size, struct error *error) {
    size_t capacity = 0;
    *size = 0;
    for (;;) {
        if (*size + 1 >= capacity) {
            capacity = capacity ? size_multiply(2, capacity) : first_capacity(input);
            char *grown = memory_grow(*bytes, capacity, 1, input->name, error);
            if (!grown) return false;
            *bytes = grown;
        }
        ssize_t got = read(input->descriptor, *bytes + *size, capacity - *size - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return error_set_errno(error, "cannot read %s", input->name);
        if (got == 0) break;
        *size += (size_t)got;
        if (*size > input->limit) return too_large(input, error);
    }
    (*bytes)[*size] = '\0';
    return true;
}

char *file_read(const char *path, size_t limit, size_t *size, struct error *error) {
    struct input input = {.name = file_input_name(path), .limit = limit};
    char *bytes = NULL;
    if (!open_input(&input, path, error)) return NULL;
    bool done = read_all(&input, &bytes, size, error);
    if (!file_is_standard(path)) close(input.descriptor);
    if (done) return bytes;
    free(bytes);
    return NULL;
}
