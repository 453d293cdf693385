/* Going on with a run: see resume.h. */
#include "command/resume.h"

#include "base/file.h"
#include "base/random.h"
#include "command/config.h"
#include "command/idle.h"
#include "command/run_folder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a line of config.ini begins that tells of a change. */
static const char NOTE[] = "# step ";

/* What a resumed run may have otherwise, whoever says so; its first steps would be the same. */
static const char *const free_settings[] = {"steps", "eval-every", "threads", NULL};

static bool is_free(const struct setting *setting) {
    if (setting->section == SECTION_OUTPUT) return true;
    for (size_t i = 0; free_settings[i]; i++) {
        if (strcmp(free_settings[i], setting->name) == 0) return true;
    }
    return false;
}

static bool is_fixed(const struct setting *setting) {
    return setting->groups & (GROUP_TASK | GROUP_MODEL);
}

/* Sets the error "WHERE NAME = VALUE, but the run ... VALUE: ADVICE". */
static bool refuse(const struct resumption *resumption, const struct settings *other,
                   const struct setting *setting, const char *where, const char *advice,
                   struct error *error) {
    struct text said = {0}, has = {0};
    setting_value_text(&said, other, setting);
    setting_value_text(&has, &resumption->run, setting);
    error_set(error, STATUS_USAGE, "%s%s is %s, but the run in %s has %s: %s", where, setting->name,
              said.length ? said.data : "not set", resumption->folder,
              has.length ? has.data : "none", advice);
    text_free(&said);
    text_free(&has);
    return false;
}

static const char FIXED[] = "--resume goes on with the same task and models";

/* A setting of --config. */
static bool take_further(struct resumption *resumption, const struct settings *further,
                         const struct setting *setting, struct error *error) {
    if (setting_equal(further, &resumption->run, setting)) return true;
    bool said = resumption->given[setting - settings_table];
    if (is_free(setting)) {
        setting_copy(&resumption->settings, further, setting);
    } else if (is_fixed(setting)) {
        return refuse(resumption, further, setting, "in --config, ", FIXED, error);
    } else if (!said) {
        return refuse(resumption, further, setting, "in --config, ",
                      "say it on the command line as well if it is meant", error);
    }
    return true;
}

/* A setting of the command line. */
static bool take_given(struct resumption *resumption, const struct settings *given,
                       const struct setting *setting, struct error *error) {
    if (is_fixed(setting) && !setting_equal(given, &resumption->run, setting)) {
        return refuse(resumption, given, setting, "--", FIXED, error);
    }
    setting_copy(&resumption->settings, given, setting);
    return true;
}

static bool read_config(const char *path, struct settings *settings, char **bytes,
                        struct error *error) {
    if (!config_read(path, settings, bytes, error)) return false;
    if (!settings->min_pairs) settings->min_pairs = settings->pairs;
    return true;
}

/* Appends the comments of earlier changes, which stand at the beginning of config.ini. */
static bool keep_comments(struct resumption *resumption, const char *path, struct error *error) {
    size_t size;
    char *bytes = file_read(path, SIZE_MAX / 4, &size, error);
    if (!bytes) return false;
    for (const char *line = bytes; strncmp(line, NOTE, sizeof NOTE - 1) == 0;) {
        size_t length = strcspn(line, "\n");
        text_format(&resumption->comments, "%.*s\n", (int)length, line);
        line += length + (line[length] != '\0');
    }
    free(bytes);
    return true;
}

static bool read_run(struct resumption *resumption, struct error *error) {
    char *path = file_join(resumption->folder, "config.ini", error);
    settings_default(&resumption->run);
    bool done = path && read_config(path, &resumption->run, &resumption->config_bytes, error) &&
                keep_comments(resumption, path, error);
    free(path);
    resumption->settings = resumption->run;
    return done;
}

/* --config over the run's own settings: what it does not say stays. */
static bool read_further(struct resumption *resumption, const char *path, struct error *error) {
    struct settings further = resumption->run;
    if (!path) return true;
    if (strcmp(path, "-") == 0) {
        return error_set(error, STATUS_USAGE, "--config of a run that is resumed must be a file");
    }
    if (!read_config(path, &further, &resumption->further_bytes, error)) return false;
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (setting->section == SECTION_NONE) continue;
        if (!take_further(resumption, &further, setting, error)) return false;
    }
    return true;
}

/* Where results go is the matter of each command, but what is kept in the folder is the run's. */
static bool take_outputs(struct resumption *resumption, const struct settings *said,
                         struct error *error) {
    if (said->force) {
        return error_set(error, STATUS_USAGE, "--force overwrites a run, --resume goes on with it");
    }
    if (said->out && !file_is_same(said->out, resumption->folder)) {
        return error_set(error, STATUS_USAGE, "--resume goes on in %s, not in --out %s",
                         resumption->folder, said->out);
    }
    resumption->settings.csv = said->csv;
    resumption->settings.save = said->save;
    resumption->settings.quiet = said->quiet;
    resumption->settings.out = resumption->folder;
    return true;
}

bool resumption_open(struct resumption *resumption, const struct invocation *invocation,
                     struct error *error) {
    const struct settings *said = &invocation->settings;
    *resumption = (struct resumption){.folder = said->resume_folder, .given = invocation->given};
    if (!read_run(resumption, error) || !read_further(resumption, said->config, error)) {
        return false;
    }
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (setting->section == SECTION_NONE || !resumption->given[i]) continue;
        if (!take_given(resumption, said, setting, error)) return false;
    }
    if (!take_outputs(resumption, said, error)) return false;
    tell_idle(invocation, &resumption->settings);
    return true;
}

