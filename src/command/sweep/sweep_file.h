/* A file that a sweep writes: a header, then the lines of each run that is done.
 *
 * While the sweep goes on they stand there in the order in which the runs were finished, so that
 * whoever is killed loses none of them; when it ends they are put in the order of the runs. The file
 * is this process's until then (base/lock.h). */
#ifndef COMMAND_SWEEP_FILE_H
#define COMMAND_SWEEP_FILE_H

#include "base/file.h"
#include "base/lock.h"
#include "base/text.h"

/* Where the lines of a run stand; a size of 0: it has none. */
struct sweep_part {
    size_t start, size;
};

struct sweep_file {
    struct file file; /* a descriptor of -1: none */
    struct lock lock;
    const char *path;
    struct sweep_part *parts; /* [count] */
    size_t count;
    size_t header, size; /* bytes */
    size_t end;          /* of the runs that are there in order: those after the last one */
    bool mixed;          /* the runs are not in order */
};

/* No file yet. Give it back with sweep_file_free. */
struct sweep_file sweep_file_none(void);

/* Fails with STATUS_USAGE where `path`, which --OPTION writes unless it is NULL, is the lock of the
 * file `other`, or NULL, of the same sweep: its end removes that. */
bool sweep_file_check_lock(const char *option, const char *path, const char *other,
                           struct error *error);

/* Takes the file for `count` runs, of which it has none yet. */
bool sweep_file_take(struct sweep_file *file, const char *path, size_t count, struct error *error);

/* Begins it: the header, then of `kept` the parts that file->parts says, in their order. */
bool sweep_file_begin(struct sweep_file *file, const struct text *header, const struct text *kept,
                      struct error *error);

/* Appends the lines of a run by one write. Fails where another program has cut the file, or written
 * to it. */
bool sweep_file_add(struct sweep_file *file, size_t run, const struct text *lines,
                    struct error *error);

/* Flushes and closes the file, and puts it in order. Fails, and leaves it, where another program has
 * changed or replaced it. */
bool sweep_file_close(struct sweep_file *file, struct error *error);

/* Closes what is still open and gives all back. */
void sweep_file_free(struct sweep_file *file);

#endif
