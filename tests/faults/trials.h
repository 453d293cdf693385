/* What the faults are tried on. */
#ifndef TESTS_FAULTS_TRIALS_H
#define TESTS_FAULTS_TRIALS_H

#include <stddef.h>

/* All in a folder of its own; words are read by the shell, where attnlearn is the program. */
struct trial {
    const char *name;
    const char *before; /* makes what is there before: the old files */
    const char *words;  /* the command, which works where no fault is met */
    const char *again;  /* goes on after a fault and ends in the same files, or NULL */
    const char *rows;   /* names, blanks between, of files whose lines come one after another */
    const char *moving; /* of files that may be of an earlier moment of the same run */
    int status;         /* of the command where no fault is met: 0, or 1 for what is refused */
};

extern const struct trial trials[];
extern const size_t trial_count;

#endif
