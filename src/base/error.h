/* Errors as values: the last parameter of every function that can fail.
 *
 * Rules: a function that fails fills the error and returns false (or NULL); on success it leaves
 * the error untouched. Nothing below command/ prints, and only main ends the program. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

/* The program's exit statuses. */
enum status {
    STATUS_DONE = 0,
    STATUS_FAILED = 1,  /* bad file, I/O, not a number, a check not passed */
    STATUS_USAGE = 2,   /* wrong command line or configuration */
    STATUS_SIGNAL = 128 /* plus the number of the signal that ended the work; see signals.h */
};

struct error {
    enum status status;
    char message[1024]; /* one sentence; cut, never overrun, when it is longer */
};

#if defined(__GNUC__)
#define BASE_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define BASE_PRINTF(at, first)
#endif

/* Sets `error` to status and the printf-formatted sentence. Always returns false, so that a caller
 * can write `return error_set(...)`. Control characters, and bytes that are not UTF-8, become
 * '?', so that a hostile file name cannot speak to the terminal. `error` may be NULL. */
bool error_set(struct error *error, enum status status, const char *format, ...) BASE_PRINTF(3, 4);

/* As error_set with STATUS_FAILED, and ": " and the text of errno after the sentence. */
bool error_set_errno(struct error *error, const char *format, ...) BASE_PRINTF(2, 3);

/* Puts "PLACE: " before the sentence that is already in `error`; returns false. */
bool error_prefix(struct error *error, const char *format, ...) BASE_PRINTF(2, 3);

/* For messages that quote what somebody wrote: the text itself, or of a long one its beginning and
 * "..." in `room`, so that the words after it have their place. */
enum { ERROR_QUOTE_SIZE = 64 };
const char *error_quote(const char *text, char room[ERROR_QUOTE_SIZE]);

/* For messages that say a command: the text as one word of the shell, which is the text itself, or in
 * `room` with single quotes around it where it needs them and there is room. */
enum { ERROR_WORD_SIZE = 512 };
const char *error_word(const char *text, char room[ERROR_WORD_SIZE]);

#endif