void resumption_close(struct resumption *resumption) {
    free(resumption->config_bytes);
    free(resumption->further_bytes);
    text_free(&resumption->comments);
    *resumption = (struct resumption){0};
}

static bool is_given(const struct resumption *resumption, const char *name) {
    return resumption->given[setting_find(name) - settings_table];
}

static bool check_file(const struct resumption *resumption, const char *name, const char *path,
                       const struct dataset *dataset, uint64_t fingerprint, struct error *error) {
    if (is_given(resumption, name) || !dataset || dataset_fingerprint(dataset) == fingerprint) {
        return true;
    }
    return error_set(error, STATUS_FAILED,
                     "%s is not what it was when the run in %s was saved: say --%s %s again if it "
                     "is meant",
                     file_input_name(path), resumption->folder, name, path);
}

static bool check_steps(const struct resumption *resumption, const struct training *training,
                        struct error *error) {
    const struct train_settings *settings = &training->settings;
    uint64_t taken = training->step, left = settings->steps - taken;
    if (taken > settings->steps) {
        return error_set(error, STATUS_USAGE,
                         "--steps is %" PRIu64 ", but the run in %s has taken %" PRIu64
                         " steps already",
                         settings->steps, resumption->folder, taken);
    }
    if (left <= (UINT64_MAX - training->origin.examples) / settings->batch) return true;
    return error_set(error, STATUS_USAGE, "--steps times --batch is more than can be counted");
}

bool resumption_fingerprint(const struct settings *settings, uint64_t *fingerprint,
                            struct error *error) {
    struct text text = {0};
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (setting->section == SECTION_NONE || is_free(setting)) continue;
        text_format(&text, "%s=", setting->name);
        setting_value_text(&text, settings, setting);
        text_string(&text, "\n");
    }
    bool done = text_finish(&text, error);
    if (done) *fingerprint = random_name(text.data);
    text_free(&text);
    return done;
}

/* Whether config.ini has its settings from a run that went on at this step and was killed before it
 * saved: then a comment says so. */
static bool tells_of_step(const struct resumption *resumption, uint64_t step) {
    char note[sizeof NOTE + 24];
    snprintf(note, sizeof note, "%s%" PRIu64 ":", NOTE, step);
    return resumption->comments.length && strstr(resumption->comments.data, note);
}

/* The config.ini is the one that the state was saved with. */
static bool check_config(const struct resumption *resumption, uint64_t step, uint64_t saved,
                         struct error *error) {
    uint64_t found;
    if (!resumption_fingerprint(&resumption->run, &found, error)) return false;
    if (found == saved || tells_of_step(resumption, step)) return true;
    return error_set(
        error, STATUS_FAILED,
        "%s/config.ini is not what it was when the run was saved: put it back, and say "
        "on the command line what is to change",
        resumption->folder);
}

static bool check_state(const struct resumption *resumption, const struct training *training,
                        const struct state_facts *facts, struct error *error) {
    const struct settings *settings = &resumption->settings;
    const struct train_settings *files = &training->settings;
    if (!facts->same_optimizer && !is_given(resumption, "optimizer")) {
        return error_set(error, STATUS_FAILED,
                         "the state of the run in %s is not one of --optimizer %s, which its "
                         "config.ini says: say --optimizer %s again if it is meant",
                         resumption->folder, settings->optimizer, settings->optimizer);
    }
    return check_config(resumption, training->step, facts->configuration, error) &&
           check_steps(resumption, training, error) &&
           check_file(resumption, "data", settings->data, files->data, facts->data, error) &&
           check_file(resumption, "eval-data", settings->eval_data, files->eval_data,
                      facts->eval_data, error);
}

/* Whether the setting changes the course of the run from here on. With a schedule that is not
 * constant the number of steps does. */
static bool is_change(const struct resumption *resumption, const struct setting *setting) {
    bool matters = setting->section != SECTION_NONE && !is_free(setting);
    bool steps = strcmp(setting->name, "steps") == 0 &&
                 strcmp(resumption->settings.schedule, "constant") != 0;
    return (matters || steps) && !setting_equal(&resumption->run, &resumption->settings, setting);
}

static void append_value(struct text *text, const struct settings *settings,
                         const struct setting *setting) {
    size_t before = text->length;
    setting_value_text(text, settings, setting);
    if (text->length == before) text_string(text, "none");
}

/* "# step 1000: lr = 0.003 became 0.001" for every change. */
static void note_changes(struct resumption *resumption, uint64_t step) {
    struct text *text = &resumption->comments;
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (!is_change(resumption, setting)) continue;
        text_format(text, "%s%" PRIu64 ": %s = ", NOTE, step, setting->name);
        append_value(text, &resumption->run, setting);
        text_string(text, " became ");
        append_value(text, &resumption->settings, setting);
        text_string(text, "\n");
    }
}

bool resumption_state(struct resumption *resumption, struct training *training,
                      struct error *error) {
    struct state_facts facts;
    char *path;
    if (!run_folder_state(resumption->folder, &path, error)) return false;
    if (!path) return true;
    bool done = train_state_read(training, path, &facts, error) &&
                check_state(resumption, training, &facts, error);
    free(path);
    if (done) note_changes(resumption, training->step);
    return done && text_finish(&resumption->comments, error);
}
