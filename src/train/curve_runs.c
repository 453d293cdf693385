/* The curves of runs in memory: see curve_runs.h. */
#include "train/curve_runs.h"

#include "base/memory.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char what[] = "the curves";

void curve_runs_free(struct curve_runs *runs) {
    for (size_t i = 0; i < runs->count; i++) {
        struct curve_run *run = &runs->runs[i];
        free((char *)run->key.model);
        free((char *)run->key.score);
        free(run->steps);
        for (size_t c = 0; c < CURVE_RUNS_COLUMNS; c++) free(run->values[c]);
    }
    free(runs->runs);
    free(runs->slots);
    *runs = (struct curve_runs){.columns = runs->columns, .column_count = runs->column_count};
}

static bool is_key(const struct curve_key *a, const struct curve_key *b) {
    return a->file == b->file && a->seed == b->seed && strcmp(a->model, b->model) == 0 &&
           strcmp(a->score, b->score) == 0;
}

/* The slot of the key, or the free one where it belongs. Where the table stands in memory is part of
 * the hash, so that no file can be made whose seeds all want one slot; no result depends on it. */
static size_t *find_slot(const struct curve_runs *runs, const struct curve_key *key) {
    struct random_key names = {.a = (uint64_t)(uintptr_t)runs->slots,
                               .b = random_name(key->model) * 31 + random_name(key->score)};
    size_t mask = runs->slot_count - 1;
    size_t i = (size_t)random_word(names, key->seed, key->file) & mask;
    while (runs->slots[i] && !is_key(&runs->runs[runs->slots[i] - 1].key, key)) i = (i + 1) & mask;
    return &runs->slots[i];
}

/* Keeps the table at most half full. */
static bool make_room(struct curve_runs *runs, struct error *error) {
    if (runs->count < runs->capacity) return true;
    size_t capacity = runs->capacity ? 2 * runs->capacity : 16;
    size_t *slots = memory_take(2 * capacity, sizeof *slots, what, error);
    struct curve_run *grown = NULL;
    if (slots) grown = memory_grow(runs->runs, capacity, sizeof *grown, what, error);
    if (!grown) {
        free(slots);
        return false;
    }
    free(runs->slots);
    runs->runs = grown;
    runs->capacity = capacity;
    runs->slots = slots;
    runs->slot_count = 2 * capacity;
    for (size_t i = 0; i < runs->count; i++) *find_slot(runs, &runs->runs[i].key) = i + 1;
    return true;
}

static struct curve_run *add_run(struct curve_runs *runs, const struct curve_key *key,
                                 struct error *error) {
    if (runs->count == CURVE_RUNS_MOST) {
        error_set(error, STATUS_FAILED, "these are more than %d runs", CURVE_RUNS_MOST);
        return NULL;
    }
    struct curve_run *run = &runs->runs[runs->count];
    char *model = memory_string(key->model, what, error);
    char *score = memory_string(key->score, what, error);
    if (!model || !score) {
        free(model);
        free(score);
        return NULL;
    }
    *run = (struct curve_run){.key = {key->file, model, score, key->seed}, .number = runs->count};
    for (size_t l = 0; l < CURVE_LEVELS; l++) run->levels[l] = NAN;
    *find_slot(runs, key) = ++runs->count;
    return run;
}

struct curve_run *curve_runs_find(struct curve_runs *runs, const struct curve_key *key,
                                  struct error *error) {
    if (!make_room(runs, error)) return NULL;
    size_t found = *find_slot(runs, key);
    return found ? &runs->runs[found - 1] : add_run(runs, key, error);
}

static bool grow(double **numbers, size_t capacity, struct error *error) {
    double *grown = memory_grow(*numbers, capacity, sizeof *grown, what, error);
    if (grown) *numbers = grown;
    return grown;
}

static bool make_row(const struct curve_runs *runs, struct curve_run *run, struct error *error) {
    if (run->count < run->capacity) return true;
    size_t capacity = run->capacity ? 2 * run->capacity : 2;
    if (!grow(&run->steps, capacity, error)) return false;
    for (size_t c = 0; c < runs->column_count; c++) {
        if (!grow(&run->values[c], capacity, error)) return false;
    }
    run->capacity = capacity;
    return true;
}

bool curve_run_add(const struct curve_runs *runs, struct curve_run *run, double step,
                   const double *values, struct error *error) {
    if (!make_row(runs, run, error)) return false;
    run->steps[run->count] = step;
    for (size_t c = 0; c < runs->column_count; c++) run->values[c][run->count] = values[c];
    run->count++;
    return true;
}

static bool goes_on_with(const struct curve_run *piece, const struct curve_run *run) {
    return piece->key.file == run->key.file && strcmp(piece->key.model, run->key.model) == 0 &&
           strcmp(piece->key.score, run->key.score) == 0 && piece->count && run->count &&
           piece->steps[0] > run->steps[run->count - 1];
}

/* What the piece goes on with, or a new run. */
static struct curve_run *find_beginning(struct curve_runs *joined, const struct curve_run *piece,
                                        struct error *error) {
    for (size_t i = 0; i < joined->count; i++) {
        if (goes_on_with(piece, &joined->runs[i])) return &joined->runs[i];
    }
    struct curve_run *run = curve_runs_find(joined, &piece->key, error);
    for (size_t l = 0; run && l < CURVE_LEVELS; l++) run->levels[l] = piece->levels[l];
    return run;
}

static bool append_rows(const struct curve_runs *joined, struct curve_run *run,
                        const struct curve_run *piece, struct error *error) {
    double values[CURVE_RUNS_COLUMNS];
    for (size_t i = 0; i < piece->count; i++) {
        for (size_t c = 0; c < joined->column_count; c++) values[c] = piece->values[c][i];
        if (!curve_run_add(joined, run, piece->steps[i], values, error)) return false;
    }
    return true;
}

bool curve_runs_join(const struct curve_runs *pieces, size_t most, struct curve_runs *joined,
                     struct error *error) {
    for (size_t i = 0; i < pieces->count && joined->count <= most; i++) {
        struct curve_run *run = find_beginning(joined, &pieces->runs[i], error);
        if (!run || !append_rows(joined, run, &pieces->runs[i], error)) return false;
    }
    return true;
}
