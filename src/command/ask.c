/* ask: one question to a model. */
#include "base/memory.h"
#include "command/answer_figure.h"
#include "command/command.h"
#include "command/heat_output.h"
#include "command/json_output.h"
#include "command/output.h"
#include "command/question.h"
#include "draw/bars.h"
#include "model/kind.h"
#include "model/pass.h"
#include "task/example_text.h"
#include "task/letter.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BAR_WIDTH = 40, LABEL_SIZE = 32, SHARES_MOST = 90 };

struct asked {
    struct question question;
    struct pass pass;
};

static bool asked_open(struct asked *asked, const struct invocation *invocation,
                       struct error *error) {
    struct question *question = &asked->question;
    if (!question_open(question, invocation, error) ||
        !pass_init(&asked->pass, &question->model, error)) {
        return false;
    }
    pass_forward(&asked->pass, question->weights, &question->example);
    return true;
}

static void asked_free(struct asked *asked) {
    pass_free(&asked->pass);
    question_free(&asked->question);
}

static void append_json(struct text *text, const struct asked *asked, struct terminal terminal) {
    const struct model *model = &asked->question.model;
    size_t heads = pass_heads(model);
    (void)terminal;
    json_begin(text);
    json_count_field(text, "answer", pass_prediction(&asked->pass));
    json_key(text, "probabilities");
    json_numbers(text, asked->pass.y, model->task.digits);
    json_key(text, "attention");
    if (!heads) text_string(text, "null");
    for (size_t h = 0; h < heads; h++) {
        text_string(text, h ? "," : "[");
        json_numbers(text, asked->pass.a + h * model->task.pairs, asked->question.example.count);
    }
    if (heads) text_string(text, "]");
    json_finish(text);
}

/* Bars of count values; label i is written by `name`. */
static void append_bars(struct text *text, const struct asked *asked, const double *values,
                        size_t count, size_t marked, const char *mark, struct terminal terminal,
                        void (*name)(const struct asked *, size_t, char[LABEL_SIZE])) {
    struct bar *bars = memory_take(count, sizeof *bars, "bars", NULL);
    char(*labels)[LABEL_SIZE] = memory_take(count, sizeof *labels, "bars", NULL);
    text->failed = text->failed || !bars || !labels;
    for (size_t i = 0; i < count && !text->failed; i++) {
        name(asked, i, labels[i]);
        bars[i] = (struct bar){labels[i], values[i], i == marked ? mark : NULL};
    }
    struct bars all = {.bars = bars, .count = count, .width = BAR_WIDTH, .decimals = 4};
    if (!text->failed) bars_draw(text, &all, terminal);
    free(bars);
    free(labels);
}

static void digit_label(const struct asked *asked, size_t i, char label[LABEL_SIZE]) {
    (void)asked;
    snprintf(label, LABEL_SIZE, "  %zu", i);
}

static void pair_label(const struct asked *asked, size_t i, char label[LABEL_SIZE]) {
    char pair[PAIR_NAME_SIZE];
    snprintf(label, LABEL_SIZE, "  %s", question_pair_name(&asked->question.example, i, pair));
}

static void append_headline(struct text *text, const struct asked *asked) {
    char letter[LETTER_SIZE];
    uint32_t prediction = pass_prediction(&asked->pass);
    text_format(text, "%s asked for %s: answers %u, which is %s", asked->question.model.kind->name,
                example_query_name(&asked->question.example, letter), (unsigned)prediction,
                prediction == example_answer(&asked->question.example) ? "right" : "wrong");
}

/* The weights, what each pair says for each digit, and the probabilities as heat maps. */
static bool make_figure(struct answer_figure *figure, const struct asked *asked,
                        struct error *error) {
    return answer_figure_init(figure, &asked->question.model, 1, error) &&
           answer_figure_add(figure, &asked->pass, asked->question.weights,
                             &asked->question.example, error);
}

static bool write_picture(const struct asked *asked, const char *path, struct error *error) {
    struct answer_figure figure;
    struct text title = {0};
    append_headline(&title, asked);
    bool done = make_figure(&figure, asked, error) && text_finish(&title, error);
    if (done) {
        answer_figure_finish(&figure, title.data);
        done = heat_output(path, &figure.figure, error);
    }
    answer_figure_free(&figure);
    text_free(&title);
    return done;
}

/* What each pair says for each digit, unless a terminal has no room for it. */
static void append_shares(struct text *text, const struct asked *asked, struct terminal terminal) {
    struct answer_figure figure;
    const struct model *model = &asked->question.model;
    size_t pairs = asked->question.example.count, digits = model->task.digits;
    if (!model->kind->has_weights || pairs > SHARES_MOST || digits > SHARES_MOST) return;
    if (make_figure(&figure, asked, NULL)) {
        answer_figure_finish(&figure, NULL);
        figure.figure.groups = &figure.groups[ANSWER_SHARES];
        figure.figure.count = 1;
        heat_draw_terminal(text, &figure.figure, terminal);
    } else {
        text->failed = true;
    }
    answer_figure_free(&figure);
}

static void append_text(struct text *text, const struct asked *asked, struct terminal terminal) {
    const struct model *model = &asked->question.model;
    uint32_t prediction = pass_prediction(&asked->pass);
    size_t heads = pass_heads(model);
    append_headline(text, asked);
    text_string(text, "\n");
    for (size_t h = 0; h < heads; h++) {
        text_format(text, "attention on the pairs");
        if (heads > 1) text_format(text, ", head %zu", h + 1);
        text_string(text, "\n");
        append_bars(text, asked, asked->pass.a + h * model->task.pairs,
                    asked->question.example.count, asked->question.example.query, "<- asked",
                    terminal, pair_label);
    }
    text_string(text, "probabilities of the digits\n");
    append_bars(text, asked, asked->pass.y, model->task.digits, prediction, "<- answer", terminal,
                digit_label);
    append_shares(text, asked, terminal);
}

static bool run(const struct invocation *invocation, struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct asked asked = {.question = {.weights = NULL}};
    struct text text = {0};
    bool done = output_check_svg(settings->output, error) &&
                output_check_json(settings->json, "output", settings->output, error) &&
                asked_open(&asked, invocation, error) &&
                (!settings->output || write_picture(&asked, settings->output, error));
    if (done) {
        (settings->json ? append_json : append_text)(&text, &asked, terminal_detect(STDOUT_FILENO));
        done = output_report(output_is_standard(settings->output), &text, error);
    }
    text_free(&text);
    asked_free(&asked);
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
    .files = ".safetensors",
    .output = ".svg",
    .run = run,
};
