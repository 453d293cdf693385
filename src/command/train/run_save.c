/* What a run has so far: see run_save.h. */
#include "command/train/run_save.h"

#include "base/memory.h"
#include "command/settings.h"
#include "command/train/run_files.h"
#include "command/train/train_report.h"
#include "model/kind.h"
#include "model/model_file.h"
#include "train/state.h"

#include <stdlib.h>

static double *take_weights(const struct training *training, size_t i, struct error *error) {
    const struct model *model = training->trainees[i].model;
    double *weights =
        memory_take(model->parameter_count, sizeof *weights, "the model's weights", error);
    if (weights) train_weights(training, i, weights);
    return weights;
}

bool run_save_model(const char *path, const struct training *training, size_t i,
                    struct error *error) {
    double *weights = take_weights(training, i, error);
    bool done = weights && model_file_write(path, training->trainees[i].model, SAFETENSORS_F32,
                                            weights, error);
    free(weights);
    return done;
}

static bool prepare_model(struct file *file, const char *folder, const struct training *training,
                          size_t i, struct error *error) {
    const struct model *model = training->trainees[i].model;
    char name[RUN_NAME_SIZE];
    run_model_name(name, model->kind->name);
    double *weights = take_weights(training, i, error);
    bool done = weights && run_file_create(file, folder, name, error) &&
                model_file_append(file, model, SAFETENSORS_F32, weights, error);
    free(weights);
    return done;
}

static bool prepare_state(struct file *file, const char *folder, const struct training *training,
                          struct error *error) {
    return run_file_create(file, folder, run_state, error) &&
           train_state_append(training, file, error);
}

/* Writes all files under other names; *count are begun then, also where this fails. */
static bool prepare(struct file *files, size_t *count, const char *folder,
                    const struct training *training, struct error *error) {
    *count = 0;
    if (!train_failed(training) && !prepare_state(&files[(*count)++], folder, training, error)) {
        return false;
    }
    for (size_t i = 0; i < training->count; i++) {
        if (!prepare_model(&files[(*count)++], folder, training, i, error)) return false;
    }
    return true;
}

bool run_save_all(const char *folder, const struct training *training, struct error *error) {
    struct file files[SETTINGS_MAX_MODELS + 1];
    size_t count;
    for (size_t i = 0; i < SETTINGS_MAX_MODELS + 1; i++) {
        files[i] = (struct file){.descriptor = -1};
    }
    bool done =
        prepare(files, &count, folder, training, error) && file_commit_all(files, count, error);
    for (size_t i = 0; i < count; i++) file_abandon(&files[i]);
    return done;
}

bool run_save_picture(const char *folder, const struct history *history, struct error *error) {
    struct text svg = {0};
    bool done =
        train_report_svg(&svg, history, error) && run_file_write(folder, run_picture, &svg, error);
    text_free(&svg);
    return done;
}
