/* A model and the list of its tensors: see model.h. */
#include "model/model.h"

#include "base/memory.h"
#include "model/kind.h"

#include <string.h>

enum dimension { ONE, LETTERS, PAIR, DIGITS, WIDTH, HIDDEN, INPUT };

static const struct tensor_rule {
    enum tensor_id id;
    const char *name;
    enum model_part part;
    enum dimension rows, columns, fan_in;
    size_t ones;
} rules[] = {
    {W_Q, "W_Q", PART_QUERY_KEY, WIDTH, LETTERS, LETTERS, 1},
    {W_K, "W_K", PART_QUERY_KEY, WIDTH, PAIR, PAIR, 2},
    {W_V, "W_V", PART_VALUE, WIDTH, PAIR, PAIR, 2},
    {W_O, "W_O", PART_VALUE, DIGITS, WIDTH, WIDTH, 0},
    {B_O, "b_O", PART_VALUE, DIGITS, ONE, WIDTH, 0},
    {W_1, "W_1", PART_MLP, HIDDEN, INPUT, INPUT, 0},
    {B_1, "b_1", PART_MLP, HIDDEN, ONE, INPUT, 0},
    {W_2, "W_2", PART_MLP, DIGITS, HIDDEN, HIDDEN, 0},
    {B_2, "b_2", PART_MLP, DIGITS, ONE, HIDDEN, 0},
};

static size_t size_of(const struct model *model, enum dimension dimension) {
    size_t letters = model->task.letters, pair = letters + model->task.digits;
    switch (dimension) {
    case ONE:
        return 1;
    case LETTERS:
        return letters;
    case PAIR:
        return pair;
    case DIGITS:
        return model->task.digits;
    case WIDTH:
        return model->width;
    case HIDDEN:
        return model->hidden;
    case INPUT:
        return size_add(size_multiply(model->task.pairs, pair), letters);
    }
    return 0;
}

static void add_tensor(struct model *model, const struct tensor_rule *rule) {
    struct tensor *tensor = &model->tensors[model->tensor_count++];
    *tensor = (struct tensor){
        .name = rule->name,
        .id = rule->id,
        .rows = size_of(model, rule->rows),
        .columns = size_of(model, rule->columns),
        .is_vector = rule->columns == ONE,
        .fan_in = size_of(model, rule->fan_in),
        .ones = rule->ones,
        .offset = model->parameter_count,
    };
    tensor->count = size_multiply(tensor->rows, tensor->columns);
    model->offset[rule->id] = tensor->offset;
    model->parameter_count = size_add(model->parameter_count, tensor->count);
}

static bool check_sizes(const struct model *model, struct error *error) {
    if (!task_check(&model->task, error)) return false;
    if (model->width < 1 || model->width > MODEL_MAX_WIDTH) {
        return error_set(error, STATUS_USAGE, "--width must be from 1 to %d", MODEL_MAX_WIDTH);
    }
    if (model->hidden < 1 || model->hidden > MODEL_MAX_HIDDEN) {
        return error_set(error, STATUS_USAGE, "--hidden must be from 1 to %d", MODEL_MAX_HIDDEN);
    }
    if (model->heads < 1 || model->width % model->heads) {
        return error_set(error, STATUS_USAGE, "--heads %zu must divide --width, which is %zu",
                         model->heads, model->width);
    }
    return true;
}

/* Inputs are numbered with 32 bits, and all weights must fit in the machine's memory. */
static bool check_memory(const struct model *model, struct error *error) {
    size_t bytes = size_multiply(model->parameter_count, sizeof(double));
    if (size_of(model, INPUT) > UINT32_MAX && model->kind->parts & PART_MLP) bytes = SIZE_MAX;
    return memory_check(bytes, model->kind->name, error);
}

bool model_init(struct model *model, struct error *error) {
    if (!check_sizes(model, error)) return false;
    model->tensor_count = model->parameter_count = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (model->kind->parts & (unsigned)rules[i].part) add_tensor(model, &rules[i]);
    }
    return check_memory(model, error);
}

size_t model_head_width(const struct model *model) {
    return model->width / model->heads;
}

const double *model_tensor(const struct model *model, const double *weights, enum tensor_id id) {
    return weights + model->offset[id];
}

const struct tensor *model_find_tensor(const struct model *model, const char *name) {
    for (size_t i = 0; i < model->tensor_count; i++) {
        if (strcmp(model->tensors[i].name, name) == 0) return &model->tensors[i];
    }
    return NULL;
}
