/* floor: the exact losses that predictors without the query can reach. */
#include "task/floor.h"
#include "command/command.h"
#include "command/from_settings.h"
#include "command/json_output.h"
#include "command/output.h"

static void append_json(struct text *text, const struct task *task, const struct floors *floors) {
    json_begin(text);
    json_count_field(text, "pairs", task->pairs);
    json_count_field(text, "min_pairs", task->min_pairs);
    json_count_field(text, "digits", task->digits);
    json_number_field(text, "uniform_loss", floors->chance);
    json_number_field(text, "average_floor", floors->average);
    json_number_field(text, "blind_floor", floors->blind);
    json_number_field(text, "blind_accuracy", floors->blind_accuracy);
    json_finish(text);
}

static void append_table(struct text *text, const struct task *task, const struct floors *floors) {
    text_format(text, "%zu pair%s", task->pairs, task->pairs == 1 ? "" : "s");
    if (task->min_pairs < task->pairs) text_format(text, " (at least %zu)", task->min_pairs);
    text_format(text, ", %zu digits; losses in nats\n", task->digits);
    text_format(text, "  chance         %.6f  ln %zu: knows nothing\n", floors->chance,
                task->digits);
    text_format(text, "  average floor  %.6f  the best that uniform averaging can do\n",
                floors->average);
    text_format(text, "  blind floor    %.6f  the best without the query, right in %.3f %%\n",
                floors->blind, 100 * floors->blind_accuracy);
}

static bool run(const struct invocation *invocation, struct error *error) {
    struct task task = settings_task(&invocation->settings);
    struct floors floors;
    struct text text = {0};
    /* The floors do not depend on the letters; only letters that were said must be enough. */
    if (!invocation_gave(invocation, "letters")) task.letters = task.pairs;
    if (!task_check(&task, error)) return false;
    if (!floors_all(task.min_pairs, task.pairs, task.digits, &floors, error)) return false;
    (invocation->settings.json ? append_json : append_table)(&text, &task, &floors);
    bool done = output_text("-", &text, error);
    text_free(&text);
    return done;
}

const struct command command_floor = {
    .name = "floor",
    .arguments = "",
    .summary = "the exact chance, average and blind losses of a task",
    .groups = GROUP_TASK,
    .options = (const char *const[]){"json", NULL},
    .more = "The losses do not depend on --letters, which need not be said.\n",
    .run = run,
};
