/* What the tests share: running the program as a user would, and files to give it.
 *
 * Tests run at the top of the project. Each gets a folder of its own, named in the environment of
 * the commands as $T, which is removed when the test ends well. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <criterion/criterion.h>

#include <stdbool.h>
#include <stddef.h>

/* How many times as long as usual the program may take in this build. */
#if defined __OPTIMIZE__ && !defined __SANITIZE_ADDRESS__
#define SLOWNESS 1
#else
#define SLOWNESS 50
#endif

/* Of trials that differ only in their numbers, a slow build takes every so many. */
#define EVERY (SLOWNESS > 1 ? 5 : 1)

/* What a command did. */
struct outcome {
    int status; /* of exit, or 128 + the signal */
    char *out, *err;
    size_t out_size, err_size;
};

/* Runs a shell command, in which `attnlearn` is the program under test, with LC_ALL=C.UTF-8 unless
 * the command says otherwise; $PROGRAM is its path, for who wants its process number. Give it back
 * with outcome_free. */
struct outcome run(const char *format, ...) __attribute__((format(printf, 1, 2)));
void outcome_free(struct outcome *outcome);

/* This test's folder; made when it is first asked for. */
const char *test_folder(void);

/* Writes a file into the test's folder, `size` bytes or a string; returns its path (static). */
const char *write_bytes(const char *name, const void *bytes, size_t size);
const char *write_string(const char *name, const char *string);

/* The whole file as a string (caller frees), or NULL. */
char *read_file(const char *path, size_t *size);

/* Asserts that the command ended with this status, that its message on standard error begins with
 * "attnlearn: " and holds `words`, is one line, and that nothing stands on standard output. */
void assert_refused(int status, const char *words, const char *command);

/* Asserts that the command succeeds and prints this text, or nothing, on standard output. */
void assert_prints(const char *command, const char *out);
void assert_done(const char *command);

/* Asserts that two run folders inside the test's hold the same names and bytes; config.ini names its
 * folder. */
void assert_same_runs(const char *what, const char *one, const char *other);

/* How often a string stands in a text, not overlapping itself. */
size_t occurrences(const char *text, const char *string);

/* The number after "key": in a JSON text; fails the test where it is missing. */
double json_number(const char *json, const char *key);

/* All numbers of the array after "key":, however deep, in their order; *count of them. The caller
 * frees. */
double *json_numbers_of(const char *json, const char *key, size_t *count);

/* Asserts |a - b| <= tolerance; nan never passes. */
void assert_near(double a, double b, double tolerance, const char *what);

#endif
