/* Answered examples as heat maps: see answer_figure.h. */
#include "command/answer_figure.h"

#include "base/memory.h"
#include "model/kind.h"
#include "task/example_text.h"
#include "task/letter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_SIZE = 32, TITLE_SIZE = 64 };

/* Rows below those of the pairs. */
enum { ROW_BIAS, ROW_LOGITS, ROW_COUNT };

struct answer {
    size_t pairs;
    char title[TITLE_SIZE];
    char (*names)[LABEL_SIZE]; /* [pairs + ROW_COUNT] */
    const char **labels;       /* the same */
    double *weights;           /* [pairs][H] */
    double *shares;            /* [pairs + ROW_COUNT][C] */
    double *probabilities;     /* [C] */
};

struct part {
    const char *title, *group_title; /* of one example's map, of those of several */
    const char *value_name, *row_name, *column_name;
    enum heat_scale scale;
};

static const struct part parts[ANSWER_PARTS] = {
    [ANSWER_WEIGHTS] = {"attention weights",
                        "attention weights: how much the model looks at each pair", "weight",
                        "pair", "head", HEAT_WEIGHTS},
    [ANSWER_SHARES] = {"what each pair says for each digit (the sum is the logit)",
                       "what each pair says for each digit (the sum is the logit)", "logit", "pair",
                       "digit", HEAT_SIGNED},
    [ANSWER_PROBABILITIES] = {"probabilities of the digits", "probabilities of the digits",
                              "probability", NULL, "digit", HEAT_WEIGHTS},
};

static void *take(size_t rows, size_t columns, size_t size, struct error *error) {
    return memory_take(size_multiply(rows, columns), size, "a heat map", error);
}

bool answer_figure_init(struct answer_figure *figure, const struct model *model, size_t most,
                        struct error *error) {
    *figure = (struct answer_figure){.model = model, .most = most};
    size_t digits = model->task.digits;
    figure->answers = take(most, 1, sizeof *figure->answers, error);
    figure->maps = take(most, ANSWER_PARTS, sizeof *figure->maps, error);
    figure->digit_names = take(digits, 1, sizeof *figure->digit_names, error);
    figure->digits = take(digits, 1, sizeof *figure->digits, error);
    if (!figure->answers || !figure->maps || !figure->digit_names || !figure->digits) return false;
    for (size_t c = 0; c < digits; c++) {
        snprintf(figure->digit_names[c], sizeof figure->digit_names[c], "%u", (unsigned)c);
        figure->digits[c] = figure->digit_names[c];
    }
    return true;
}

void answer_figure_free(struct answer_figure *figure) {
    for (size_t i = 0; figure->answers && i < figure->most; i++) {
        struct answer *answer = &figure->answers[i];
        free(answer->names);
        free(answer->labels);
        free(answer->weights);
        free(answer->shares);
        free(answer->probabilities);
    }
    free(figure->answers);
    free(figure->maps);
    free(figure->digit_names);
    free(figure->digits);
    *figure = (struct answer_figure){0};
}

static bool take_arrays(struct answer *answer, const struct model *model, struct error *error) {
    size_t rows = answer->pairs + ROW_COUNT, digits = model->task.digits;
    answer->probabilities = take(1, digits, sizeof(double), error);
    if (!answer->probabilities || !model->kind->has_weights) return answer->probabilities;
    answer->names = take(rows, 1, sizeof *answer->names, error);
    answer->labels = take(rows, 1, sizeof *answer->labels, error);
    answer->weights = take(answer->pairs, pass_heads(model), sizeof(double), error);
    answer->shares = take(rows, digits, sizeof(double), error);
    return answer->names && answer->labels && answer->weights && answer->shares;
}

/* "c7 ?" is the pair that was asked for. */
static void name_rows(struct answer *answer, const struct example *example) {
    char letter[LETTER_SIZE];
    for (size_t i = 0; i < answer->pairs; i++) {
        snprintf(answer->names[i], LABEL_SIZE, "%s%u%s", letter_name(example->letters[i], letter),
                 (unsigned)example->digits[i], i == example->query ? " ?" : "");
    }
    strcpy(answer->names[answer->pairs + ROW_BIAS], "b_O");
    strcpy(answer->names[answer->pairs + ROW_LOGITS], "logit");
    for (size_t i = 0; i < answer->pairs + ROW_COUNT; i++) answer->labels[i] = answer->names[i];
}

