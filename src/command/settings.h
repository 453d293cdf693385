/* The table of settings: every option and configuration key, declared once.
 *
 * Command line, configuration file, help and --print-config all follow from this table, and every
 * value goes through the same door: settings_set. A new setting is one field and one row. */
#ifndef COMMAND_SETTINGS_H
#define COMMAND_SETTINGS_H

#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

enum { SETTINGS_MAX_MODELS = 8, SETTINGS_MAX_VARIED = 16 };

/* The files of matrices that attend takes. */
enum settings_matrix {
    MATRIX_QUERY,
    MATRIX_KEY,
    MATRIX_VALUE,
    MATRIX_PROJECT_QUERY,
    MATRIX_PROJECT_KEY,
    MATRIX_PROJECT_VALUE,
    MATRIX_PROJECT_OUTPUT,
    MATRIX_BILINEAR,
    MATRIX_ADDITIVE_QUERY,
    MATRIX_ADDITIVE_KEY,
    MATRIX_ADDITIVE_VECTOR,
    MATRIX_GRAD_OUTPUT,
    MATRIX_COUNT
};

/* All values. Text points to what the caller keeps (the command line, the configuration file). */
struct settings {
    /* task */
    uint64_t pairs, min_pairs, letters, digits;
    /* model */
    const char *models[SETTINGS_MAX_MODELS];
    size_t model_count;
    const char *score, *init;
    uint64_t width, heads, hidden;
    double dropout;
    /* training */
    uint64_t steps, batch, warmup, seed, eval_every, eval_examples, threads;
    double lr, momentum, weight_decay, clip;
    const char *optimizer, *schedule, *engine, *data, *eval_data;
    /* output */
    const char *csv, *save, *out;
    uint64_t save_every, snapshots;
    bool quiet;
    /* of single commands, never in a configuration */
    const char *config, *output, *per_example, *gradients, *broken, *stream;
    const char *seeds, *shard, *curves, *kernel, *query, *weights, *scores, *resume_folder;
    const char *matrices[MATRIX_COUNT], *valid_lens;
    const char *vary[SETTINGS_MAX_VARIED];
    size_t vary_count;
    bool print_config, force, json, help, resume, ladder, log, positions, causal;
    const char *columns, *title;
    uint64_t plot_width, plot_height; /* 0: as there is room */
    uint64_t examples, repetitions;
    double eps, tolerance, seconds, sharpness, gap;
};

enum setting_kind {
    SETTING_FLAG,     /* bool */
    SETTING_UNSIGNED, /* uint64_t, min..max */
    SETTING_REAL,     /* double, min..max */
    SETTING_CHOICE,   /* const char *, one of choice(0), choice(1), ... */
    SETTING_MODELS,   /* models[] and model_count: choices with commas between */
    SETTING_VARY,     /* vary[] and vary_count: texts; each time the option is said adds one */
    SETTING_TEXT      /* const char *: a file's name, in one line, no blank at its ends */
};

/* Sections of a configuration, and of help. */
enum setting_section {
    SECTION_TASK,
    SECTION_MODEL,
    SECTION_TRAINING,
    SECTION_OUTPUT,
    SECTION_NONE
};
extern const char *const setting_section_names[SECTION_NONE];

/* Groups: what a command takes together. */
enum setting_group {
    GROUP_TASK = 1,
    GROUP_MODEL = 2,
    GROUP_TRAINING = 4,
    GROUP_OUTPUT = 8,
    GROUP_COMMON = 16, /* every command */

    /* Groups from here on are one command's own: a name there may mean something else than it does
     * elsewhere. GROUP_OWN is all of them. */
    GROUP_PLOT = 32,
    GROUP_ATTEND = 64,
    GROUP_TRAIN = 128,
    GROUP_OWN = 0x7fe0
};

struct setting {
    const char *name; /* long option and key */
    char short_name;  /* or 0 */
    enum setting_section section;
    unsigned groups; /* of enum setting_group; 0: taken only by commands that name it */
    enum setting_kind kind;
    size_t offset;                   /* into struct settings */
    uint64_t least, most;            /* of an unsigned */
    double min, max;                 /* of a real */
    const char *(*choice)(size_t i); /* the i-th choice, or NULL */
    const char *value_name;          /* in help: N, X, FILE */
    const char *reads, *writes;      /* a file's: endings of names, with blanks between; "/" is a
                                        folder, "" any name */
    const char *help;
};

extern const struct setting settings_table[];
extern const size_t settings_count;

/* The values of a run without options. min_pairs 0 stands for "as --pairs", and settings_complete
 * sets it so, once all that was said is read. */
void settings_default(struct settings *settings);
void settings_complete(struct settings *settings);

/* The setting of that name: a configuration's where it has one, else the first in the table; or
 * NULL. command_setting finds what a command means by it. */
const struct setting *setting_find(const char *name);

/* Sets one value from text. STATUS_USAGE; the message begins with the value's fault, and says how
 * the choice was probably meant; callers put the place before it. */
bool settings_set(struct settings *settings, const struct setting *setting, const char *text,
                  struct error *error);

/* Whether both have the same value; sets one's to the other's (text then points to the same). */
bool setting_equal(const struct settings *a, const struct settings *b,
                   const struct setting *setting);
void setting_copy(struct settings *to, const struct settings *from, const struct setting *setting);

/* Appends the value as settings_set reads it; nothing for a text that is not set. */
void setting_value_text(struct text *text, const struct settings *settings,
                        const struct setting *setting);

/* Appends ": did you mean 'x'?" where typed is near one of the names offered so far. */
struct nearest;
void settings_suggest(struct text *text, const struct nearest *nearest);

#endif
