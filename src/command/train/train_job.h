/* What one `train` works on: its settings, models and data, where training stands, what it writes. */
#ifndef COMMAND_TRAIN_JOB_H
#define COMMAND_TRAIN_JOB_H

#include "base/lock.h"
#include "command/train/resume.h"
#include "command/train/train_output.h"

struct train_job {
    const struct invocation *invocation;
    const struct settings *settings; /* the invocation's, or those of a run that goes on */
    struct lock lock;                /* of the run folder */
    struct resumption resumption;    /* its folder is NULL where a run begins */
    struct model models[SETTINGS_MAX_MODELS];
    struct dataset data, eval_data;
    struct training training;
    struct train_output output;
};

/* The job of a command line, with nothing open. The invocation must outlive it. */
struct train_job train_job_of(const struct invocation *invocation);

/* Checks all that can be checked, reads what there is to read, takes up a run that goes on, and then
 * opens what is written; says on standard error where the first step will take long. From there on
 * ending signals are caught. Give it back with train_job_close, also when this fails. */
bool train_job_open(struct train_job *job, struct error *error);
void train_job_close(struct train_job *job);

#endif
