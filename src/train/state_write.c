/* Writing the state of training: see state.h. */
#include "train/state_numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t fingerprint(const struct dataset *dataset) {
    return dataset ? dataset_fingerprint(dataset) : 0;
}

static struct state_numbers numbers_of(const struct training *training) {
    return (struct state_numbers){
        .origin = {training->step, train_examples(training, training->step),
                   training->origin.optimizer_step},
        .row_step = training->row_step,
        .facts = {.data = fingerprint(training->settings.data),
                  .eval_data = fingerprint(training->settings.eval_data),
                  .configuration = training->settings.fingerprint},
    };
}

/* A trainee as a run that goes on shall find it: a row that only the end brought does not count. */
static struct trainee lasting(const struct training *training, size_t i) {
    struct trainee trainee = training->trainees[i];
    bool passing = training->row_step == UINT64_MAX || trainee.steps_to_99 > training->row_step;
    if (passing) trainee.steps_to_99 = UINT64_MAX;
    return trainee;
}

static void make_metadata(struct walk *walk, const struct training *training) {
    struct state_numbers numbers = numbers_of(training);
    strcpy(walk_text(walk, NULL, "state"), state_format);
    snprintf(walk_text(walk, NULL, "optimizer"), SAFETENSORS_NAME_SIZE, "%s",
             training->settings.optimizer.optimizer->name);
    walk_numbers(walk, &numbers);
    for (size_t i = 0; i < training->count; i++) {
        struct trainee trainee = lasting(training, i);
        walk_trainee(walk, &trainee);
    }
}

static size_t make_entries(const struct training *training,
                           struct safetensors_entry entries[SAFETENSORS_MAX_TENSORS]) {
    size_t count = 0;
    for (size_t i = 0; i < training->count; i++) {
        const struct model *model = training->trainees[i].model;
        for (size_t array = 0; array < state_array_count(training); array++) {
            struct safetensors_entry *entry = &entries[count++];
            *entry = (struct safetensors_entry){
                .type = training->settings.engine->is_single ? SAFETENSORS_F32 : SAFETENSORS_F64,
                .dimensions = 1,
                .shape = {model->parameter_count},
                .count = model->parameter_count};
            state_array_name(entry->name, model, array);
        }
    }
    return count;
}

static bool append_header(const struct training *training, struct file *file, struct error *error) {
    struct safetensors_entry entries[SAFETENSORS_MAX_TENSORS];
    struct walk walk = {.count = 0};
    struct text text = {0};
    make_metadata(&walk, training);
    safetensors_header(&text, walk.pairs, walk.count, entries, make_entries(training, entries));
    bool done = text_finish(&text, error) && file_append(file, text.data, text.length, error);
    text_free(&text);
    return done;
}

/* Writes the numbers[n], a stretch at a time. */
static bool append_numbers(const struct training *training, struct file *file, size_t n,
                           const double *numbers, struct error *error) {
    enum { STRETCH = 1 << 14 };
    bool single = training->settings.engine->is_single, done = true;
    struct text text = {0};
    for (size_t i = 0; done && i < n;) {
        text.length = 0;
        for (size_t end = n - i < STRETCH ? n : i + STRETCH; i < end; i++) {
            safetensors_append(&text, single ? SAFETENSORS_F32 : SAFETENSORS_F64, numbers[i]);
        }
        done = text_finish(&text, error) && file_append(file, text.data, text.length, error);
    }
    text_free(&text);
    return done;
}

static bool append_arrays(const struct training *training, size_t i, struct file *file,
                          struct error *error) {
    const struct trainee *trainee = &training->trainees[i];
    size_t n = trainee->model->parameter_count;
    double *numbers = state_take_array(trainee->model, error);
    bool done = numbers != NULL;
    for (size_t array = 0; done && array < state_array_count(training); array++) {
        training->settings.engine->get_state(trainee->learner, array, numbers);
        done = append_numbers(training, file, n, numbers, error);
    }
    free(numbers);
    return done;
}

bool train_state_append(const struct training *training, struct file *file, struct error *error) {
    if (!append_header(training, file, error)) return false;
    for (size_t i = 0; i < training->count; i++) {
        if (!append_arrays(training, i, file, error)) return false;
    }
    return true;
}
