/* The signals that end a program: see signals.h. */
#include "base/signals.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>

/* Who ends a program and its whole group, as timeout(1) does, sends it the same signal twice at once:
 * that is one. */
enum { ENDING_COUNT = 3, TWIN_MILLISECONDS = 20 };

static const int ending[ENDING_COUNT] = {SIGINT, SIGTERM, SIGHUP};

static void fill_set(sigset_t *set) {
    sigemptyset(set);
    for (int i = 0; i < ENDING_COUNT; i++) sigaddset(set, ending[i]);
}

static void (*handler_of(int signal))(int) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 ? action.sa_handler : SIG_IGN;
}

static void set_handler(int signal, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    fill_set(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

static void end_at_once(int signal) {
    set_handler(signal, SIG_DFL);
    raise(signal);
}

/* What came has its default action again, which is how one knows of it; the others end it all. */
static void note(int signal) {
    int before = errno;
    for (int i = 0; i < ENDING_COUNT; i++) {
        if (handler_of(ending[i]) != note) continue;
        set_handler(ending[i], ending[i] == signal ? SIG_IGN : end_at_once);
    }
    poll(NULL, 0, TWIN_MILLISECONDS);
    set_handler(signal, SIG_IGN); /* forgets the twin, which waits for this handler's end */
    set_handler(signal, SIG_DFL);
    errno = before;
}

void signals_catch(void) {
    for (int i = 0; i < ENDING_COUNT; i++) {
        bool ignored = ending[i] == SIGHUP && handler_of(SIGHUP) == SIG_IGN;
        if (!ignored) set_handler(ending[i], note);
    }
}

int signals_caught(void) {
    for (int i = 0; i < ENDING_COUNT; i++) {
        if (handler_of(ending[i]) == SIG_DFL) return ending[i];
    }
    return 0;
}

int signals_release(void) {
    sigset_t before;
    signals_hold(&before);
    int caught = signals_caught();
    for (int i = 0; i < ENDING_COUNT; i++) {
        if (handler_of(ending[i]) != SIG_IGN) set_handler(ending[i], SIG_DFL);
    }
    signals_let(&before);
    return caught;
}

bool signals_error(struct error *error, int signal, const char *format, ...) {
    char sentence[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return error_set(error, (enum status)(STATUS_SIGNAL + signal), "%s", sentence);
}

void signals_end(enum status status) {
    int signal = (int)status - STATUS_SIGNAL;
    if (signal <= 0) return;
    set_handler(signal, SIG_DFL);
    raise(signal);
}

void signals_hold(sigset_t *before) {
    sigset_t set;
    fill_set(&set);
    sigprocmask(SIG_BLOCK, &set, before);
}

void signals_let(const sigset_t *before) {
    sigprocmask(SIG_SETMASK, before, NULL);
}