static void copy_weights(struct answer *answer, const struct pass *pass) {
    size_t heads = pass_heads(pass->model);
    for (size_t i = 0; i < answer->pairs * heads; i++) {
        answer->weights[i] = pass->a[i % heads * pass->model->task.pairs + i / heads];
    }
}

static void copy_shares(struct answer *answer, const struct pass *pass, const double *weights,
                        const struct example *example) {
    const struct model *model = pass->model;
    size_t bytes = model->task.digits * sizeof(double);
    double *below = answer->shares + answer->pairs * model->task.digits;
    pass_shares(pass, weights, example, answer->shares);
    memcpy(below + ROW_BIAS * model->task.digits, model_tensor(model, weights, B_O), bytes);
    memcpy(below + ROW_LOGITS * model->task.digits, pass->logits, bytes);
}

/* "asked c: 7", or where the model is wrong "asked c: 4, not 7". */
static void write_title(struct answer *answer, const struct pass *pass,
                        const struct example *example) {
    char letter[LETTER_SIZE], instead[LABEL_SIZE] = "";
    uint32_t prediction = pass_prediction(pass), right = example_answer(example);
    if (prediction != right) snprintf(instead, sizeof instead, ", not %u", (unsigned)right);
    snprintf(answer->title, TITLE_SIZE, "asked %s: %u%s", example_query_name(example, letter),
             (unsigned)prediction, instead);
}

bool answer_figure_add(struct answer_figure *figure, const struct pass *pass, const double *weights,
                       const struct example *example, struct error *error) {
    const struct model *model = figure->model;
    struct answer *answer = &figure->answers[figure->count];
    answer->pairs = example->count;
    if (!take_arrays(answer, model, error)) return false;
    write_title(answer, pass, example);
    memcpy(answer->probabilities, pass->y, model->task.digits * sizeof(double));
    if (model->kind->has_weights) {
        name_rows(answer, example);
        copy_weights(answer, pass);
        copy_shares(answer, pass, weights, example);
    }
    figure->count++;
    return true;
}

static struct heatmap make_map(const struct answer_figure *figure, const struct answer *answer,
                               enum answer_part part) {
    static const char *const y[] = {"y"};
    size_t heads = pass_heads(figure->model), digits = figure->model->task.digits;
    struct heatmap map = {.title = figure->count > 1 ? answer->title : parts[part].title,
                          .row_name = parts[part].row_name,
                          .column_name = parts[part].column_name,
                          .row_labels = part == ANSWER_PROBABILITIES ? y : answer->labels,
                          .column_labels = part == ANSWER_WEIGHTS ? NULL : figure->digits,
                          .columns = part == ANSWER_WEIGHTS ? heads : digits};
    if (part == ANSWER_WEIGHTS) {
        map.rows = answer->pairs;
        map.values = answer->weights;
    } else if (part == ANSWER_SHARES) {
        map.rows = answer->pairs + ROW_COUNT;
        map.values = answer->shares;
    } else {
        map.rows = 1;
        map.values = answer->probabilities;
    }
    return map;
}

void answer_figure_finish(struct answer_figure *figure, const char *title) {
    size_t first = figure->model->kind->has_weights ? ANSWER_WEIGHTS : ANSWER_PROBABILITIES;
    for (size_t p = first; p < ANSWER_PARTS; p++) {
        struct heatmap *maps = figure->maps + p * figure->most;
        for (size_t i = 0; i < figure->count; i++) {
            maps[i] = make_map(figure, &figure->answers[i], (enum answer_part)p);
        }
        figure->groups[p - first] =
            (struct heat_group){parts[p].value_name, parts[p].scale, maps, figure->count,
                                figure->count > 1 ? parts[p].group_title : NULL};
    }
    figure->figure = (struct heat_figure){title, figure->groups, ANSWER_PARTS - first};
}
