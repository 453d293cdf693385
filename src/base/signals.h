/* The signals that end a program: SIGINT, SIGTERM, and SIGHUP where it is not ignored.
 *
 * Long work catches them: the first one is noted, so that the work can come to a good end; a second
 * one ends the program at once, unless it is the same and comes with it. Nothing is kept outside of
 * the system's own table: a signal that was caught is one that has its default action again. */
#ifndef BASE_SIGNALS_H
#define BASE_SIGNALS_H

#include "base/error.h"

#include <signal.h>

/* From now on they are noted. */
void signals_catch(void);

/* Between signals_catch and signals_release: the signal that was noted, or 0. */
int signals_caught(void);

/* They have their default action again. Returns what was noted until then, or 0. */
int signals_release(void);

/* As error_set, with the status that tells main to end by this signal. */
bool signals_error(struct error *error, int signal, const char *format, ...) BASE_PRINTF(3, 4);

/* Ends the program by the signal of such a status; does nothing for another one. */
void signals_end(enum status status);

/* They wait while this thread does a short piece of work that must not be left half. Threads that
 * stand by may still take one, with whatever action it has then. */
void signals_hold(sigset_t *before);
void signals_let(const sigset_t *before);

#endif
