/* attend: attention over given matrices. */
#include "command/attend/attend_output.h"
#include "command/command.h"
#include "command/output.h"

#include <unistd.h>

static bool compute(struct attend_result *result, const struct attend_inputs *inputs,
                    struct error *error) {
    result->inputs = inputs;
    return layer_forward(&inputs->layer, &result->pass, error) &&
           (!inputs->names[MATRIX_GRAD_OUTPUT] ||
            layer_backward(&inputs->layer, &result->pass, &inputs->matrices[MATRIX_GRAD_OUTPUT],
                           result->gradients, error));
}

static bool write_result(const struct attend_result *result, const struct settings *settings,
                         struct error *error) {
    struct text text = {0};
    bool taken = output_is_standard(settings->output), done = true;
    if (settings->json) {
        attend_json(&text, result);
    } else {
        struct terminal terminal = terminal_detect(taken ? STDERR_FILENO : STDOUT_FILENO);
        done = attend_text(&text, result, terminal, error);
    }
    done = done && (!settings->output || attend_picture(settings->output, result, error)) &&
           output_report(taken, &text, error);
    text_free(&text);
    return done;
}

static bool run(const struct invocation *invocation, struct error *error) {
    struct attend_inputs inputs;
    struct attend_result result = {.inputs = NULL};
    if (invocation_gave(invocation, "seed") && !invocation_gave(invocation, "dropout")) {
        return error_set(error, STATUS_USAGE, "--seed belongs to --dropout: say --dropout X");
    }
    bool done = attend_inputs_read(&inputs, &invocation->settings, error) &&
                output_check_writable(invocation->settings.output, error) &&
                compute(&result, &inputs, error) &&
                write_result(&result, &invocation->settings, error);
    layer_pass_free(&result.pass);
    for (int i = 0; i < LAYER_INPUTS; i++) matrix_free(&result.gradients[i]);
    attend_inputs_free(&inputs);
    return done;
}

const struct command command_attend = {
    .name = "attend",
    .arguments = "",
    .summary = "attention over matrices from CSV: weights as heat maps, output, gradients",
    .groups = GROUP_ATTEND,
    .options = (const char *const[]){"score", "heads", "dropout", "seed", "json", "output", NULL},
    .more =
        "A FILE holds rows of numbers with commas between, and no header; one of them may be -,\n"
        "standard input. Where query, key and value are one file it is self-attention, with one\n"
        "gradient, of its one matrix X. Where only two of them are, each has a gradient of its\n"
        "own part. --dropout acts on the output; the weights are shown as they are without it.\n"
        "--output draws the weights and the output as SVG.\n"
        "\n"
        "examples:\n"
        "  attnlearn attend --query q.csv --key k.csv --value v.csv --score distance\n"
        "  attnlearn attend --query x.csv --key x.csv --value x.csv --heads 2 --causal -o x.svg\n"
        "  attnlearn attend --query q.csv --key k.csv --value v.csv --valid-lens 2,6,0 "
        "--grad-output g.csv --json\n",
    .output = ".svg",
    .run = run,
};
