/* Running the program under test: see run.h. */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 60, CANNOT_RUN = 97 };

const char *const fault_names[FAULT_KINDS] = {FAULT_NAMES};

bool fault_kills(const struct fault *fault) {
    return fault->kind == FAULT_KILL || fault->kind == FAULT_TORN;
}

void *map_shared(const char *path, size_t size) {
    int descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    void *map = MAP_FAILED;
    if (descriptor >= 0 && ftruncate(descriptor, (off_t)size) == 0) {
        map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    if (map == MAP_FAILED) {
        perror(path);
        exit(3);
    }
    close(descriptor);
    return map;
}

struct place place_take(const char *folder, const char *program, int job) {
    struct place place = {.program = program};
    snprintf(place.work, sizeof place.work, "%s/%d", folder, job);
    snprintf(place.out, sizeof place.out, "%s/%d.out", folder, job);
    snprintf(place.err, sizeof place.err, "%s/%d.err", folder, job);
    snprintf(place.tally_path, sizeof place.tally_path, "%s/%d.tally", folder, job);
    place.tally = map_shared(place.tally_path, sizeof *place.tally);
    return place;
}

static void redirect(const char *path, int flags, int descriptor) {
    int file = open(path, flags, 0666);
    if (file < 0 || dup2(file, descriptor) < 0) _exit(CANNOT_RUN);
    close(file);
}

static void wish(const struct place *place, const struct fault *fault) {
    char number[24];
    snprintf(number, sizeof number, "%ld", fault->at);
    setenv("FAULT_TALLY", place->tally_path, 1);
    setenv("FAULT_KIND", fault_names[fault->kind], 1);
    setenv("FAULT_AT", number, 1);
    if (fault->on) setenv("FAULT_ON", "1", 1);
}

int run_words(const struct place *place, const char *words, const struct fault *fault) {
    char script[2048];
    int status;
    memset(place->tally, 0, sizeof *place->tally);
    snprintf(script, sizeof script, "attnlearn() { \"$ATTNLEARN\" \"$@\"; }\n%s", words);
    if (fault) snprintf(script, sizeof script, "exec \"$ATTNLEARN\" %s", strchr(words, ' ') + 1);
    pid_t child = fork();
    if (child == 0) {
        redirect(place->out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
        redirect(place->err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
        redirect("/dev/null", O_RDONLY, STDIN_FILENO);
        if (chdir(place->work) != 0) _exit(CANNOT_RUN);
        setenv("ATTNLEARN", place->program, 1);
        if (fault) wish(place, fault);
        alarm(SECONDS);
        execl("/bin/sh", "sh", "-c", script, (char *)NULL);
        _exit(CANNOT_RUN);
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return CANNOT_RUN;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

struct image_file read_messages(const struct place *place) {
    struct image_file file = image_read_file(place->err);
    char *to = file.bytes;
    for (const char *line = file.bytes; *line;) {
        const char *end = strchr(line, '\n');
        size_t length = end ? (size_t)(end - line) + 1 : strlen(line);
        bool progress = length > 5 && strncmp(line + 3, " %", 2) == 0;
        if (!progress) memmove(to, line, length);
        to += progress ? 0 : length;
        line += length;
    }
    *to = '\0';
    file.size = (size_t)(to - file.bytes);
    return file;
}
