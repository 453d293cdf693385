/* generate: examples as CSV. */
#include "command/command.h"
#include "command/from_settings.h"
#include "command/output.h"

#include <string.h>

enum { FLUSH_BYTES = 1 << 16 };

/* Appends the examples, and writes whenever enough text has come together. */
static bool write_examples(struct output *output, struct source *source, uint64_t count,
                           struct error *error) {
    struct text text = {0};
    bool done = true;
    dataset_header_text(&text);
    for (uint64_t t = 0; t < count && done; t++) {
        dataset_example_text(&text, source_draw(source, t));
        if (text.length < FLUSH_BYTES) continue;
        done = output_piece(output, &text, error);
        text.length = 0;
    }
    done = done && output_piece(output, &text, error);
    text_free(&text);
    return done;
}

static bool run(const struct invocation *invocation, struct error *error) {
    const struct settings *settings = &invocation->settings;
    struct task task = settings_task(settings);
    struct output output;
    if (!task_check(&task, error)) return false;
    enum stream stream = strcmp(settings->stream, "eval") == 0 ? STREAM_EVAL : STREAM_TRAIN;
    struct source *source = source_stream(&task, settings->seed, stream, error);
    bool done =
        source && output_open(&output, settings->output, error) &&
        output_close(&output, write_examples(&output, source, settings->examples, error), error);
    source_free(source);
    return done;
}

const struct command command_generate = {
    .name = "generate",
    .arguments = "",
    .summary = "examples as CSV: the first ones that training or evaluation draws",
    .groups = GROUP_TASK,
    .options = (const char *const[]){"examples", "seed", "stream", "output", NULL},
    .defaults = (const char *const[][2]){{"examples", "10"}, {"output", "-"}, {NULL, NULL}},
    .output = ".csv",
    .run = run,
};
