/* The files of examples that the runs of a sweep share. */
#ifndef COMMAND_SWEEP_DATA_H
#define COMMAND_SWEEP_DATA_H

#include "task/dataset.h"

/* A list of them, the newest first. */
struct sweep_data {
    struct dataset dataset;
    struct task task;
    char *path;
    struct sweep_data *next;
};

/* The examples of that file for that task: read once, and kept in the list. */
const struct dataset *sweep_data_find(struct sweep_data **list, const char *path,
                                      const struct task *task, struct error *error);

/* Gives the list back. */
void sweep_data_free(struct sweep_data *list);

#endif
