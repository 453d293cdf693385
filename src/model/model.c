/* A model and the list of its tensors: see model.h. */
#include "model/model.h"

#include "base/memory.h"
#include "model/kind.h"

#include <string.h>

enum dimension { ONE, LETTERS, PAIR, DIGITS, WIDTH, HEAD, HIDDEN, INPUT };

static const struct tensor_rule {
    enum tensor_id id;
    enum model_part part;
    const char *name;
    size_t ones;
    enum dimension rows, columns, fan_in, fan_out;
    bool is_bias;
} rules[] = {
    {M, PART_SCORE_MATRIX, "M", 2, LETTERS, PAIR, PAIR, LETTERS, false},
    {W_Q, PART_QUERY_KEY, "W_Q", 1, WIDTH, LETTERS, LETTERS, WIDTH, false},
    {W_K, PART_QUERY_KEY, "W_K", 2, WIDTH, PAIR, PAIR, WIDTH, false},
    {W_S, PART_SCORE_VECTOR, "w_S", 0, WIDTH, ONE, HEAD, ONE, false},
    {W_V, PART_VALUE, "W_V", 2, WIDTH, PAIR, PAIR, WIDTH, false},
    {W_O, PART_VALUE, "W_O", 0, DIGITS, WIDTH, WIDTH, DIGITS, false},
    {B_O, PART_VALUE, "b_O", 0, DIGITS, ONE, WIDTH, DIGITS, true},
    {W_1, PART_MLP, "W_1", 0, HIDDEN, INPUT, INPUT, HIDDEN, false},
    {B_1, PART_MLP, "b_1", 0, HIDDEN, ONE, INPUT, HIDDEN, true},
    {W_2, PART_MLP, "W_2", 0, DIGITS, HIDDEN, HIDDEN, DIGITS, false},
    {B_2, PART_MLP, "b_2", 0, DIGITS, ONE, HIDDEN, DIGITS, true},
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
    case HEAD:
        return model_head_width(model);
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
        .is_bias = rule->is_bias,
        .fan_in = size_of(model, rule->fan_in),
        .fan_out = size_of(model, rule->fan_out),
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
    if (model_scores_inputs(model) && model->heads > 1) {
        return error_set(error, STATUS_USAGE,
                         "--score %s has one head only: --heads must be 1, not %zu",
                         model->score->name, model->heads);
    }
    return true;
}

/* Inputs are numbered with 32 bits, and all weights must fit in the machine's memory. */
static bool check_memory(const struct model *model, struct error *error) {
    size_t bytes = size_multiply(model->parameter_count, sizeof(double));
    if (size_of(model, INPUT) > UINT32_MAX && model->kind->parts & PART_MLP) bytes = SIZE_MAX;
    return memory_check(bytes, model->kind->name, error);
}

/* The kind's parts, and those of its score. */
static unsigned parts_of(const struct model *model) {
    static const unsigned of_score[] = {[SCORE_NO_PARAMETER] = PART_QUERY_KEY,
                                        [SCORE_VECTOR] = PART_QUERY_KEY | PART_SCORE_VECTOR,
                                        [SCORE_MATRIX] = PART_SCORE_MATRIX};
    return model->kind->parts | (model->kind->has_score ? of_score[model->score->parameter] : 0);
}

bool model_init(struct model *model, struct error *error) {
    if (!check_sizes(model, error)) return false;
    unsigned parts = parts_of(model);
    model->tensor_count = model->parameter_count = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (parts & (unsigned)rules[i].part) add_tensor(model, &rules[i]);
    }
    return check_memory(model, error);
}

size_t model_head_width(const struct model *model) {
    return model->width / model->heads;
}

bool model_scores_inputs(const struct model *model) {
    return model->kind->has_score && model->score->parameter == SCORE_MATRIX;
}

size_t model_query_width(const struct model *model) {
    return model_scores_inputs(model) ? model->task.letters : model->width;
}

size_t model_key_width(const struct model *model) {
    return model_scores_inputs(model) ? model->task.letters + model->task.digits : model->width;
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
