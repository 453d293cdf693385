/* The data of a report: see report_data.h. */
#include "command/report/report_data.h"

#include "command/json_output.h"
#include "draw/colours.h"
#include "draw/palette.h"
#include "task/example_text.h"
#include "task/letter.h"
#include "task/source.h"
#include "version.h"

#include <string.h>

/* Questions by which the page measures the learned match: enough for two decimals. */
enum { MOST_QUESTIONS = 512, MOST_PAIRS = 20000, COLOURS = 18 };

/* The last part of the folder's path. */
static void append_name(struct text *text, const char *folder) {
    struct text name = {0};
    size_t end = strlen(folder), begin;
    while (end > 1 && folder[end - 1] == '/') end--;
    for (begin = end; begin > 0 && folder[begin - 1] != '/';) begin--;
    text_append(&name, folder + begin, end - begin);
    text->failed = text->failed || name.failed;
    if (!text->failed) text_json_string(text, name.length ? name.data : folder);
    text_free(&name);
}

static void append_task(struct text *text, const struct task *task) {
    json_key(text, "task");
    text_format(text, "{\"pairs\":%zu,\"min_pairs\":%zu,\"letters\":%zu,\"digits\":%zu}",
                task->pairs, task->min_pairs, task->letters, task->digits);
}

static void append_floors(struct text *text, const struct floors *floors) {
    const struct {
        const char *name;
        double value;
    } rows[] = {{"{\"chance\":", floors->chance},
                {",\"average\":", floors->average},
                {",\"blind\":", floors->blind},
                {",\"blind_accuracy\":", floors->blind_accuracy}};
    json_key(text, "floors");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text_string(text, rows[i].name);
        text_json_number(text, rows[i].value);
    }
    text_string(text, "}");
}

static void append_setting(struct text *text, const struct settings *settings,
                           const struct setting *setting) {
    struct text value = {0};
    setting_value_text(&value, settings, setting);
    text_format(text, "{\"section\":\"%s\",\"name\":\"%s\",\"value\":",
                setting_section_names[setting->section], setting->name);
    text_json_string(text, value.data ? value.data : "");
    text->failed = text->failed || value.failed;
    text_string(text, ",\"help\":");
    text_json_string(text, setting->help);
    text_string(text, "}");
    text->failed = text->failed || value.failed;
    text_free(&value);
}

static void append_settings(struct text *text, const struct settings *settings) {
    bool first = true;
    json_key(text, "settings");
    text_string(text, "[");
    for (size_t i = 0; i < settings_count; i++) {
        if (settings_table[i].section == SECTION_NONE) continue;
        text_string(text, first ? "\n" : ",\n");
        append_setting(text, settings, &settings_table[i]);
        first = false;
    }
    text_string(text, "]");
}

/* "a3 c7 f1 c". */
static void append_question(struct text *text, const struct example *example) {
    char letter[LETTER_SIZE];
    text_string(text, "\"");
    example_pairs_text(text, example);
    text_format(text, " %s\"", example_query_name(example, letter));
}

/* The first examples of the evaluation stream. */
static bool append_questions(struct text *text, const struct report_run *run, struct error *error) {
    struct source *source = source_stream(&run->task, run->settings.seed, STREAM_EVAL, error);
    if (!source) return false;
    size_t room = MOST_PAIRS / run->task.pairs + 1;
    json_key(text, "questions");
    text_string(text, "[");
    for (size_t t = 0; t < room && t < MOST_QUESTIONS; t++) {
        text_string(text, t ? "," : "");
        append_question(text, source_draw(source, t));
    }
    text_string(text, "]");
    source_free(source);
    return true;
}

/* The example of the manual, where the task has it. */
static void append_first_question(struct text *text, const struct task *task) {
    uint32_t letters[6] = {0, 2, 5, 1, 7, 3}, digits[6] = {3, 7, 1, 9, 0, 2};
    struct example example = {.count = 6, .letters = letters, .digits = digits, .query = 1};
    json_key(text, "question");
    if (task->pairs == 6 && task->letters >= 8 && task->digits >= 10) {
        append_question(text, &example);
    } else {
        text_string(text, "null");
    }
}

static void append_colour(struct text *text, const char *before, struct colour colour) {
    text_format(text, "%s\"#%02x%02x%02x\"", before, (unsigned)colour.red, (unsigned)colour.green,
                (unsigned)colour.blue);
}

static void append_look(struct text *text) {
    json_key(text, "styles");
    for (size_t i = 0; i < PALETTE_COUNT; i++) {
        const struct style *style = palette_style(i);
        text_format(text, "%s{\"line\":\"%s\",\"ink\":\"%s\",\"dashes\":", i ? "," : "[",
                    style->line, style->ink);
        if (style->dashes) text_json_string(text, style->dashes);
        text_string(text, style->dashes ? "}" : "null}");
    }
    text_string(text, "]");
    json_key(text, "viridis");
    for (int i = 0; i < COLOURS; i++) {
        append_colour(text, i ? "," : "[", colours_viridis((double)i / (COLOURS - 1)));
    }
    text_string(text, "]");
}

static void append_missing(struct text *text, const struct report_run *run) {
    json_key(text, "missing");
    text_string(text, "[");
    for (size_t i = 0; i < run->missing_count; i++) {
        text_string(text, i ? "," : "");
        text_json_string(text, run->missing[i]);
    }
    text_string(text, "]");
}

bool report_data(struct text *text, const struct report_run *run, struct error *error) {
    json_begin(text);
    json_key(text, "name");
    append_name(text, run->folder);
    json_string_field(text, "version", "attnlearn " ATTNLEARN_VERSION);
    append_task(text, &run->task);
    append_floors(text, &run->floors);
    append_settings(text, &run->settings);
    json_key(text, "curves");
    report_curves(text, run);
    json_key(text, "models");
    if (!report_models(text, run, error)) return false;
    append_missing(text, run);
    append_first_question(text, &run->task);
    if (!append_questions(text, run, error)) return false;
    append_look(text);
    json_finish(text);
    return text_finish(text, error);
}
