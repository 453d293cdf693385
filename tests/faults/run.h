/* Running the program under test, with a fault or without. */
#ifndef TESTS_FAULTS_RUN_H
#define TESTS_FAULTS_RUN_H

#include "faults.h"
#include "image.h"

/* One job's place: all that it runs, runs there. */
struct place {
    const char *program;
    char work[512], out[512], err[512], tally_path[512];
    struct fault_tally *tally;
};

/* The faults of a run: the first call that fails, and whether all later ones do. */
struct fault {
    enum fault_kind kind;
    long at;
    bool on;
};

/* Whether it ends the program there and then. */
bool fault_kills(const struct fault *fault);

/* The kinds' names. */
extern const char *const fault_names[FAULT_KINDS];

/* A new file of that size that several processes map, all zeros; ends the driver where it cannot. */
void *map_shared(const char *path, size_t size);

/* Sets up job number `job` below the folder. */
struct place place_take(const char *folder, const char *program, int job);

/* Runs words of the shell, in which attnlearn is the program, in place->work; with a fault, the words
 * are one command. Returns the status as a shell has it; what hangs is ended. */
int run_words(const struct place *place, const char *words, const struct fault *fault);

/* What stood on standard error without the lines of progress, "100 %  ...", which tell times. */
struct image_file read_messages(const struct place *place);

#endif
