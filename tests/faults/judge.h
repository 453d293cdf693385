/* What a program may make of a fault. */
#ifndef TESTS_FAULTS_JUDGE_H
#define TESTS_FAULTS_JUDGE_H

#include "run.h"
#include "trials.h"

/* A trial and what comes of it without a fault. */
struct expected {
    const struct trial *trial;
    struct image before, after;
    struct image_file out, err;
    long calls[FAULT_KINDS];
};

/* How often: a fault, a sentence, no matter, and neither. */
struct score {
    int faults, refused, harmless, failed;
};

enum { WHY_SIZE = 2048 };

/* Adds to the score what the run, which ended with that status, came to. Returns whether that is
 * right (drive.c says what is); `why` is set where it is not. */
bool judge(const struct place *place, const struct expected *expected, const struct fault *fault,
           int status, struct score *score, char why[WHY_SIZE]);

#endif
