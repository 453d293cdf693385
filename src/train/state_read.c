/* Reading the state of training: see state.h. */
#include "base/memory.h"
#include "train/state_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool contradicts(const struct safetensors *file, const char *what, struct error *error) {
    return error_set(error, STATUS_FAILED, "%s: %s", file->name, what);
}

static bool check_numbers(const struct safetensors *file, const struct training *training,
                          const struct state_numbers *numbers, struct error *error) {
    bool good = (numbers->row_step == UINT64_MAX || numbers->row_step <= numbers->origin.step) &&
                numbers->origin.optimizer_step <= numbers->origin.step;
    for (size_t i = 0; i < training->count; i++) {
        good = good && training->trainees[i].loss_count <= numbers->origin.step;
    }
    return good || contradicts(file, "its numbers of steps contradict each other", error);
}

/* Takes the numbers into the training. */
static bool read_numbers(const struct safetensors *file, struct training *training,
                         struct state_facts *facts, struct error *error) {
    struct walk walk = {.file = file, .error = error};
    struct state_numbers numbers = {.row_step = 0};
    const char *format = walk_text(&walk, NULL, "state");
    if (!format) return false;
    if (strcmp(format, state_format) != 0) {
        return contradicts(file, "a state of another version of attnlearn", error);
    }
    const char *optimizer = walk_text(&walk, NULL, "optimizer");
    walk_numbers(&walk, &numbers);
    for (size_t i = 0; i < training->count; i++) walk_trainee(&walk, &training->trainees[i]);
    if (walk.failed || !check_numbers(file, training, &numbers, error)) return false;
    *facts = numbers.facts;
    facts->same_optimizer = strcmp(optimizer, training->settings.optimizer.optimizer->name) == 0;
    if (!facts->same_optimizer) numbers.origin.optimizer_step = numbers.origin.step;
    training->step = numbers.origin.step;
    training->row_step = numbers.row_step;
    training->origin = numbers.origin;
    return true;
}

static bool check_array(const struct safetensors *file, const struct safetensors_entry *entry,
                        const struct model *model, const char *key, struct error *error) {
    if (entry && entry->dimensions == 1 && entry->count == model->parameter_count) return true;
    return error_set(error, STATUS_FAILED,
                     "%s: the tensor '%s' is not the %zu numbers that config.ini makes it: put "
                     "config.ini back if it was edited",
                     file->name, key, model->parameter_count);
}

/* Reads the numbers of one array; what is not a number is refused. */
static bool read_array(const struct safetensors *file, const struct model *model, size_t array,
                       double *numbers, struct error *error) {
    char key[SAFETENSORS_NAME_SIZE];
    state_array_name(key, model, array);
    const struct safetensors_entry *entry = safetensors_find(file, key);
    if (!check_array(file, entry, model, key, error)) return false;
    for (size_t i = 0; i < model->parameter_count; i++) {
        numbers[i] = safetensors_number(file, entry, i);
        bool good = array < ARRAY_MOMENTS ? isfinite(numbers[i]) : !isnan(numbers[i]);
        if (good) continue;
        return error_set(error, STATUS_FAILED, "%s: number %zu of tensor '%s' is not finite",
                         file->name, i, key);
    }
    return true;
}

static bool read_arrays(const struct safetensors *file, struct training *training, size_t i,
                        size_t count, struct error *error) {
    const struct trainee *trainee = &training->trainees[i];
    double *numbers = state_take_array(trainee->model, error);
    bool done = numbers != NULL;
    for (size_t array = 0; done && array < count; array++) {
        done = read_array(file, trainee->model, array, numbers, error);
        bool empty = array == ARRAY_BEFORE && !training->step;
        if (done && !empty) training->settings.engine->set_state(trainee->learner, array, numbers);
    }
    free(numbers);
    return done;
}

static bool read_state(const struct safetensors *file, struct training *training,
                       struct state_facts *facts, struct error *error) {
    if (!read_numbers(file, training, facts, error)) return false;
    size_t count = facts->same_optimizer ? state_array_count(training) : ARRAY_MOMENTS;
    if (facts->same_optimizer && file->entry_count != training->count * count) {
        return contradicts(
            file,
            "it has more tensors than config.ini makes it: put config.ini back if it was edited",
            error);
    }
    for (size_t i = 0; i < training->count; i++) {
        if (!read_arrays(file, training, i, count, error)) return false;
    }
    return true;
}

bool train_state_read(struct training *training, const char *path, struct state_facts *facts,
                      struct error *error) {
    struct safetensors *file = memory_take(1, sizeof *file, "the state", error);
    if (!file) return false;
    bool done = safetensors_open(file, path, error);
    if (done) {
        done = read_state(file, training, facts, error);
        safetensors_close(file);
    }
    free(file);
    return done;
}
