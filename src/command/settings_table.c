/* The table of settings: see settings.h. */
#include "command/settings.h"
#include "model/engine.h"
#include "model/initialise.h"
#include "model/kind.h"
#include "train/schedule.h"

#include <float.h>

static const char *score_choice(size_t i) {
    return scores[i] ? scores[i]->name : NULL;
}

static const char *model_choice(size_t i) {
    return model_kinds[i] ? model_kinds[i]->name : NULL;
}

static const char *engine_choice(size_t i) {
    return engines[i] ? engines[i]->name : NULL;
}

static const char *init_choice(size_t i) {
    return initialisations[i].name;
}

static const char *optimizer_choice(size_t i) {
    return optimizers[i] ? optimizers[i]->name : NULL;
}

static const char *schedule_choice(size_t i) {
    return schedules[i].name;
}

static const char *broken_choice(size_t i) {
    return i == 0 ? "jacobian" : NULL;
}

static const char *stream_choice(size_t i) {
    static const char *const names[] = {"train", "eval", NULL};
    return names[i];
}

const char *const setting_section_names[SECTION_NONE] = {
    [SECTION_TASK] = "task",
    [SECTION_MODEL] = "model",
    [SECTION_TRAINING] = "training",
    [SECTION_OUTPUT] = "output",
};

#define AT(field)               offsetof(struct settings, field)
#define WHOLE(low, high, field) SETTING_UNSIGNED, AT(field), low, high, 0, 0, NULL, "N", NULL, NULL
#define REAL(low, high, field)  SETTING_REAL, AT(field), 0, 0, low, high, NULL, "X", NULL, NULL
#define CHOICE(choices, field)  SETTING_CHOICE, AT(field), 0, 0, 0, 0, choices, NULL, NULL, NULL
#define TEXT(field)             SETTING_TEXT, AT(field), 0, 0, 0, 0, NULL
#define WORD(field, name)       TEXT(field), name, NULL, NULL
#define READ(field, ending)     TEXT(field), "FILE", ending, NULL
#define WRITE(field, ending)    TEXT(field), "FILE", NULL, ending
#define MATRIX(which)           READ(matrices[MATRIX_##which], ".csv")
#define FLAG(field)             SETTING_FLAG, AT(field), 0, 0, 0, 0, NULL, NULL, NULL, NULL
#define TASK                    SECTION_TASK, GROUP_TASK
#define MODEL                   SECTION_MODEL, GROUP_MODEL
#define TRAINING                SECTION_TRAINING, GROUP_TRAINING
#define OUTPUT                  SECTION_OUTPUT, GROUP_OUTPUT
#define SINGLE                  SECTION_NONE, 0
#define PLOT                    SECTION_NONE, GROUP_PLOT
#define ATTEND                  SECTION_NONE, GROUP_ATTEND

/* Steps or examples: more than anybody waits for. */
#define MANY 1000000000000

