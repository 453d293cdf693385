/* What a state says in its metadata: see state_numbers.h. */
#include "train/state_numbers.h"

#include "base/memory.h"
#include "base/number.h"
#include "model/kind.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char state_format[] = "attnlearn 1";

/* "KIND.name", or "name" where there is no model. */
static void make_key(char key[SAFETENSORS_NAME_SIZE], const struct model *model, const char *name) {
    const char *kind = model ? model->kind->name : "", *dot = model ? "." : "";
    snprintf(key, SAFETENSORS_NAME_SIZE, "%s%s%s", kind, dot, name);
}

char *walk_text(struct walk *walk, const struct model *model, const char *name) {
    struct safetensors_pair *pair = &walk->pairs[walk->count++];
    make_key(pair->key, model, name);
    if (!walk->file) return pair->value;
    const char *value = safetensors_metadata(walk->file, pair->key);
    if (value) return strcpy(pair->value, value);
    walk->failed = true;
    error_set(walk->error, STATUS_FAILED, "%s: its metadata have no '%s': not a state of attnlearn",
              walk->file->name, pair->key);
    return NULL;
}

/* After a number was read, or not. */
static void check(struct walk *walk, bool good) {
    if (good) return;
    walk->failed = true;
    walk->error->status = STATUS_FAILED;
    error_prefix(walk->error, "%s: metadata '%s'", walk->file->name,
                 walk->pairs[walk->count - 1].key);
}

static void walk_whole(struct walk *walk, const struct model *model, const char *name,
                       uint64_t *number) {
    char *text = walk->failed ? NULL : walk_text(walk, model, name);
    if (!text) return;
    if (walk->file) {
        check(walk, number_unsigned(text, 0, UINT64_MAX, number, walk->error));
    } else {
        snprintf(text, SAFETENSORS_NAME_SIZE, "%" PRIu64, *number);
    }
}

static void walk_real(struct walk *walk, const struct model *model, const char *name,
                      double *number) {
    char *text = walk->failed ? NULL : walk_text(walk, model, name);
    if (!text) return;
    if (walk->file) {
        check(walk, number_real(text, -DBL_MAX, DBL_MAX, number, walk->error));
    } else {
        snprintf(text, SAFETENSORS_NAME_SIZE, "%.17g", *number);
    }
}

void walk_numbers(struct walk *walk, struct state_numbers *numbers) {
    walk_whole(walk, NULL, "step", &numbers->origin.step);
    walk_whole(walk, NULL, "examples", &numbers->origin.examples);
    walk_whole(walk, NULL, "optimizer_step", &numbers->origin.optimizer_step);
    walk_whole(walk, NULL, "row_step", &numbers->row_step);
    walk_whole(walk, NULL, "data", &numbers->facts.data);
    walk_whole(walk, NULL, "eval_data", &numbers->facts.eval_data);
    walk_whole(walk, NULL, "configuration", &numbers->facts.configuration);
}

void walk_trainee(struct walk *walk, struct trainee *trainee) {
    const struct model *model = trainee->model;
    walk_real(walk, model, "loss_sum", &trainee->loss_sum);
    walk_whole(walk, model, "loss_count", &trainee->loss_count);
    walk_real(walk, model, "loss", &trainee->last_step.loss);
    walk_real(walk, model, "grad_norm", &trainee->last_step.grad_norm);
    walk_whole(walk, model, "steps_to_99", &trainee->steps_to_99);
}

void state_array_name(char name[SAFETENSORS_NAME_SIZE], const struct model *model, size_t array) {
    char moment[32];
    const char *names[] = {[ARRAY_WEIGHTS] = "weights", [ARRAY_BEFORE] = "before"};
    snprintf(moment, sizeof moment, "moment_%zu", array - ARRAY_MOMENTS + 1);
    make_key(name, model, array < ARRAY_MOMENTS ? names[array] : moment);
}

size_t state_array_count(const struct training *training) {
    return ARRAY_MOMENTS + training->settings.optimizer.optimizer->moments;
}

double *state_take_array(const struct model *model, struct error *error) {
    return memory_take(model->parameter_count, sizeof(double), "the state", error);
}
