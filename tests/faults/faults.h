/* Faults on demand: what the driver and the program under test agree on.
 *
 * The program is linked so that its calls to the system go through wrap.c, which lets them fail as
 * the environment says: FAULT_KIND is a kind's name, FAULT_AT the number of the first call of that
 * kind that fails, from 1, FAULT_ON=1 lets all later ones fail too. FAULT_TALLY is a file that both
 * map; it is counted in there. */
#ifndef TESTS_FAULTS_H
#define TESTS_FAULTS_H

enum fault_kind {
    FAULT_MEMORY,    /* calloc, realloc */
    FAULT_OPEN,      /* open, opendir */
    FAULT_READ,      /* read, readdir */
    FAULT_WRITE,     /* write: no space left */
    FAULT_HALF,      /* write: a half of it, and no space left afterwards */
    FAULT_INTERRUPT, /* read, write: interrupted by a signal, to be done again */
    FAULT_SYNC,      /* fsync */
    FAULT_RENAME,    /* rename */
    FAULT_CLOSE,     /* close, closedir; the descriptor is gone nevertheless */
    FAULT_FOLDER,    /* mkdir */
    FAULT_CUT,       /* the same, and lseek and ftruncate from there on */
    FAULT_REMOVE,    /* unlink */
    FAULT_LOOK,      /* stat, lstat, fstat, access, realpath */
    FAULT_CHANGE,    /* fchmod, fcntl */
    FAULT_KILL,      /* killed before a call that changes what is on disk */
    FAULT_TORN,      /* killed when a half of a write is done */
    FAULT_KINDS
};

/* The kinds' names, in their order. */
#define FAULT_NAMES                                                                                \
    "memory", "open", "read", "write", "half", "interrupt", "sync", "rename", "close", "folder",   \
        "cut", "remove", "look", "change", "kill", "torn"

struct fault_tally {
    long calls[FAULT_KINDS];
    long faults;        /* calls that were made to fail */
    long blocks, files; /* that were taken and not given back */
    long early;         /* files that were renamed before they were on disk */
    long cut_short;     /* files that were written to, and closed with a fault */
};

#endif