const struct setting settings_table[] = {
    {"pairs", 0, TASK, WHOLE(1, TASK_MAX_PAIRS, pairs), "pairs in an example"},
    {"min-pairs", 0, TASK, WHOLE(1, TASK_MAX_PAIRS, min_pairs),
     "fewest pairs; each example has N of min-pairs..pairs"},
    {"letters", 0, TASK, WHOLE(1, TASK_MAX_LETTERS, letters), "letters there are, at least pairs"},
    {"digits", 0, TASK, WHOLE(2, TASK_MAX_DIGITS, digits), "digits there are"},

    {"model", 0, MODEL, SETTING_MODELS, AT(models), 0, 0, 0, 0, model_choice, "LIST", NULL, NULL,
     "models, with commas between"},
    {"score", 0, MODEL, CHOICE(score_choice, score), "how a key answers a query"},
    {"width", 0, MODEL, WHOLE(1, MODEL_MAX_WIDTH, width), "d: entries of queries, keys and values"},
    {"heads", 0, MODEL, WHOLE(1, MODEL_MAX_WIDTH, heads), "heads; they share the width"},
    {"hidden", 0, MODEL, WHOLE(1, MODEL_MAX_HIDDEN, hidden), "hidden units of the mlp"},
    {"dropout", 0, SECTION_MODEL, GROUP_TRAINING, REAL(0, 0.99, dropout),
     "probability that a weight is left out; train: not in evaluation"},
    {"init", 0, MODEL, CHOICE(init_choice, init), "initial weights"},

    {"steps", 0, TRAINING, WHOLE(0, MANY, steps), "optimiser steps"},
    {"batch", 0, TRAINING, WHOLE(1, 100000000, batch), "examples in a step"},
    {"optimizer", 0, TRAINING, CHOICE(optimizer_choice, optimizer), "how gradients move weights"},
    {"lr", 0, TRAINING, REAL(0, 1000, lr), "learning rate"},
    {"momentum", 0, TRAINING, REAL(0, 0.9999, momentum), "of sgd"},
    {"schedule", 0, TRAINING, CHOICE(schedule_choice, schedule), "course of the rate"},
    {"warmup", 0, TRAINING, WHOLE(0, MANY, warmup), "steps in which the rate rises to lr"},
    {"weight-decay", 0, TRAINING, REAL(0, 1000, weight_decay), "decoupled weight decay"},
    {"clip", 0, TRAINING, REAL(0, FLT_MAX, clip), "largest gradient norm; 0: no clipping"},
    {"seed", 0, TRAINING, WHOLE(0, UINT64_MAX, seed), "seed of weights, examples and dropout"},
    {"eval-every", 0, TRAINING, WHOLE(1, MANY, eval_every), "steps between evaluations"},
    {"eval-examples", 0, TRAINING, WHOLE(1, 1000000000, eval_examples),
     "examples of an evaluation"},
    {"threads", 0, TRAINING, WHOLE(1, 1024, threads), "threads; they change no result"},
    {"engine", 0, TRAINING, CHOICE(engine_choice, engine), "machinery; all mean the same"},
    {"data", 0, TRAINING, READ(data, ".csv"), "examples to use instead of fresh ones (CSV)"},
    {"eval-data", 0, TRAINING, READ(eval_data, ".csv"), "examples to evaluate on (CSV)"},

    {"csv", 0, OUTPUT, WRITE(csv, ".csv"),
     "write the curves, or timings, there as CSV (-: standard output)"},
    {"save", 0, OUTPUT, WRITE(save, ".safetensors"), "write the model there (one model)"},
    {"out", 0, OUTPUT, TEXT(out), "DIR", NULL, "/",
     "write a run folder: configuration, curves, models"},
    {"save-every", 0, OUTPUT, WHOLE(0, MANY, save_every),
     "steps between savings; 0: at the end alone"},
    {"snapshots", 0, OUTPUT, WHOLE(0, 10000, snapshots),
     "moments to keep the weights at, denser early"},
    {"quiet", 'q', OUTPUT, FLAG(quiet), "say nothing that is not an error"},

    {"config", 0, SINGLE, READ(config, ".ini"), "read settings from there; options win"},
    {"print-config", 0, SINGLE, FLAG(print_config), "print the whole configuration and stop"},
    {"resume", 0, SECTION_NONE, GROUP_TRAIN, TEXT(resume_folder), "DIR", "/", NULL,
     "go on with the run in that folder"},
    {"force", 0, SINGLE, FLAG(force), "overwrite an existing run folder"},
    {"output", 'o', SINGLE, WRITE(output, ""), "write there (-: standard output)"},
    {"examples", 0, SINGLE, WHOLE(1, MANY, examples), "how many examples"},
    {"stream", 0, SINGLE, CHOICE(stream_choice, stream), "whose examples: training or evaluation"},
    {"json", 0, SINGLE, FLAG(json), "print JSON"},
    {"per-example", 0, SINGLE, WRITE(per_example, ".csv"), "write a row an example there (CSV)"},
    {"eps", 0, SINGLE, REAL(1e-12, 1, eps), "step of the central differences"},
    {"tolerance", 0, SINGLE, REAL(0, 0.1, tolerance), "largest relative error that passes"},
    {"gradients", 0, SINGLE, WRITE(gradients, ".safetensors"),
     "write the analytic gradients there"},
    {"break", 0, SINGLE, CHOICE(broken_choice, broken), "plant this fault; the check must fail"},
    {"seeds", 0, SINGLE, WORD(seeds, "LIST"), "seeds to run, as 1..20 or 1..5,8,11..12"},
    {"vary", 0, SINGLE, SETTING_VARY, AT(vary), 0, 0, 0, 0, NULL, "KEY=V1,V2", NULL, NULL,
     "values of a setting to go through; said again: all combinations"},
    {"shard", 0, SINGLE, WORD(shard, "I/N"), "do only block I of the N that share the runs"},
    {"curves", 0, SINGLE, WRITE(curves, ".csv"), "write the curves of all runs there (CSV)"},
    {"resume", 0, SINGLE, FLAG(resume), "keep the rows that --output has, do the missing ones"},
    {"kernel", 0, SINGLE, WORD(kernel, "NAME"),
     "kernel of the fast engine, of those that --version lists, or all"},
    {"repetitions", 0, SINGLE, WHOLE(1, 100000, repetitions), "measurements of each row"},
    {"seconds", 0, SINGLE, REAL(0, 3600, seconds),
     "time of a measurement, which is a step at least"},
    {"query", 0, SINGLE, WORD(query, "LIST"), "the query's numbers, with commas between"},
    {"weights", 0, SINGLE, WORD(weights, "LIST"), "attention weights, with commas between"},
    {"scores", 0, SINGLE, WORD(scores, "LIST"), "scores, with commas between"},
    {"gap", 0, SINGLE, REAL(0, 700, gap), "D: how far the right score is ahead"},
    {"ladder", 0, SINGLE, FLAG(ladder), "go through five sizes, small to large"},
    {"y", 0, PLOT, WORD(columns, "COLUMNS"), "columns to draw, with commas between"},
    {"log", 0, PLOT, FLAG(log), "logarithmic y axis"},
    {"title", 0, PLOT, WORD(title, "TEXT"), "title instead of the columns' own"},
    {"width", 0, PLOT, WHOLE(20, 10000, plot_width), "pixels; in the terminal columns"},
    {"height", 0, PLOT, WHOLE(5, 10000, plot_height), "pixels; in the terminal rows"},

    {"query", 0, ATTEND, MATRIX(QUERY), "queries, a row each"},
    {"key", 0, ATTEND, MATRIX(KEY), "keys, a row each"},
    {"value", 0, ATTEND, MATRIX(VALUE), "values, a row for each key"},
    {"positions", 0, ATTEND, FLAG(positions), "add sin/cos positions to the rows first"},
    {"project-query", 0, ATTEND, MATRIX(PROJECT_QUERY), "W of queries X W"},
    {"project-key", 0, ATTEND, MATRIX(PROJECT_KEY), "W of keys X W"},
    {"project-value", 0, ATTEND, MATRIX(PROJECT_VALUE), "W of values X W"},
    {"project-output", 0, ATTEND, MATRIX(PROJECT_OUTPUT), "W of the output, O W, applied last"},
    {"bilinear", 0, ATTEND, MATRIX(BILINEAR), "M of --score bilinear: q^T M k"},
    {"additive-query", 0, ATTEND, MATRIX(ADDITIVE_QUERY),
     "W_q of --score additive: w_v . tanh(W_q q + W_k k)"},
    {"additive-key", 0, ATTEND, MATRIX(ADDITIVE_KEY), "W_k of it"},
    {"additive-vector", 0, ATTEND, MATRIX(ADDITIVE_VECTOR), "w_v of it"},
    {"causal", 0, ATTEND, FLAG(causal), "query i sees only keys 1..i"},
    {"valid-lens", 0, ATTEND, WORD(valid_lens, "LIST"),
     "how many first keys each query sees, as 2,6,0; or one number for all"},
    {"sharpness", 0, ATTEND, REAL(0, FLT_MAX, sharpness), "multiplies the scores"},
    {"grad-output", 0, ATTEND, MATRIX(GRAD_OUTPUT),
     "gradient of the output: adds the gradients of the inputs"},

    {"help", 'h', SECTION_NONE, GROUP_COMMON, FLAG(help), "print this and stop"},
};

const size_t settings_count = sizeof settings_table / sizeof *settings_table;

void settings_default(struct settings *settings) {
    *settings = (struct settings){
        .pairs = 6,
        .letters = 8,
        .digits = 10,
        .models = {model_attention.name, model_average.name},
        .model_count = 2,
        .score = score_scaled_dot.name,
        .init = initialisations[0].name,
        .width = 16,
        .heads = 1,
        .hidden = 64,
        .steps = 2000,
        .batch = 64,
        .optimizer = optimizers[0]->name,
        .lr = 0.003,
        .schedule = schedules[0].name,
        .seed = 1,
        .eval_every = 20,
        .eval_examples = 2048,
        .threads = 1,
        .engine = engines[0]->name,
        .stream = "train",
        .examples = 10,
        .eps = 1e-5,
        .tolerance = 1e-6,
        .repetitions = 7,
        .seconds = 0.03,
        .columns = "eval_loss",
        .sharpness = 1,
    };
}
