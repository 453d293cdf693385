/* The line of progress on a terminal. */
#include "support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs the command in a shell with a new terminal as its standard error; returns what that showed. */
static char *run_on_terminal(const char *command) {
    static char shown[65536];
    size_t length = 0;
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    cr_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(open(ptsname(master), O_RDWR | O_NOCTTY), STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    for (ssize_t got; length < sizeof shown - 1; length += (size_t)got) {
        got = read(master, shown + length, sizeof shown - 1 - length);
        if (got <= 0) break; /* nobody has it open any more */
    }
    int status;
    cr_assert(waitpid(child, &status, 0) == child && status == 0, "%s: %s", command, shown);
    close(master);
    shown[length] = '\0';
    return shown;
}

/* A line that fills the terminal, or more, would leave others behind. */
Test(progress, stays_in_one_line) {
    static const struct {
        const char *columns;
        size_t most;
    } cases[] = {{"40", 39}, {"20", 19}, {"200", 120}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "COLUMNS=%s TERM=xterm \"./${ATTNLEARN:-attnlearn}\" train --engine reference "
                 "--steps 100 --eval-examples 50 >/dev/null",
                 cases[i].columns);
        char *shown = run_on_terminal(command);
        size_t longest = 0;
        for (char *line = strtok(shown, "\r\n"); line; line = strtok(NULL, "\r\n")) {
            if (strlen(line) > longest) longest = strlen(line);
        }
        cr_expect(longest <= cases[i].most && longest > cases[i].most / 2, "%s columns: %zu",
                  cases[i].columns, longest);
    }
}
