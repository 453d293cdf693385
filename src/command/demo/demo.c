/* demo: lessons whose numbers are computed as you read them. */
#include "command/demo/demo.h"

#include "base/nearest.h"
#include "command/command.h"
#include "command/output.h"

#include <string.h>
#include <unistd.h>

const struct lesson *const lessons[] = {&lesson_dictionary, &lesson_gap,
                                        &lesson_scaling,    &lesson_saturation,
                                        &lesson_parameters, &lesson_causal,
                                        &lesson_masking,    &lesson_scores,
                                        &lesson_heads,      &lesson_positions,
                                        &lesson_jacobian,   &lesson_floors,
                                        &lesson_optimizers, NULL};

/* The lesson of that name; NULL and an error that suggests the nearest one. */
static const struct lesson *find_lesson(const char *name, struct error *error) {
    struct nearest nearest = {.typed = name};
    for (size_t i = 0; lessons[i]; i++) {
        if (strcmp(lessons[i]->name, name) == 0) return lessons[i];
        nearest_offer(&nearest, lessons[i]->name);
    }
    struct text text = {0};
    settings_suggest(&text, &nearest);
    if (!nearest.best) text_string(&text, ": attnlearn demo lists the lessons");
    error_set(error, STATUS_USAGE, "unknown lesson '%s'%s", name, text.data ? text.data : "");
    text_free(&text);
    return NULL;
}

bool lesson_takes(const struct lesson *lesson, const char *name) {
    for (size_t i = 0; lesson->options && lesson->options[i][0]; i++) {
        if (strcmp(lesson->options[i][0], name) == 0) return true;
    }
    return false;
}

/* ": it takes --query and --seed" */
static void append_taken(struct text *text, const struct lesson *lesson) {
    const char *const(*options)[2] = lesson->options;
    text_string(text, options ? ": it takes" : ": it takes no options");
    for (size_t i = 0; options && options[i][0]; i++) {
        const char *between = i == 0 ? "" : options[i + 1][0] ? "," : " and";
        text_format(text, "%s --%s", between, options[i][0]);
    }
}

/* Fails where an option was given that is another lesson's. */
static bool check_options(const struct invocation *invocation, const struct lesson *lesson,
                          struct error *error) {
    for (size_t i = 0; i < settings_count; i++) {
        const char *name = settings_table[i].name;
        if (!invocation->given[i] || (lesson && lesson_takes(lesson, name))) continue;
        if (!lesson) {
            return error_set(error, STATUS_USAGE,
                             "--%s belongs to a lesson: attnlearn demo LESSON --%s ...", name,
                             name);
        }
        struct text text = {0};
        append_taken(&text, lesson);
        error_set(error, STATUS_USAGE, "the lesson %s does not take --%s%s", lesson->name, name,
                  text.data ? text.data : "");
        text_free(&text);
        return false;
    }
    return true;
}

/* The settings as given, and the lesson's own defaults for the others. */
static bool lesson_settings(const struct invocation *invocation, const struct lesson *lesson,
                            struct settings *settings, struct error *error) {
    *settings = invocation->settings;
    for (size_t i = 0; lesson->options && lesson->options[i][0]; i++) {
        const char *const *option = lesson->options[i];
        if (!option[1] || invocation_gave(invocation, option[0])) continue;
        if (!settings_set(settings, command_setting(&command_demo, option[0]), option[1], error))
            return false;
    }
    return true;
}

static void append_list(struct text *text) {
    text_string(text, "The lessons, in an order to take them in:\n\n");
    for (size_t i = 0; lessons[i]; i++) {
        text_format(text, "  %-12s %s\n", lessons[i]->name, lessons[i]->summary);
    }
    text_string(
        text,
        "\nattnlearn demo LESSON gives one; where it has options, its last line names them.\n");
}

/* "options: --query 2,1, --seed 1" */
static void append_options(struct text *text, const struct lesson *lesson,
                           const struct settings *settings) {
    if (!lesson->options) return;
    text_string(text, "\noptions, as they are now:");
    for (size_t i = 0; lesson->options[i][0]; i++) {
        text_format(text, " --%s ", lesson->options[i][0]);
        setting_value_text(text, settings, command_setting(&command_demo, lesson->options[i][0]));
    }
    text_string(text, "\n");
}

/* Appends the words as lines of at most 78 columns; each paragraph, which "\n\n" ends, begins with
 * the mark. */
static void append_words(struct text *text, const char *mark, const char *words) {
    enum { COLUMNS = 78 };
    size_t indent = strlen(mark), column = 0;
    for (bool begins = true; *words; words += strspn(words, " \n")) {
        size_t length = strcspn(words, " \n");
        bool fits = !begins && column + 1 + length <= COLUMNS;
        text_string(text, fits ? " " : begins && !column ? "" : "\n");
        text_string(text, begins ? mark : "");
        text_repeat(text, " ", fits || begins ? 0 : indent);
        text_append(text, words, length);
        column = (fits ? column + 1 : indent) + length;
        words += length;
        begins = strncmp(words, "\n\n", 2) == 0;
    }
    text_string(text, "\n");
}

static bool append_page(struct text *text, const struct lesson *lesson,
                        const struct settings *settings, struct error *error) {
    struct terminal terminal = terminal_detect(STDOUT_FILENO);
    text_format(text, "%s: %s\n", lesson->name, lesson->summary);
    text_string(text, "\nWhat is claimed\n");
    append_words(text, "  ", lesson->claim);
    text_format(text, "\nThe formula\n%s\nThe numbers, computed now\n", lesson->formula);
    if (!lesson->compute(settings, terminal, text, error)) return false;
    text_string(text, "\nWhat to look at\n");
    append_words(text, "  - ", lesson->look);
    append_options(text, lesson, settings);
    return true;
}

static bool append_lesson(struct text *text, const struct invocation *invocation,
                          struct error *error) {
    struct settings settings;
    const struct lesson *lesson = find_lesson(invocation->arguments[0], error);
    return lesson && check_options(invocation, lesson, error) &&
           lesson_settings(invocation, lesson, &settings, error) &&
           append_page(text, lesson, &settings, error);
}

static bool run(const struct invocation *invocation, struct error *error) {
    struct text text = {0};
    bool done;
    if (invocation->argument_count) {
        done = append_lesson(&text, invocation, error);
    } else {
        done = check_options(invocation, NULL, error);
        if (done) append_list(&text);
    }
    done = done && output_text("-", &text, error);
    text_free(&text);
    return done;
}

static const char *lesson_choice(size_t i) {
    return lessons[i] ? lessons[i]->name : NULL;
}

const struct command command_demo = {
    .name = "demo",
    .arguments = "[LESSON]",
    .summary = "lessons on attention, their numbers computed as you read them",
    .most_arguments = 1,
    .options = (const char *const[]){"seed", "pairs", "digits", "query", "gap", "weights", "scores",
                                     "eps", "width", "heads", NULL},
    .told = (const char *const[][2]){{"query", "each lesson's own"},
                                     {"gap", "4.898"},
                                     {"weights", "0.7,0.2,0.06,0.04"},
                                     {"scores", "1.5,0.5,0,-1"},
                                     {"width", "each lesson's own"},
                                     {"heads", "each lesson's own"},
                                     {NULL, NULL}},
    .more = "Without a lesson, demo lists them; each takes some of these options.\n\n"
            "example:\n  attnlearn demo dictionary --query -3,1\n",
    .choice = lesson_choice,
    .run = run,
};
