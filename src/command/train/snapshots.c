/* Snapshots of a run folder: see snapshots.h. */
#include "command/train/snapshots.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/number.h"
#include "command/train/run_files.h"
#include "command/train/run_save.h"
#include "model/kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ENDING[] = ".safetensors";

enum { DIGITS = 8, NAME_SIZE = 64 };

char *snapshot_path(const char *folder, const char *model, uint64_t step, struct error *error) {
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s/%s-%0*" PRIu64 "%s", run_snapshots, model, DIGITS, step,
             ENDING);
    return file_join(folder, name, error);
}

/* Whether the name is that of a model's snapshot; *step is its step. */
static bool is_snapshot(const char *name, const char *model, uint64_t *step) {
    char digits[NAME_SIZE];
    size_t start = strlen(model) + 1, length = strlen(name), end = length - strlen(ENDING);
    if (length < start + DIGITS + strlen(ENDING) || end - start >= sizeof digits) return false;
    if (strncmp(name, model, start - 1) != 0 || name[start - 1] != '-') return false;
    if (strcmp(name + end, ENDING) != 0) return false;
    memcpy(digits, name + start, end - start);
    digits[end - start] = '\0';
    return number_unsigned(digits, 0, UINT64_MAX, step, NULL);
}

/* Whether the name is that of some model's snapshot. */
static bool is_any_snapshot(const char *name) {
    uint64_t step;
    for (size_t i = 0; model_kinds[i]; i++) {
        if (is_snapshot(name, model_kinds[i]->name, &step)) return true;
    }
    return false;
}

static bool write_one(const char *folder, const struct training *training, size_t i,
                      struct error *error) {
    const char *model = training->trainees[i].model->kind->name;
    char *path = snapshot_path(folder, model, training->step, error);
    bool done = path && run_save_model(path, training, i, error);
    free(path);
    return done;
}

bool snapshots_check_writable(const char *folder, struct error *error) {
    char *inner = file_join(folder, run_snapshots, error), *path = NULL;
    bool there = false, done = inner && file_find(inner, &there, error);
    if (done && there) {
        path = snapshot_path(folder, model_kinds[0]->name, 0, error);
        done = path && file_make_folder(inner, error) && file_check_writable(path, error);
    }
    free(path);
    free(inner);
    return done;
}

bool snapshots_write(const char *folder, const struct training *training, struct error *error) {
    char *inner = file_join(folder, run_snapshots, error);
    bool done = inner && file_make_folder(inner, error);
    for (size_t i = 0; done && i < training->count; i++) {
        done = write_one(folder, training, i, error);
    }
    free(inner);
    return done;
}

/* A search through the folder: for one model's steps, or for what is removed. */
struct search {
    const char *inner, *model;
    struct snapshot_list *list;
    uint64_t first;
    struct error *error;
    bool failed;
};

static bool visit(const char *folder, void (*see)(void *context, const char *name),
                  struct search *search, struct error *error) {
    char *inner = file_join(folder, run_snapshots, error);
    search->inner = inner;
    search->error = error;
    bool done = inner && folder_visit(inner, see, search, error) && !search->failed;
    free(inner);
    return done;
}

static void remove_later(void *context, const char *name) {
    struct search *search = context;
    uint64_t step;
    for (size_t i = 0; model_kinds[i]; i++) {
        if (!is_snapshot(name, model_kinds[i]->name, &step) || step < search->first) continue;
        char *path = file_join(search->inner, name, search->error);
        search->failed = search->failed || !path || !file_remove(path, search->error);
        free(path);
    }
}

bool snapshots_remove(const char *folder, uint64_t first, struct error *error) {
    struct search search = {.first = first};
    char *inner = file_join(folder, run_snapshots, error);
    if (!inner) return false;
    folder_clean(inner, is_any_snapshot);
    free(inner);
    return visit(folder, remove_later, &search, error);
}

static bool make_room(struct snapshot_list *list, struct error *error) {
    if (list->count < list->capacity) return true;
    size_t capacity = list->capacity ? 2 * list->capacity : 64;
    uint64_t *grown = memory_grow(list->steps, capacity, sizeof *grown, "snapshots", error);
    if (!grown) return false;
    list->steps = grown;
    list->capacity = capacity;
    return true;
}

static void add_step(void *context, const char *name) {
    struct search *search = context;
    uint64_t step;
    if (search->failed || !is_snapshot(name, search->model, &step)) return;
    search->failed = !make_room(search->list, search->error);
    if (!search->failed) search->list->steps[search->list->count++] = step;
}

static int compare_steps(const void *a, const void *b) {
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

bool snapshots_list(const char *folder, const char *model, struct snapshot_list *list,
                    struct error *error) {
    struct search search = {.model = model, .list = list};
    bool done = visit(folder, add_step, &search, error);
    if (list->count) qsort(list->steps, list->count, sizeof *list->steps, compare_steps);
    return done;
}
