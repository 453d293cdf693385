/* Going on with a run: the settings that it goes on with. See resume.h. */
#include "command/train/resume.h"

#include "base/file.h"
#include "command/config.h"
#include "command/idle.h"
#include "command/train/resume_notes.h"
#include "command/train/resume_rules.h"
#include "command/train/run_files.h"

#include <stdlib.h>

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
    if (resume_is_free(setting)) {
        setting_copy(&resumption->settings, further, setting);
    } else if (resume_is_fixed(setting)) {
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
    if (resume_is_fixed(setting) && !setting_equal(given, &resumption->run, setting)) {
        return refuse(resumption, given, setting, "--", FIXED, error);
    }
    setting_copy(&resumption->settings, given, setting);
    return true;
}

static bool read_config(const char *path, struct settings *settings, char **bytes,
                        struct error *error) {
    if (!config_read(path, settings, bytes, error)) return false;
    settings_complete(settings);
    return true;
}

static bool read_run(struct resumption *resumption, struct error *error) {
    char *path = file_join(resumption->folder, run_config, error);
    settings_default(&resumption->run);
    bool done = path && read_config(path, &resumption->run, &resumption->config_bytes, error) &&
                resume_notes_read(&resumption->comments, path, error);
    free(path);
    resumption->settings = resumption->run;
    return done;
}

/* --config over the run's own settings: what it does not say stays. */
static bool read_further(struct resumption *resumption, const char *path, struct error *error) {
    struct settings further = resumption->run;
    if (!path) return true;
    if (file_is_standard(path)) {
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
