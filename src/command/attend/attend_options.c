/* Whether attend's options go together: see attend_options.h. */
#include "command/attend/attend_options.h"

#include "attention/score.h"
#include "base/file.h"
#include "command/output.h"

#include <string.h>

bool attend_is_self(const struct settings *settings) {
    const char *const *paths = settings->matrices;
    return file_is_same(paths[MATRIX_QUERY], paths[MATRIX_KEY]) &&
           file_is_same(paths[MATRIX_QUERY], paths[MATRIX_VALUE]);
}

/* The option of a file. */
static const char *option_name(enum settings_matrix i) {
    const struct settings *none = NULL;
    size_t offset = offsetof(struct settings, matrices) + (size_t)i * sizeof none->matrices[0];
    for (size_t s = 0; s < settings_count; s++) {
        if (settings_table[s].offset == offset) return settings_table[s].name;
    }
    return "";
}

/* Which scores take a file of their own. */
static const struct score_file {
    enum settings_matrix file;
    const struct score *score;
} score_files[] = {
    {MATRIX_BILINEAR, &score_bilinear},
    {MATRIX_ADDITIVE_QUERY, &score_additive},
    {MATRIX_ADDITIVE_KEY, &score_additive},
    {MATRIX_ADDITIVE_VECTOR, &score_additive},
};

static bool check_score_files(const struct settings *settings, struct error *error) {
    const struct score *score = score_find(settings->score);
    for (size_t i = 0; i < sizeof score_files / sizeof *score_files; i++) {
        const struct score_file *row = &score_files[i];
        const char *option = option_name(row->file);
        if (settings->matrices[row->file] && row->score != score) {
            return error_set(error, STATUS_USAGE, "--%s belongs to --score %s, and --score is %s",
                             option, row->score->name, score->name);
        }
        if (!settings->matrices[row->file] && row->score == score) {
            return error_set(error, STATUS_USAGE, "--score %s needs --%s FILE", score->name,
                             option);
        }
    }
    if (score->parameter != SCORE_MATRIX || settings->heads == 1) return true;
    return error_set(error, STATUS_USAGE,
                     "--score %s has one head only: --heads must be 1, not %zu", score->name,
                     (size_t)settings->heads);
}

/* Standard input can be read once; as the one X of self-attention it is. */
static bool check_standard_input(const struct settings *settings, struct error *error) {
    bool is_self = attend_is_self(settings);
    const char *taken = NULL;
    for (int i = 0; i < MATRIX_COUNT; i++) {
        if (!output_is_standard(settings->matrices[i])) continue;
        if (is_self && (i == MATRIX_KEY || i == MATRIX_VALUE)) continue;
        const char *option = option_name((enum settings_matrix)i);
        if (taken) {
            return error_set(error, STATUS_USAGE,
                             "--%s and --%s cannot both be standard input, which is read once",
                             taken, option);
        }
        taken = option;
    }
    return true;
}

bool attend_check_options(const struct settings *settings, struct error *error) {
    for (int i = MATRIX_QUERY; i <= MATRIX_VALUE; i++) {
        if (settings->matrices[i]) continue;
        return error_set(error, STATUS_USAGE,
                         "attend needs --query, --key and --value: --%s FILE is missing",
                         option_name((enum settings_matrix)i));
    }
    return output_check_json(settings->json, "output", settings->output, error) &&
           output_check_svg(settings->output, error) && check_score_files(settings, error) &&
           check_standard_input(settings, error);
}
