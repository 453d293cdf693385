/* ask: one question to a model. */
#include "base/memory.h"
#include "command/answer_figure.h"
#include "command/command.h"
#include "command/heat_output.h"
#include "command/json_output.h"
#include "command/output.h"
#include "draw/bars.h"
#include "model/kind.h"
#include "model/model_file.h"
#include "model/pass.h"
#include "task/example_text.h"
#include "task/letter.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BAR_WIDTH = 40, LABEL_SIZE = 32, SHARES_MOST = 90 };

struct question {
    struct model model;
    double *weights;
    uint32_t *numbers; /* the example's arrays */
    struct example example;
    struct pass pass;
};

static bool question_open(struct question *question, const struct invocation *invocation,
                          struct error *error) {
    const struct model *model = &question->model;
    if (!model_file_read(invocation->arguments[0], &question->model, &question->weights, error)) {
        return false;
    }
    question->numbers = memory_take(2 * model->task.pairs, sizeof(uint32_t), "the question", error);
    if (!question->numbers || !pass_init(&question->pass, model, error)) return false;
    question->example.letters = question->numbers;
    question->example.digits = question->numbers + model->task.pairs;
    if (!example_parse(&model->task, invocation->arguments[1], invocation->arguments[2],
                       &question->example, error)) {
        return false;
    }
    pass_forward(&question->pass, question->weights, &question->example);
    return true;
}

static void question_free(struct question *question) {
    pass_free(&question->pass);
    free(question->numbers);
    free(question->weights);
}

static void append_json(struct text *text, const struct question *question,
                        struct terminal terminal) {
    const struct model *model = &question->model;
    size_t heads = pass_heads(model);
    (void)terminal;
    json_begin(text);
    json_count_field(text, "answer", pass_prediction(&question->pass));
    json_key(text, "probabilities");
    json_numbers(text, question->pass.y, model->task.digits);
    json_key(text, "attention");
    if (!heads) text_string(text, "null");
    for (size_t h = 0; h < heads; h++) {
        text_string(text, h ? "," : "[");
        json_numbers(text, question->pass.a + h * model->task.pairs, question->example.count);
    }
    if (heads) text_string(text, "]");
    json_finish(text);
}

/* Bars of count values; label i is written by `name`. */
static void append_bars(struct text *text, const struct question *question, const double *values,
                        size_t count, size_t marked, const char *mark, struct terminal terminal,
                        void (*name)(const struct question *, size_t, char[LABEL_SIZE])) {
    struct bar *bars = memory_take(count, sizeof *bars, "bars", NULL);
    char(*labels)[LABEL_SIZE] = memory_take(count, sizeof *labels, "bars", NULL);
    text->failed = text->failed || !bars || !labels;
    for (size_t i = 0; i < count && !text->failed; i++) {
        name(question, i, labels[i]);
        bars[i] = (struct bar){labels[i], values[i], i == marked ? mark : NULL};
    }
    struct bars all = {.bars = bars, .count = count, .width = BAR_WIDTH, .decimals = 4};
    if (!text->failed) bars_draw(text, &all, terminal);
    free(bars);
    free(labels);
}

static void digit_label(const struct question *question, size_t i, char label[LABEL_SIZE]) {
    (void)question;
    snprintf(label, LABEL_SIZE, "  %zu", i);
}

static void pair_label(const struct question *question, size_t i, char label[LABEL_SIZE]) {
    char letter[LETTER_SIZE];
    snprintf(label, LABEL_SIZE, "  %s%u", letter_name(question->example.letters[i], letter),
             (unsigned)question->example.digits[i]);
}

static void append_headline(struct text *text, const struct question *question) {
    char letter[LETTER_SIZE];
    uint32_t prediction = pass_prediction(&question->pass);
    text_format(text, "%s asked for %s: answers %u, which is %s", question->model.kind->name,
                example_query_name(&question->example, letter), (unsigned)prediction,
                prediction == example_answer(&question->example) ? "right" : "wrong");
}

/* The weights, what each pair says for each digit, and the probabilities as heat maps. */
static bool make_figure(struct answer_figure *figure, const struct question *question,
                        struct error *error) {
    return answer_figure_init(figure, &question->model, 1, error) &&
           answer_figure_add(figure, &question->pass, question->weights, &question->example, error);
}

static bool write_picture(const struct question *question, const char *path, struct error *error) {
    struct answer_figure figure;
    struct text title = {0};
    append_headline(&title, question);
    bool done = make_figure(&figure, question, error) && text_finish(&title, error);
    if (done) {
        answer_figure_finish(&figure, title.data);
        done = heat_output(path, &figure.figure, error);
    }
    answer_figure_free(&figure);
    text_free(&title);
    return done;
}

/* What each pair says for each digit, unless a terminal has no room for it. */
static void append_shares(struct text *text, const struct question *question,
                          struct terminal terminal) {
    struct answer_figure figure;
    size_t pairs = question->example.count, digits = question->model.task.digits;
    if (!question->model.kind->has_weights || pairs > SHARES_MOST || digits > SHARES_MOST) return;
    if (make_figure(&figure, question, NULL)) {
        answer_figure_finish(&figure, NULL);
        figure.figure.groups = &figure.groups[ANSWER_SHARES];
        figure.figure.count = 1;
        heat_draw_terminal(text, &figure.figure, terminal);
    } else {
        text->failed = true;
    }
    answer_figure_free(&figure);
}

static void append_text(struct text *text, const struct question *question,
                        struct terminal terminal) {
    const struct model *model = &question->model;
    uint32_t prediction = pass_prediction(&question->pass);
    size_t heads = pass_heads(model);
    append_headline(text, question);
    text_string(text, "\n");
    for (size_t h = 0; h < heads; h++) {
        text_format(text, "attention on the pairs");
        if (heads > 1) text_format(text, ", head %zu", h + 1);
        text_string(text, "\n");
        append_bars(text, question, question->pass.a + h * model->task.pairs,
                    question->example.count, question->example.query, "<- asked", terminal,
                    pair_label);
    }
    text_string(text, "probabilities of the digits\n");
    append_bars(text, question, question->pass.y, model->task.digits, prediction, "<- answer",
                terminal, digit_label);
    append_shares(text, question, terminal);
}

static bool run(const struct invocation *invocation, struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct question question = {.weights = NULL};
    struct text text = {0};
    bool done = output_check_svg(settings->output, error) &&
                question_open(&question, invocation, error) &&
                (!settings->output || write_picture(&question, settings->output, error));
    if (done) {
        (settings->json ? append_json : append_text)(&text, &question,
                                                     terminal_detect(STDOUT_FILENO));
        done = output_report(output_is_standard(settings->output), &text, error);
    }
    text_free(&text);
    question_free(&question);
    return done;
}

const struct command command_ask = {
    .name = "ask",
    .arguments = "MODEL PAIRS QUERY",
    .summary = "one question to a model: its attention and its answer, as bars",
    .least_arguments = 3,
    .most_arguments = 3,
    .options = (const char *const[]){"json", "output", NULL},
    .more =
        "With -o FILE.svg it draws heat maps of the attention weights, of what each pair says for\n"
        "each digit (a_i W_O v_i, which with b_O add to the logits), and of the probabilities.\n"
        "\n"
        "example:\n  attnlearn ask runs/first/attention.safetensors \"a3 c7 f1 b9 h0 d2\" c\n",
    .run = run,
};
