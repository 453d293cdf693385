/* explain: every number of one forward and backward pass, in the order of a textbook. */
#include "command/explain/explain.h"

#include "command/output.h"
#include "command/question.h"
#include "draw/terminal.h"
#include "model/kind.h"
#include "task/example_text.h"
#include "task/letter.h"

#include <unistd.h>

enum { WIDTH_LEAST = 50, WIDTH_MOST = 100 };

static size_t line_width(void) {
    size_t columns = terminal_detect(STDOUT_FILENO).columns;
    return columns < WIDTH_LEAST ? WIDTH_LEAST : columns > WIDTH_MOST ? WIDTH_MOST : columns;
}

static void append_model(struct text *text, const struct model *model) {
    text_string(text, model->kind->name);
    if (model->kind->has_score) text_format(text, ", score %s", model->score->name);
    if (model->kind->has_weights) text_format(text, ": d = %zu", model->width);
    if (!model->kind->has_weights) text_format(text, ": %zu hidden units", model->hidden);
    if (pass_heads(model) > 1) text_format(text, ", H = %zu heads", model->heads);
    text_format(text, ", %zu parameters\n", model->parameter_count);
}

static void append_text(struct text *text, const struct explanation *explanation) {
    struct explain explain = {.explanation = explanation, .text = text, .width = line_width()};
    struct text pairs = {0};
    char query[LETTER_SIZE];
    append_model(text, explanation->model);

    example_pairs_text(&pairs, explanation->example);
    if (pairs.length <= WIDTH_LEAST) text_join(text, &pairs);
    if (pairs.length > WIDTH_LEAST) text_format(text, "%zu pairs", explanation->example->count);
    text_free(&pairs);
    text_format(text, ", asked for %s: the answer is %u\n",
                example_query_name(explanation->example, query),
                (unsigned)example_answer(explanation->example));
    explain_forward(&explain);
    explain_backward(&explain);
    explain_tensors(&explain);
}

static bool run(const struct invocation *invocation, struct error *error) {
    struct question question;
    struct explanation explanation = {.block = NULL};
    struct text text = {0};
    bool done =
        question_open(&question, invocation, error) &&
        explanation_make(&explanation, &question.model, question.weights, &question.example, error);
    if (done) {
        (invocation->settings.json ? explain_json : append_text)(&text, &explanation);
        done = output_text("-", &text, error);
    }
    text_free(&text);
    explanation_free(&explanation);
    question_free(&question);
    return done;
}

const struct command command_explain = {
    .name = "explain",
    .arguments = "MODEL PAIRS QUERY",
    .summary = "every number of one forward and backward pass, beside its formula",
    .least_arguments = 3,
    .most_arguments = 3,
    .options = (const char *const[]){"json", NULL},
    .more =
        "example:\n  attnlearn explain runs/first/attention.safetensors \"a3 c7 f1 b9 h0 d2\" c\n",
    .files = ".safetensors",
    .run = run,
};
