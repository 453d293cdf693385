/* The files of examples that runs share: see sweep_data.h. */
#include "command/sweep/sweep_data.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A new head of the list, without examples yet. */
static bool add_head(struct sweep_data **list, const char *path, const struct task *task,
                     struct error *error) {
    struct sweep_data *head = memory_take(1, sizeof *head, path, error);
    if (!head) return false;
    head->next = *list;
    *list = head;
    head->task = *task;
    head->path = memory_take(strlen(path) + 1, 1, path, error);
    return head->path && strcpy(head->path, path);
}

const struct dataset *sweep_data_find(struct sweep_data **list, const char *path,
                                      const struct task *task, struct error *error) {
    for (struct sweep_data *data = *list; data; data = data->next) {
        if (strcmp(data->path, path) == 0 && task_equal(&data->task, task)) return &data->dataset;
    }
    if (!add_head(list, path, task, error)) return NULL;
    struct dataset *dataset = &(*list)->dataset;
    return dataset_read(dataset, task, task->min_pairs, path, error) ? dataset : NULL;
}

void sweep_data_free(struct sweep_data *list) {
    while (list) {
        struct sweep_data *head = list;
        list = head->next;
        dataset_free(&head->dataset);
        free(head->path);
        free(head);
    }
}
