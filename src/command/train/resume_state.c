/* Going on with a run: the state that it goes on from. See resume.h. */
#include "command/train/resume.h"

#include "base/file.h"
#include "command/train/resume_notes.h"
#include "command/train/resume_rules.h"
#include "command/train/run_folder.h"

#include <inttypes.h>
#include <stdlib.h>

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

/* The config.ini is the one that the state was saved with, or it has its settings from a run that
 * went on at this step and was killed before it saved: then a comment says so. */
static bool check_config(const struct resumption *resumption, uint64_t step, uint64_t saved,
                         struct error *error) {
    uint64_t found;
    if (!resume_fingerprint(&resumption->run, &found, error)) return false;
    if (found == saved || resume_notes_tell(&resumption->comments, step)) return true;
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

bool resumption_state(struct resumption *resumption, struct training *training,
                      struct error *error) {
    struct state_facts facts;
    char *path;
    if (!run_folder_state(resumption->folder, &path, error)) return false;
    if (!path) return true;
    bool done = train_state_read(training, path, &facts, error) &&
                check_state(resumption, training, &facts, error);
    free(path);
    if (done) {
        resume_notes_append(&resumption->comments, training->step, &resumption->run,
                            &resumption->settings);
    }
    return done && text_finish(&resumption->comments, error);
}
