/* Files: read whole, written whole or not at all.
 *
 * Rules: a file is written under another name in the same folder, flushed to disk and renamed, so
 * that a reader sees the old file or the new one and never half of one. What is not a regular file
 * (a pipe, /dev/null) is written directly. "-" is standard input or output. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Whether the path is "-". */
bool file_is_standard(const char *path);

/* How a path is named in messages: "standard input" or "standard output" for "-". */
const char *file_input_name(const char *path);
const char *file_output_name(const char *path);

/* The limit of a file that may have any size; what is made of it has room for more than its bytes. */
#define FILE_ANY_SIZE (SIZE_MAX / 4)

/* The whole file and a zero byte after it; *size is without that byte. The caller frees it. NULL
 * and an error where it cannot be read, is a folder, or holds more than `limit` bytes; a pipe may
 * hold 1 GB, and a device 64 MB, as some never end. A pipe that no program has opened for writing
 * is given up after 10 seconds. Memory is the file's size, or less than twice what a pipe gave. */
char *file_read(const char *path, size_t limit, size_t *size, struct error *error);

/* Replaces the file by these bytes, as the rules say; an ending signal waits until it is done. */
bool file_write(const char *path, const void *bytes, size_t size, struct error *error);

/* Whether what is written under that name makes another file first: it is no pipe, nor "-". */
bool file_is_replaced(const char *path);

/* Fails where file_write would, before the work whose results it shall write. */
bool file_check_writable(const char *path, struct error *error);

/* A file that is being written. A regular file is replaced at file_commit, or, for one that grows a
 * row at a time, at file_publish. */
struct file {
    int descriptor;
    char *path;      /* as the user wrote it, for messages */
    char *target;    /* what is replaced at the end, or NULL: written directly */
    char *temporary; /* what is written until then, or NULL */
    bool replaces;   /* a file that was there before */
    bool flushed;    /* all that was written is on disk */
    uint64_t size;   /* bytes that were written */
};

/* Begins a file. Nothing is visible under its name before file_publish or file_commit. */
bool file_create(struct file *file, const char *path, struct error *error);

/* Writes all bytes, in one call to the system where it takes them. Where they do not fit, none of
 * them stay in a regular file. Fails where file_look finds a change. */
bool file_append(struct file *file, const void *bytes, size_t size, struct error *error);

/* Sets *changed to whether a published file is not as long as what was written to it: another program
 * has cut it, or written to it, and what comes next would stand at the wrong place. Fails where nobody
 * can tell. */
bool file_look(const struct file *file, bool *changed, struct error *error);

/* Makes what was written so far visible under its name; more may be appended afterwards. It is on disk
 * first where it replaces a file: where there was none, a lost power cord takes nothing that it could
 * not take from what is appended. */
bool file_publish(struct file *file, struct error *error);

/* Flushes what was written so far to disk; nothing to a pipe. */
bool file_flush(struct file *file, struct error *error);

/* Publishes, flushes to disk and closes. The file is closed also where that fails, and where another
 * program has changed one that was published before, or put something else in its place. */
bool file_commit(struct file *file, struct error *error);

/* The same for several files of one folder. Nothing becomes visible before all of them are on disk;
 * then they are renamed one right after another, in their order. All are closed at the end. */
bool file_commit_all(struct file *files, size_t count, struct error *error);

/* Closes and forgets what was not published; does nothing to a file that is closed already. */
void file_abandon(struct file *file);

/* Makes the folder and those above it, where they are not there yet. */
bool file_make_folder(const char *path, struct error *error);

/* Sets *there to whether something stands under that name, a link to nowhere included. Fails where
 * nobody can tell. */
bool file_find(const char *path, bool *there, struct error *error);

/* Whether both paths name one file: the same path, or the same place on disk, also of a file that is
 * not there yet. */
bool file_is_same(const char *path, const char *other);

/* Removes the file, if it is there. */
bool file_remove(const char *path, struct error *error);

/* The folder that the path's last name stands in, in new memory, or NULL and an error. */
char *file_folder(const char *path, struct error *error);

/* The path of what stands beside a file for a while, in new memory: its name and the ending. Of a long
 * name its beginning and a hash stand there, so that there is room for the ending. */
char *file_beside(const char *path, const char *ending, struct error *error);

/* Where writing to that path makes a new file, in new memory: the path, or where the link leads to
 * that stands there. */
char *file_new_place(const char *path, struct error *error);

/* "folder/name" in new memory, or NULL and an error. */
char *file_join(const char *folder, const char *name, struct error *error);

#endif
